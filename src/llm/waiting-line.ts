import { orAborted } from '../concurrency/abort.ts'

/** Lets so many in at once; the others wait in the order in which they came. */
export class WaitingLine {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(places: number) {
    this.#free = places
  }

  /** Rejects with the signal's reason when it aborts first. */
  async enter(signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#turn(signal)
    const place = new DisposableStack()
    place.defer(() => this.#leave())
    return place
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    try {
      await orAborted(promise, signal)
    } catch (failure) {
      // A place that was handed over in the same moment goes on to the next one.
      if (!this.#waiting.delete(resolve)) this.#leave()
      throw failure
    }
  }

  /** Hands the place on, so that nobody who comes later can take it first. */
  #leave(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
