import { orAborted } from '../../work/abort.ts'

/** One at a time, in the order of asking. */
export interface Turns {
  /** Waits no longer than the signal allows; leaving its block lets the next one begin. */
  take(signal: AbortSignal): Promise<Disposable>
}

export function createTurns(): Turns {
  let last = Promise.resolve()
  return {
    async take(signal) {
      const before = last
      const mine = Promise.withResolvers<void>()
      // Who gave up waiting is passed over when its turn comes.
      last = before.then(() => mine.promise)
      try {
        await orAborted(before, signal)
      } catch (failure) {
        mine.resolve()
        throw failure
      }
      return { [Symbol.dispose]: mine.resolve }
    },
  }
}
