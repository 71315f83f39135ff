import { setTimeout as delay } from 'node:timers/promises'

export interface Paces {
  turn(host: string, delayMs: number, signal: AbortSignal): Promise<void>
}

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
