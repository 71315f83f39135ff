import type { Clock } from '../../src/interact/sessions/watchdog.ts'

export interface ManualClock extends Clock {
  /** Lets time pass, and does what falls due on the way, in order. */
  advance(milliseconds: number): void
}

/** A clock that only moves by hand. */
export function createManualClock(): ManualClock {
  const waiting = new Set<{ at: number; act: () => void }>()
  let now = 0

  const nextUntil = (end: number) =>
    [...waiting].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0]

  return {
    now: () => now,
    after(milliseconds, act) {
      const timer = { at: now + Math.max(0, milliseconds), act }
      waiting.add(timer)
      return { [Symbol.dispose]: () => void waiting.delete(timer) }
    },
    advance(milliseconds) {
      const end = now + milliseconds
      for (let next = nextUntil(end); next; next = nextUntil(end)) {
        waiting.delete(next)
        now = next.at
        next.act()
      }
      now = end
    },
  }
}
