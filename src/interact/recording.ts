import type {
  Deed,
  Remote,
  RemoteCall,
  RemoteObject,
  RemoteRun,
  RemoteStep,
  RemoteValue,
  Stage,
  ViewElement,
} from '../browser/browser.ts'
import type { Log } from '../log.ts'
import type { PromptWishes } from './run.ts'
import { createSecrets, HIDDEN, isForSecrets } from './secrets.ts'

type Told = Pick<RecordedStep, 'type' | 'target' | 'value'>

interface RecorderNeeds {
  recordings: Recordings
  sessionId: string
  stage: Pick<Stage, 'url' | 'picture'>
  log: Log
}

const MOST_STEPS = 500
const MOST_PICTURE_BYTES = 64 * 1024 * 1024
const MOST_LENGTH = 2_000
/** A page that does not answer in this time is recorded without a picture. */
const PICTURE_MS = 10_000

/** Records what is done in one session. Recording never makes an action fail. */
export type Recorder = ReturnType<typeof createRecorder>

export function createRecorder({ recordings, sessionId, stage, log }: RecorderNeeds) {
  const begun = recordings.begin(sessionId)
  // A failure is logged by the step that cannot be written.
  begun.catch(() => {})
  const secrets = createSecrets('')
  let steps = 0
  let pictureBytes = 0
  /** Programs may act several times at once; steps are written one after the other. */
  let last: Promise<unknown> = Promise.resolve()

  async function write(step: RecordedStep): Promise<void> {
    const of = await begun
    steps += 1
    if (steps > MOST_STEPS) return steps === MOST_STEPS + 1 ? await recordings.truncate(sessionId) : undefined
    const picture = await stage.picture(AbortSignal.timeout(PICTURE_MS)).catch(() => undefined)
    pictureBytes += picture?.length ?? 0
    const hasRoom = pictureBytes <= MOST_PICTURE_BYTES
    if (!hasRoom) await recordings.truncate(sessionId)
    const blobId = picture && hasRoom ? await recordings.addPicture(of, picture) : undefined
    await recordings.add(sessionId, steps, step, blobId)
  }

  function shown(text: string): string {
    return secrets.masked(text).slice(0, MOST_LENGTH).toWellFormed()
  }

  return {
    hide: (secret: string) => secrets.use(secret, true),
    async record<Result>(
      act: () => Promise<Result>,
      tell: (hasFailed: boolean) => Promise<Told>,
    ): Promise<Result> {
      const [at, urlBefore] = [new Date(), stage.url()]
      const [outcome] = await Promise.allSettled([act()])
      const { type, target, value } = await tell(outcome.status === 'rejected')
      const url = stage.url()
      const step: RecordedStep = {
        at,
        type,
        ...(target !== undefined && { target: shown(target) }),
        ...(value !== undefined && { value: shown(value) }),
        ...(url !== urlBefore && { effect: shown(`opened ${url}`) }),
        ...(outcome.status === 'rejected' && { error: shown(firstLine(outcome.reason)) }),
        url: shown(url),
      }
      last = last
        .then(() => write(step))
        .catch((failure: unknown) =>
          log.warn({ err: failure }, 'could not record a step of a browser session'),
        )
      await last
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    },
  }
}

/** Further lines of Playwright's messages repeat what was typed. */
function firstLine(failure: unknown): string {
  return (failure instanceof Error ? failure.message : String(failure)).split('\n', 1)[0]!
}

export interface RecordedStep {
  at: Date
  /** `click`, `fill`, `goto`, …; in programs the method that was called. */
  type: string
  target?: string
  value?: string
  effect?: string
  error?: string
  url: string
}

export interface Recording {
  steps: (RecordedStep & { blobId: string | undefined })[]
  truncated: boolean
  expiresAt: Date
}

export interface Recordings {
  begin(sessionId: string): Promise<{ teamId: string; expiresAt: Date }>
  add(sessionId: string, number: number, step: RecordedStep, blobId: string | undefined): Promise<void>
  addPicture(of: { teamId: string; expiresAt: Date }, bytes: Uint8Array): Promise<string>
  truncate(sessionId: string): Promise<void>
  /** Undefined when the session was not recorded, is another team's, or the recording has expired. */
  find(teamId: string, sessionId: string): Promise<Recording | undefined>
}

export function recordStage(
  stage: Stage,
  recorder: Recorder,
  { prompt, variables = {} }: { prompt: string } & Pick<PromptWishes, 'variables'>,
): Stage {
  const secrets = createSecrets(prompt)
  for (const value of Object.values(variables)) if (typeof value === 'string') recorder.hide(value)
  let elements: ReadonlyMap<string, ViewElement> = new Map()
  let caret: string | undefined

  function tell(deed: Deed): Told {
    const { ref, from, to, ...given } = deed as DeedFields
    const target = elements.get(ref ?? from ?? '')
    const field = elements.get(ref ?? caret ?? '')
    // Key names such as `Enter` and `Control+a` reveal no typed text.
    const isNamedKey = (given.key ?? '').length > 1
    const typed = isNamedKey ? undefined : (given.value ?? given.text ?? given.key)
    const value = typed ?? given.key ?? given.url ?? given.labels?.join(', ')
    // Text that goes into an unknown field may be a secret.
    const isSecret = typed !== undefined && (!field || isForSecrets(field))
    if (isSecret) recorder.hide(typed)
    else if (value !== undefined) secrets.use(value, false)
    const end = elements.get(to?.ref ?? '')
    return {
      type: deed.do,
      ...(target && { target: end ? `${named(target)} to ${named(end)}` : named(target) }),
      ...(value !== undefined && { value: isSecret ? HIDDEN : secrets.masked(value) }),
      ...(given.on !== undefined && { value: given.on ? 'on' : 'off' }),
    }
  }

  return {
    ...stage,
    async look(signal) {
      const view = await stage.look(signal)
      elements = new Map(view.elements.map((element) => [element.ref, element]))
      caret = view.focused
      return view
    },
    async act(deed, signal, ready) {
      if (deed.do === 'wait') return await stage.act(deed, signal, ready)
      const told = tell(deed)
      caret = (deed as DeedFields).ref ?? caret
      await recorder.record(
        () => stage.act(deed, signal, ready),
        async () => told,
      )
    },
  }
}

interface DeedFields {
  ref?: string
  from?: string
  to?: { ref?: string }
  value?: string
  text?: string
  key?: string
  url?: string
  labels?: string[]
  on?: boolean
}

function named({ role, name, text }: ViewElement): string {
  return `${role} "${name || text}"`
}

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

interface ToldCall {
  type: string
  target: string | undefined
  value: string | undefined
  /** Set when the value is typed: how to ask the page which field it goes to. */
  typed: { to: 'element' | 'focus'; question: RemoteCall } | undefined
}

type Telling = 'typed' | 'told' | 'none'

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

function methods(table: Record<Telling, string>): ReadonlyMap<string, Telling> {
  const rows = Object.entries(table) as [Telling, string][]
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
