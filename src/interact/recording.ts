import type {
  PageAction,
  Remote,
  RemoteCall,
  RemoteObject,
  RemoteRun,
  RemoteStep,
  RemoteValue,
  PageController,
  ViewElement,
} from '../browser/browser.ts'
import type { Log } from '../log.ts'
import type { PromptRunOptions } from './run.ts'
import { createSecrets, MASK, isSecretField } from './secrets.ts'

type StepDescription = Pick<RecordedStep, 'type' | 'target' | 'value'>

interface RecorderNeeds {
  recordings: Recordings
  sessionId: string
  controller: Pick<PageController, 'url' | 'screenshot'>
  log: Log
}

const MOST_STEPS = 500
const MOST_PICTURE_BYTES = 64 * 1024 * 1024
const MOST_LENGTH = 2_000
/** A page that does not answer in this time is recorded without a picture. */
const PICTURE_MS = 10_000

/** Records what is done in one session. Recording never makes an action fail. */
export type Recorder = ReturnType<typeof createRecorder>

export function createRecorder({ recordings, sessionId, controller, log }: RecorderNeeds) {
  const begun = recordings.begin(sessionId)
  // A failure is logged by the step that cannot be written.
  begun.catch(() => {})
  const secrets = createSecrets('')
  let steps = 0
  let pictureBytes = 0
  /** Programs may act several times at once; steps are written one after the other. */
  let last: Promise<unknown> = Promise.resolve()

  async function write(step: RecordedStep): Promise<void> {
    const owner = await begun
    steps += 1
    if (steps > MOST_STEPS) return steps === MOST_STEPS + 1 ? await recordings.truncate(sessionId) : undefined
    const picture = await controller.screenshot(AbortSignal.timeout(PICTURE_MS)).catch(() => undefined)
    pictureBytes += picture?.length ?? 0
    const hasRoom = pictureBytes <= MOST_PICTURE_BYTES
    if (!hasRoom) await recordings.truncate(sessionId)
    const blobId = picture && hasRoom ? await recordings.addPicture(owner, picture) : undefined
    await recordings.add(sessionId, steps, step, blobId)
  }

  function toShown(text: string): string {
    return secrets.masked(text).slice(0, MOST_LENGTH).toWellFormed()
  }

  return {
    hide: (secret: string) => secrets.add(secret, true),
    async record<Result>(
      act: () => Promise<Result>,
      describe: (hasFailed: boolean) => Promise<StepDescription>,
    ): Promise<Result> {
      const [at, urlBefore] = [new Date(), controller.url()]
      const [outcome] = await Promise.allSettled([act()])
      const { type, target, value } = await describe(outcome.status === 'rejected')
      const url = controller.url()
      const step: RecordedStep = {
        at,
        type,
        ...(target !== undefined && { target: toShown(target) }),
        ...(value !== undefined && { value: toShown(value) }),
        ...(url !== urlBefore && { effect: toShown(`opened ${url}`) }),
        ...(outcome.status === 'rejected' && { error: toShown(firstLine(outcome.reason)) }),
        url: toShown(url),
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

export function recordController(
  controller: PageController,
  recorder: Recorder,
  { prompt, variables = {} }: { prompt: string } & Pick<PromptRunOptions, 'variables'>,
): PageController {
  const secrets = createSecrets(prompt)
  for (const value of Object.values(variables)) if (typeof value === 'string') recorder.hide(value)
  let elements: ReadonlyMap<string, ViewElement> = new Map()
  let caret: string | undefined

  function describe(action: PageAction): StepDescription {
    const { ref, from, to, ...given } = action as ActionFields
    const target = elements.get(ref ?? from ?? '')
    const field = elements.get(ref ?? caret ?? '')
    // Key names such as `Enter` and `Control+a` reveal no typed text.
    const isNamedKey = (given.key ?? '').length > 1
    const typed = isNamedKey ? undefined : (given.value ?? given.text ?? given.key)
    const value = typed ?? given.key ?? given.url ?? given.labels?.join(', ')
    // Text that goes into an unknown field may be a secret.
    const isSecret = typed !== undefined && (!field || isSecretField(field))
    if (isSecret) recorder.hide(typed)
    else if (value !== undefined) secrets.add(value, false)
    const end = elements.get(to?.ref ?? '')
    return {
      type: action.do,
      ...(target && {
        target: end ? `${describeElement(target)} to ${describeElement(end)}` : describeElement(target),
      }),
      ...(value !== undefined && { value: isSecret ? MASK : secrets.masked(value) }),
      ...(given.on !== undefined && { value: given.on ? 'on' : 'off' }),
    }
  }

  return {
    ...controller,
    async view(signal) {
      const view = await controller.view(signal)
      elements = new Map(view.elements.map((element) => [element.ref, element]))
      caret = view.focused
      return view
    },
    async act(action, signal, ready) {
      if (action.do === 'wait') return await controller.act(action, signal, ready)
      const description = describe(action)
      caret = (action as ActionFields).ref ?? caret
      await recorder.record(
        () => controller.act(action, signal, ready),
        async () => description,
      )
    },
  }
}

interface ActionFields {
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

function describeElement({ role, name, text }: ViewElement): string {
  return `${role} "${name || text}"`
}

export function recordRemote(remote: Remote, recorder: Recorder): Remote {
  return {
    ...remote,
    open(options) {
      const types = new Map<number, string>()
      const rememberTypes = (objects: RemoteObject[]) =>
        objects.forEach(({ object, type }) => types.set(object, type))
      const run = remote.open({
        ...options,
        onEvent(event) {
          rememberTypes(event.objects)
          return options.onEvent(event)
        },
      })
      rememberTypes(run.objects)

      async function call(question: unknown) {
        const answer = await run.call(question)
        rememberTypes(answer.objects)
        return answer
      }

      return {
        ...run,
        async call(question) {
          const description = describeCall(question, (object) => types.get(object))
          if (!description) return await call(question)
          const { type, target, value, typedInto } = description
          // Keys may move the focus; an element may not be there before something was done to it.
          const before = typedInto?.to === 'focus' ? await isSecret(run, typedInto.question) : undefined
          return await recorder.record(
            () => call(question),
            async (hasFailed) => {
              if (!typedInto || value === undefined) return { type, target, value }
              const isHidden = before ?? (hasFailed || (await isSecret(run, typedInto.question)))
              if (isHidden) recorder.hide(value)
              return { type, target, value: isHidden ? MASK : value }
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
  question: NonNullable<CallDescription['typedInto']>['question'],
): Promise<boolean> {
  const { value } = await run.call(question).catch(() => ({ value: null as RemoteValue }))
  if (!Array.isArray(value)) return true
  const [type, name] = value.map(String)
  return isSecretField({ type, name: name ?? '' })
}

interface CallDescription {
  type: string
  target: string | undefined
  value: string | undefined
  /** Set when the value is typed: how to ask the page which field it goes to. */
  typedInto: { to: 'element' | 'focus'; question: RemoteCall } | undefined
}

type ArgumentKind = 'typed' | 'told' | 'none'

/** What is done to an element, and which argument is worth telling; pages and frames take a selector before it. */
const ELEMENT_METHODS = methods({
  typed: 'fill press pressSequentially type',
  told: 'dispatchEvent dragTo selectOption setChecked',
  none: 'check clear click dblclick hover setInputFiles tap uncheck',
})

const PAGE_METHODS = methods({
  typed: 'keyboard.down keyboard.insertText keyboard.press keyboard.type',
  told: 'accept dragAndDrop goto mouse.click mouse.dblclick mouse.wheel touchscreen.tap',
  none: 'close dismiss goBack goForward newPage reload setContent setFiles mouse.down mouse.up',
})

function methods(table: Record<ArgumentKind, string>): ReadonlyMap<string, ArgumentKind> {
  const rows = Object.entries(table) as [ArgumentKind, string][]
  return new Map(rows.flatMap(([told, names]) => names.split(' ').map((name) => [name, told])))
}

/** Undefined for a call that is not recorded. Programs send what they like: what is no call is none here either. */
export function describeCall(
  question: unknown,
  typeOf: (object: number) => string | undefined,
): CallDescription | undefined {
  const { object, chain, method, args } = (question ?? {}) as Partial<RemoteCall>
  if (typeof method !== 'string' || typeof object !== 'number') return undefined
  if (!Array.isArray(args) || !Array.isArray(chain)) return undefined
  const hasSelector = chain.length === 0 && ['Page', 'Frame'].includes(typeOf(object) ?? '')
  const onElement = ELEMENT_METHODS.get(method)
  const kind = onElement ?? PAGE_METHODS.get(method)
  if (kind === undefined) return undefined
  const [selector, ...others] = args
  const [target, given] =
    onElement && hasSelector
      ? [toText(selector), others]
      : [chain.length > 0 ? chainText(chain) : undefined, args]
  const value = kind === 'none' ? undefined : describeArguments(method, given)
  const isKey = /press$|down$/.test(method) && (value?.length ?? 0) > 1
  const ask = onElement
    ? {
        object,
        chain,
        method: hasSelector ? '$eval' : 'evaluate',
        args: hasSelector ? [selector!, FIELD_SCRIPT] : [FIELD_SCRIPT],
      }
    : { object, chain, method: 'evaluate', args: [FOCUSED_SCRIPT] }
  return {
    type: method,
    target,
    value,
    typedInto:
      kind === 'typed' && !isKey ? { to: onElement ? 'element' : 'focus', question: ask } : undefined,
  }
}

const NAMES_SCRIPT = `(field) => [String(field.type ?? ''),
  [field.ariaLabel, ...Array.from(field.labels ?? [], (label) => label.textContent), field.placeholder, field.name, field.id].join(' ')]`
const FIELD_SCRIPT: RemoteValue = {
  $: 'function',
  source: `(element) => (${NAMES_SCRIPT})(element.control ?? element)`,
}
/** Nothing when the focus is in another frame, where it cannot be seen from here. */
const FOCUSED_SCRIPT: RemoteValue = {
  $: 'function',
  source: `() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return !element || element.localName === 'iframe' ? null : (${NAMES_SCRIPT})(element)
  }`,
}

function describeArguments(method: string, given: RemoteValue[]): string | undefined {
  if (method.startsWith('mouse.') || method === 'touchscreen.tap')
    return given.slice(0, 2).map(toText).join(', ')
  if (method === 'dragAndDrop') return given.slice(0, 2).map(toText).join(' to ')
  return given[0] === undefined ? undefined : toText(given[0])
}

function toText(value: RemoteValue | undefined): string {
  return typeof value === 'string' ? value : toCode(value)
}

function chainText(chain: RemoteStep[]): string {
  return chain.map(({ method, args }) => `${method}(${args.map(toCode).join(', ')})`).join('.')
}

function toCode(value: RemoteValue | undefined): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(toCode).join(', ')}]`
  if (value === null || typeof value !== 'object') return String(value)
  if (value.$ === 'regexp') return `/${value.source}/${value.flags}`
  if (value.$ === 'locator') return chainText(value.chain)
  if (value.$ !== 'plain') return value.$
  const entries = Object.entries(value.value).filter(([, item]) => !isUndefined(item))
  return `{ ${entries.map(([key, item]) => `${key}: ${toCode(item)}`).join(', ')} }`
}

function isUndefined(value: RemoteValue): boolean {
  return value !== null && typeof value === 'object' && '$' in value && value.$ === 'undefined'
}
