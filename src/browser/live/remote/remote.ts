// Playwright's objects of one session for a program elsewhere: by the number of an object and the name of a method.
// What is not on the list is refused; what comes back is plain data or the number of another object.
export interface Remote {
  readonly api: RemoteApi
  /** Lends the objects to one run. Disposing of it forgets them, stops listening and lets go of what it held up. */
  open(options: RemoteRunOptions): RemoteRun
}

export interface RemoteRunOptions {
  /** What the whole run has; a single call ends a little sooner, so that the program still learns why. */
  timeoutMs: number
  signal: AbortSignal
  /** Takes what the program listens for; false when it cannot be taken now. */
  onEvent(event: RemoteEvent): boolean
}

export interface RemoteRun extends AsyncDisposable {
  readonly roots: { page: number; context: number }
  readonly objects: RemoteObject[]
  /** Does what a program asks for, whatever it sent; rejects with a `RemoteError` that the program may read. */
  call(request: unknown): Promise<RemoteResponse>
}

/** What a program may ask for. Locators have no number: they are how to find them, from an object that has one. */
export interface RemoteCall extends RemoteStep {
  object: number
  chain: RemoteStep[]
}

export interface RemoteStep {
  method: string
  args: RemoteValue[]
}

export interface RemoteResponse {
  value: RemoteValue
  /** Objects that are new, or whose `now` is another than before. */
  objects: RemoteObject[]
}

/** Something that was listened for; one without a listener only tells what is new about objects. */
export interface RemoteEvent {
  listener: number | undefined
  values: RemoteValue[]
  objects: RemoteObject[]
}

export interface RemoteObject {
  object: number
  type: string
  /** What its methods that are no promises answer, as of now: `page.url()`, `response.status()`. */
  now: Record<string, RemoteValue>
}

export type RemoteApi = Record<string, RemoteType>

export interface RemoteType {
  methods: string[]
  builders: Record<string, string>
  now: string[]
  refused: Record<string, string>
  events: string[]
}

export type RemoteValue =
  | null
  | boolean
  | number
  | string
  | { $: 'undefined' }
  /** What JSON has no number for: `NaN`, `Infinity`, `-Infinity`, `-0`. */
  | { $: 'number'; text: string }
  | { $: 'bigint'; text: string }
  | { $: 'bytes'; base64: string }
  | { $: 'function'; source: string }
  | { $: 'regexp'; source: string; flags: string }
  | { $: 'date'; ms: number }
  | { $: 'url'; href: string }
  | { $: 'error'; name: string; message: string }
  | { $: 'map'; entries: [string, RemoteValue][] }
  | { $: 'object'; object: number }
  | { $: 'locator'; object: number; chain: RemoteStep[] }
  | { $: 'plain'; value: { [key: string]: RemoteValue } }
  | RemoteValue[]

/** Why something could not be done, in words for the program; `kind` is what the program sees as the error's name. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly kind: string

  constructor(message: string, kind = 'Error') {
    super(message)
    this.kind = kind
  }
}
