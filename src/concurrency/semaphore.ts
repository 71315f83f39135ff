import { orAborted } from './abort.ts'

export function createSemaphore(max: number) {
  let taken = 0
  const queue = new Set<() => void>()

  function slot(): Disposable {
    let given = false
    return {
      [Symbol.dispose]() {
        if (!given) handOver()
        given = true
      },
    }
  }

  /** The place is handed over, not freed: nobody who came later gets in between. */
  function handOver(): void {
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
    async acquire(signal: AbortSignal): Promise<Disposable> {
      signal.throwIfAborted()
      if (taken < max) {
        taken += 1
        return slot()
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      queue.add(resolve)
      try {
        await orAborted(promise, signal)
      } catch (error) {
        // Let in while it gave up.
        if (!queue.delete(resolve)) handOver()
        throw error
      }
      return slot()
    },
  }
}
