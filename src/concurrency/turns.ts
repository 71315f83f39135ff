import { orAborted } from './abort.ts'

export function createTurns(most: number) {
  let taken = 0
  const queue = new Set<() => void>()

  function turn(): Disposable {
    let given = false
    return {
      [Symbol.dispose]() {
        if (!given) pass()
        given = true
      },
    }
  }

  /** The place is handed over, not freed: nobody who came later gets in between. */
  function pass(): void {
    const [next] = queue
    if (!next) taken -= 1
    else {
      queue.delete(next)
      next()
    }
  }

  return {
    taken: () => taken,
    waiting: () => queue.size,
    async take(signal: AbortSignal): Promise<Disposable> {
      signal.throwIfAborted()
      if (taken < most) {
        taken += 1
        return turn()
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      queue.add(resolve)
      try {
        await orAborted(promise, signal)
      } catch (error) {
        // Let in while it gave up.
        if (!queue.delete(resolve)) pass()
        throw error
      }
      return turn()
    },
  }
}
