import { MINUTE_MS } from './credit-hold.ts'
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

export interface WatchdogOptions {
  clock: Clock
  ttlMs: number
  activityTtlMs: number
  idleMs(): number
  holdMinutes(untilMs: number): Promise<{ state: 'held' | 'insufficient' | 'gone' }>
  onError(failure: unknown): void
  end(cause: EndCause): void
}

/** Ends a session when its time is over, nobody uses it or nobody pays for it, until it is disposed of. */
export function startWatchdog({
  clock,
  ttlMs,
  activityTtlMs,
  idleMs,
  ...session
}: WatchdogOptions): Disposable {
  const startedAt = clock.now()
  const timers = new Map<'life' | 'use' | 'minute', Disposable>()
  let isOver = false

  function watchUse(): void {
    const act = () => (idleMs() < activityTtlMs ? watchUse() : session.end('idle'))
    timers.set('use', clock.after(activityTtlMs - idleMs(), act))
  }

  /** What a minute costs is held when it begins; the last minute ends with the session. */
  function watchMinute(beginsMs: number, inMs = beginsMs - (clock.now() - startedAt)): void {
    if (beginsMs < ttlMs && !isOver) {
      timers.set(
        'minute',
        clock.after(inMs, () => void holdMinute(beginsMs)),
      )
    }
  }

  async function holdMinute(beginsMs: number): Promise<void> {
    try {
      const { state } = await session.holdMinutes(beginsMs + 1)
      if (state === 'held') watchMinute(beginsMs + MINUTE_MS)
      else session.end(state === 'gone' ? 'lost' : 'credits')
    } catch (failure) {
      session.onError(failure)
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
