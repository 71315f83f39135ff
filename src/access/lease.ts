import { randomUUID } from 'node:crypto'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'

/** Where processes say that they are alive. Times are the database's, so clocks need not agree. */
export interface ProcessTable {
  register(processId: string, role: string, leaseMs: number): Promise<void>
  /** False when the process was given up for dead meanwhile. */
  renew(processId: string, leaseMs: number): Promise<boolean>
  remove(processId: string): Promise<void>
  /** Releases what processes left behind whose lease ran out; answers how many holds that were. */
  sweep(): Promise<number>
}

/** This process's standing with the others. What it holds (credits, slots) is held in the name of `processId`. */
export interface Lease {
  readonly processId: string
  /** Aborts when the others may take this process for dead; work done in its name must stop then. */
  readonly signal: AbortSignal
}

export interface LeaseTimes {
  leaseMs: number
  renewMs: number
  sweepMs: number
}

const TIMES: LeaseTimes = { leaseMs: 10_000, renewMs: 2_000, sweepMs: 5_000 }

/**
 * Keeps this process registered as alive. The lease counts from the moment a renewal was sent, on this process's own
 * clock, and ends before the database's does: when it runs out here, nobody else has taken over yet. A process that
 * lost its lease aborts its work and begins anew under another id, so that a late answer of the old one finds nothing.
 */
export async function holdLease(table: ProcessTable, role: string, log: Log, times: LeaseTimes = TIMES) {
  let current = await begin(table, role, times)
  let beat = Promise.resolve()
  let lastSweep = performance.now()

  async function tick(): Promise<void> {
    try {
      const sentAt = performance.now()
      if (!current.abort.signal.aborted && (await table.renew(current.processId, times.leaseMs))) {
        current.goodUntil = sentAt + times.leaseMs * LOCAL_SHARE
      } else {
        lose(current, log)
        current = await begin(table, role, times)
      }
      if (performance.now() - lastSweep >= times.sweepMs) {
        lastSweep = performance.now()
        const released = await table.sweep()
        if (released > 0) log.warn({ released }, 'released credits that a dead process had held')
      }
    } catch (cause) {
      log.warn({ err: cause }, 'could not renew the process lease')
    }
  }

  const renewal = setInterval(() => (beat = beat.then(tick)), times.renewMs)
  const watch = setInterval(() => {
    if (performance.now() > current.goodUntil) lose(current, log)
  }, times.renewMs / 4)

  return {
    current: (): Lease => ({ processId: current.processId, signal: current.abort.signal }),
    async [Symbol.asyncDispose](): Promise<void> {
      clearInterval(renewal)
      clearInterval(watch)
      await beat
      await table.remove(current.processId)
    },
  }
}

/** The part of a lease this process trusts itself with; the rest covers differing clock speeds and slow wake-ups. */
const LOCAL_SHARE = 0.8

interface Standing {
  processId: string
  abort: AbortController
  goodUntil: number
}

async function begin(table: ProcessTable, role: string, times: LeaseTimes): Promise<Standing> {
  const processId = randomUUID()
  const sentAt = performance.now()
  await table.register(processId, role, times.leaseMs)
  return { processId, abort: new AbortController(), goodUntil: sentAt + times.leaseMs * LOCAL_SHARE }
}

function lose(standing: Standing, log: Log): void {
  if (standing.abort.signal.aborted) return
  log.error({ processId: standing.processId }, 'lost the process lease; its running work is stopped')
  standing.abort.abort(
    new Fault('UNAVAILABLE', 'The service was interrupted while it worked on this. Try again.'),
  )
}
