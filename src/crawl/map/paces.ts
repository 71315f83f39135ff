import { setTimeout as delay } from 'node:timers/promises'

/** Keeps the pauses that hosts ask for, over all maps of this process. */
export interface Paces {
  /** Waits until the host may be asked again; rejects when the signal aborts. */
  turn(host: string, delayMs: number, signal: AbortSignal): Promise<void>
}

/** So many hosts are remembered before those whose pause is over are forgotten. */
const MOST_KEPT = 1_000

export function createPaces(): Paces {
  const nextAt = new Map<string, number>()
  return {
    async turn(host, delayMs, signal) {
      if (delayMs === 0) return
      // Whoever wakes first goes first and the others wait on: nothing is reserved by those who leave.
      for (;;) {
        const waitMs = (nextAt.get(host) ?? 0) - performance.now()
        if (waitMs <= 0) break
        await delay(waitMs, undefined, { signal })
      }
      if (nextAt.size >= MOST_KEPT) forgetPast(nextAt)
      nextAt.set(host, performance.now() + delayMs)
    },
  }
}

function forgetPast(nextAt: Map<string, number>): void {
  const now = performance.now()
  for (const [host, at] of nextAt) if (at <= now) nextAt.delete(host)
}
