import type { Log } from '../../log.ts'
import type { Clock } from './clock.ts'
import type { LivingSession } from './living.ts'
import type { SessionTable } from './table.ts'

const BEAT_MS = 10_000

/** Writes down that the sessions are alive, again and again, and ends those that others took for dead. */
export function startHeart(
  live: ReadonlyMap<string, LivingSession>,
  { table, clock, log }: { table: Pick<SessionTable, 'keep'>; clock: Clock; log: Log },
): AsyncDisposable {
  let beat = Promise.resolve()
  let timer = clock.after(BEAT_MS, next)

  function next(): void {
    beat = keep().finally(() => (timer = clock.after(BEAT_MS, next)))
  }

  async function keep(): Promise<void> {
    try {
      const ended = await table.keep(Array.from(live, ([id, session]) => ({ id, idleMs: session.idleMs() })))
      for (const id of ended) live.get(id)?.endSoon('lost')
    } catch (failure) {
      log.warn({ err: failure }, 'could not write down that the browser sessions are alive')
    }
  }

  return {
    async [Symbol.asyncDispose]() {
      await beat
      timer[Symbol.dispose]()
    },
  }
}
