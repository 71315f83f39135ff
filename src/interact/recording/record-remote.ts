import type {
  Remote,
  RemoteObject,
  RemoteRun,
  RemoteValue,
  RemoteCall,
  RemoteStep,
} from '../../browser/browser.ts'
import { HIDDEN, isForSecrets } from '../secrets.ts'
import type { Recorder } from './create-recorder.ts'

export function recordRemote(remote: Remote, recorder: Recorder): Remote {
  return {
    ...remote,
    open(wish) {
      const types = new Map<number, string>()
      const learn = (objects: RemoteObject[]) =>
        objects.forEach(({ object, type }) => types.set(object, type))
      const run = remote.open({
        ...wish,
        hear(event) {
          learn(event.objects)
          return wish.hear(event)
        },
      })
      learn(run.objects)

      async function call(question: unknown) {
        const answer = await run.call(question)
        learn(answer.objects)
        return answer
      }

      return {
        ...run,
        async call(question) {
          const told = tellCall(question, (object) => types.get(object))
          if (!told) return await call(question)
          const { type, target, value, typed } = told
          // Keys may move the focus; an element may not be there before something was done to it.
          const before = typed?.to === 'focus' ? await isSecret(run, typed.question) : undefined
          return await recorder.record(
            () => call(question),
            async (hasFailed) => {
              if (!typed || value === undefined) return { type, target, value }
              const isHidden = before ?? (hasFailed || (await isSecret(run, typed.question)))
              if (isHidden) recorder.hide(value)
              return { type, target, value: isHidden ? HIDDEN : value }
            },
          )
        },
      }
    },
  }
}

/** Asks the page whether a field is made for secrets. When it does not tell, it may be. */
async function isSecret(
  run: RemoteRun,
  question: NonNullable<ToldCall['typed']>['question'],
): Promise<boolean> {
  const { value } = await run.call(question).catch(() => ({ value: null as RemoteValue }))
  if (!Array.isArray(value)) return true
  const [type, name] = value.map(String)
  return isForSecrets({ type, name: name ?? '' })
}

export interface ToldCall {
  type: string
  target: string | undefined
  value: string | undefined
  /** Set when the value is typed: how to ask the page which field it goes to. */
  typed: { to: 'element' | 'focus'; question: RemoteCall } | undefined
}

type Told = 'typed' | 'told' | 'none'

/** What is done to an element, and which argument is worth telling; pages and frames take a selector before it. */
const TO_ELEMENT = methods({
  typed: 'fill press pressSequentially type',
  told: 'dispatchEvent dragTo selectOption setChecked',
  none: 'check clear click dblclick hover setInputFiles tap uncheck',
})

const TO_PAGE = methods({
  typed: 'keyboard.down keyboard.insertText keyboard.press keyboard.type',
  told: 'accept dragAndDrop goto mouse.click mouse.dblclick mouse.wheel touchscreen.tap',
  none: 'close dismiss goBack goForward newPage reload setContent setFiles mouse.down mouse.up',
})

function methods(table: Record<Told, string>): ReadonlyMap<string, Told> {
  const rows = Object.entries(table) as [Told, string][]
  return new Map(rows.flatMap(([told, names]) => names.split(' ').map((name) => [name, told])))
}

/** Undefined for a call that is not recorded. Programs send what they like: what is no call is none here either. */
export function tellCall(
  question: unknown,
  typeOf: (object: number) => string | undefined,
): ToldCall | undefined {
  const { object, chain, method, args } = (question ?? {}) as Partial<RemoteCall>
  if (typeof method !== 'string' || typeof object !== 'number') return undefined
  if (!Array.isArray(args) || !Array.isArray(chain)) return undefined
  const hasSelector = chain.length === 0 && ['Page', 'Frame'].includes(typeOf(object) ?? '')
  const onElement = TO_ELEMENT.get(method)
  const kind = onElement ?? TO_PAGE.get(method)
  if (kind === undefined) return undefined
  const [selector, ...others] = args
  const [target, given] =
    onElement && hasSelector
      ? [brief(selector), others]
      : [chain.length > 0 ? chainText(chain) : undefined, args]
  const value = kind === 'none' ? undefined : briefly(method, given)
  const isKey = /press$|down$/.test(method) && (value?.length ?? 0) > 1
  const ask = onElement
    ? {
        object,
        chain,
        method: hasSelector ? '$eval' : 'evaluate',
        args: hasSelector ? [selector!, FIELD] : [FIELD],
      }
    : { object, chain, method: 'evaluate', args: [FOCUSED] }
  return {
    type: method,
    target,
    value,
    typed: kind === 'typed' && !isKey ? { to: onElement ? 'element' : 'focus', question: ask } : undefined,
  }
}

const NAMES = `(field) => [String(field.type ?? ''),
  [field.ariaLabel, ...Array.from(field.labels ?? [], (label) => label.textContent), field.placeholder, field.name, field.id].join(' ')]`
const FIELD: RemoteValue = { $: 'function', source: `(element) => (${NAMES})(element.control ?? element)` }
/** Nothing when the focus is in another frame, where it cannot be seen from here. */
const FOCUSED: RemoteValue = {
  $: 'function',
  source: `() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return !element || element.localName === 'iframe' ? null : (${NAMES})(element)
  }`,
}

function briefly(method: string, given: RemoteValue[]): string | undefined {
  if (method.startsWith('mouse.') || method === 'touchscreen.tap')
    return given.slice(0, 2).map(brief).join(', ')
  if (method === 'dragAndDrop') return given.slice(0, 2).map(brief).join(' to ')
  return given[0] === undefined ? undefined : brief(given[0])
}

function brief(value: RemoteValue | undefined): string {
  return typeof value === 'string' ? value : codeOf(value)
}

function chainText(chain: RemoteStep[]): string {
  return chain.map(({ method, args }) => `${method}(${args.map(codeOf).join(', ')})`).join('.')
}

function codeOf(value: RemoteValue | undefined): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`
  if (value === null || typeof value !== 'object') return String(value)
  if (value.$ === 'regexp') return `/${value.source}/${value.flags}`
  if (value.$ === 'locator') return chainText(value.chain)
  if (value.$ !== 'plain') return value.$
  const entries = Object.entries(value.value).filter(([, item]) => !isUndefined(item))
  return `{ ${entries.map(([key, item]) => `${key}: ${codeOf(item)}`).join(', ')} }`
}

function isUndefined(value: RemoteValue): boolean {
  return value !== null && typeof value === 'object' && '$' in value && value.$ === 'undefined'
}
