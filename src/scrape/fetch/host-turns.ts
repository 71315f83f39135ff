import { createTurns } from '../../concurrency/turns.ts'

/** Lets a bounded number of fetches from one host run at once in this process, first come first served. */
export type TakeHostTurn = (hostname: string, signal: AbortSignal) => Promise<Disposable>

export function createHostTurns(most: number): TakeHostTurn {
  const hosts = new Map<string, ReturnType<typeof createTurns>>()
  return async (hostname, signal) => {
    const turns = hosts.get(hostname) ?? createTurns(most)
    hosts.set(hostname, turns)
    using held = new DisposableStack()
    held.defer(() => {
      if (turns.taken() === 0) hosts.delete(hostname)
    })
    held.use(await turns.take(signal))
    return held.move()
  }
}
