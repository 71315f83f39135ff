// Gives a program access to the Playwright objects of one session, by object number and method name. Unlisted
// methods are rejected. Results are plain data or numbers of other objects.
export interface Remote {
  readonly api: RemoteApi
  /**
   * Opens the objects for one run. Disposing of it releases them, removes listeners and continues paused
   * requests.
   */
  open(options: RemoteRunOptions): RemoteRun
}

export interface RemoteRunOptions {
  /**
   * The limit of the whole run. A single call ends slightly earlier, so that the program can still handle the
   * error.
   */
  timeoutMs: number
  signal: AbortSignal
  /** Receives the events that the program listens for. Returns false when it cannot accept one now. */
  onEvent(event: RemoteEvent): boolean
}

export interface RemoteRun extends AsyncDisposable {
  readonly roots: { page: number; context: number }
  readonly objects: RemoteObject[]
  /**
   * Runs a request of the program, which may be invalid. Rejects with a `RemoteError` that the program may
   * see.
   */
  call(request: unknown): Promise<RemoteResponse>
}

/** A request of a program. Locators have no number: they are a path of steps from an object that has one. */
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
  /** Objects that are new, or whose `now` has changed. */
  objects: RemoteObject[]
}

/** An event. One without a listener only reports new or changed objects. */
export interface RemoteEvent {
  listener: number | undefined
  values: RemoteValue[]
  objects: RemoteObject[]
}

export interface RemoteObject {
  object: number
  type: string
  /** The current results of its synchronous methods: `page.url()`, `response.status()`. */
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
  /** Numbers that JSON cannot represent: `NaN`, `Infinity`, `-Infinity`, `-0`. */
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

/** A failure with a message for the program; `kind` becomes the error's name there. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly kind: string

  constructor(message: string, kind = 'Error') {
    super(message)
    this.kind = kind
  }
}
