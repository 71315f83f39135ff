import { MINUTE_MS } from './cover.ts'
import type { EndCause } from '../session.ts'

export interface Clock {
  now(): number
  after(milliseconds: number, act: () => void): Disposable
}

/** The time of this process; what waits does not keep it running. */
export const processClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds).unref()
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  },
}

export interface Vigil {
  clock: Clock
  ttlMs: number
  activityTtlMs: number
  idleMs(): number
  cover(reachMs: number): Promise<{ state: 'held' | 'insufficient' | 'gone' }>
  hasTrouble(failure: unknown): void
  end(cause: EndCause): void
}

/** Ends a session when its time is over, nobody uses it or nobody pays for it, until it is disposed of. */
export function keepVigil({ clock, ttlMs, activityTtlMs, idleMs, ...session }: Vigil): Disposable {
  const bornAt = clock.now()
  const timers = new Map<'life' | 'use' | 'minute', Disposable>()
  let isOver = false

  function watchUse(): void {
    const act = () => (idleMs() < activityTtlMs ? watchUse() : session.end('idle'))
    timers.set('use', clock.after(activityTtlMs - idleMs(), act))
  }

  /** What a minute costs is held when it begins; the last minute ends with the session. */
  function watchMinute(beginsMs: number, inMs = beginsMs - (clock.now() - bornAt)): void {
    if (beginsMs < ttlMs && !isOver) {
      timers.set(
        'minute',
        clock.after(inMs, () => void coverMinute(beginsMs)),
      )
    }
  }

  async function coverMinute(beginsMs: number): Promise<void> {
    try {
      const { state } = await session.cover(beginsMs + 1)
      if (state === 'held') watchMinute(beginsMs + MINUTE_MS)
      else session.end(state === 'gone' ? 'lost' : 'credits')
    } catch (failure) {
      session.hasTrouble(failure)
      watchMinute(beginsMs, RETRY_MS)
    }
  }

  timers.set(
    'life',
    clock.after(ttlMs, () => session.end('expired')),
  )
  watchUse()
  watchMinute(MINUTE_MS)
  return {
    [Symbol.dispose]() {
      isOver = true
      for (const timer of timers.values()) timer[Symbol.dispose]()
    },
  }
}

const RETRY_MS = 1000
