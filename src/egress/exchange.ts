import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** The head of an answer is there; its body may still be on its way. */
export interface Answer {
  statusCode: number
  statusText: string
  headers: Record<string, string | string[] | undefined>
  body: Body
}

/** Is read once. Whoever leaves it before its end closes the connection. */
interface Body extends AsyncIterable<Uint8Array> {
  leave(): void
}

export interface ExchangeOptions extends Dispatcher.DispatchOptions {
  signal: AbortSignal
  /** Called for every answer that is not the last; what it throws ends the exchange. */
  onInfo: () => void
}

/**
 * Sends a request and waits for the head of its answer. The library's own streams would do the same, but they keep what
 * they have read until all memory is tidied up, and cost half as much again.
 */
export function exchange(dispatcher: Dispatcher, options: ExchangeOptions): Promise<Answer> {
  const { signal, onInfo, ...request } = options
  const running = new Exchange(request.body, signal, onInfo)
  try {
    dispatcher.dispatch(request, running)
  } catch (failure) {
    running.end(failure)
  }
  return running.answer
}

/** From so much on that nobody has read yet, the sender has to wait. */
const MOST_UNREAD_BYTES = 64 * 1024

class Exchange implements Dispatcher.DispatchHandler, Body {
  readonly #head = Promise.withResolvers<Answer>()
  readonly #sent: unknown
  readonly #signal: AbortSignal
  readonly #onInfo: () => void
  #controller: Dispatcher.DispatchController | undefined
  #unread: Uint8Array[] = []
  #unreadBytes = 0
  #state: 'going' | 'complete' | 'failed' = 'going'
  #failure: unknown
  #wake = () => {}

  constructor(sent: unknown, signal: AbortSignal, onInfo: () => void) {
    this.#sent = sent
    this.#signal = signal
    this.#onInfo = onInfo
    signal.addEventListener('abort', this.#abort)
  }

  get answer(): Promise<Answer> {
    return this.#head.promise
  }

  readonly #abort = () => {
    this.#controller?.abort(this.#signal.reason as Error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#signal.aborted) this.#abort()
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    statusCode: number,
    headers: Answer['headers'],
    statusText = '',
  ): void {
    if (statusCode < 200) this.#onInfo()
    else this.#head.resolve({ statusCode, statusText, headers, body: this })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#unread.push(chunk)
    this.#unreadBytes += chunk.byteLength
    if (this.#unreadBytes >= MOST_UNREAD_BYTES) controller.pause()
    this.#wake()
  }

  onResponseEnd(): void {
    this.#settle('complete')
  }

  onResponseError(_: unknown, failure: unknown): void {
    this.end(failure)
  }

  /** What was being sent is of no use any more. */
  end(failure: unknown): void {
    this.#failure = failure
    this.#settle('failed')
    this.#head.reject(failure as Error)
    if (this.#sent instanceof Readable) this.#sent.on('error', () => {}).destroy()
  }

  #settle(state: 'complete' | 'failed'): void {
    this.#state = state
    this.#signal.removeEventListener('abort', this.#abort)
    this.#wake()
  }

  leave(): void {
    this.#unread = []
    if (this.#state === 'going') this.#controller?.abort(new Error('The rest of the answer is not wanted.'))
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunks = this.#unread
        this.#unread = []
        this.#unreadBytes = 0
        yield* chunks
        if (this.#unread.length > 0) continue
        if (this.#state === 'failed') throw this.#failure
        if (this.#state === 'complete') return
        const more = new Promise<void>((resolve) => (this.#wake = resolve))
        if (this.#controller?.paused) this.#controller.resume()
        await more
      }
    } finally {
      this.leave()
    }
  }
}
