import { createSemaphore } from '../../concurrency/semaphore.ts'

/** Lets a bounded number of fetches from one host run at once in this process, first come first served. */
export type AcquireHostSlot = (hostname: string, signal: AbortSignal) => Promise<Disposable>

export function createHostSlots(most: number): AcquireHostSlot {
  const hosts = new Map<string, ReturnType<typeof createSemaphore>>()
  return async (hostname, signal) => {
    const slots = hosts.get(hostname) ?? createSemaphore(most)
    hosts.set(hostname, slots)
    using held = new DisposableStack()
    held.defer(() => {
      if (slots.taken() === 0) hosts.delete(hostname)
    })
    held.use(await slots.acquire(signal))
    return held.move()
  }
}
