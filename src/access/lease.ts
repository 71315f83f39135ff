import { randomUUID } from 'node:crypto'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'

/** Where processes say that they are alive. Times are the database's, so clocks need not agree. */
export interface ProcessTable {
  register(processId: string, role: string, leaseMs: number): Promise<void>
  /**
   * Extends the lease, also one that has run out; false when another process has removed this one. Removes other
   * processes whose lease has run out. It must not wait for other statements of this process.
   */
  renew(processId: string, leaseMs: number): Promise<boolean>
  remove(processId: string): Promise<void>
  /** Releases the holds of processes that were removed, and returns how many there were. */
  sweep(): Promise<number>
}

/** The lease of this process. Credits, slots and claims are held in the name of `processId`. */
export interface Lease {
  readonly processId: string
  /** Aborts when this process was removed or cannot reach the database; work done in its name must stop then. */
  readonly signal: AbortSignal
}

export interface LeaseTimes {
  leaseMs: number
  renewMs: number
  sweepMs: number
}

const TIMES: LeaseTimes = { leaseMs: 10_000, renewMs: 2_000, sweepMs: 5_000 }

/**
 * Keeps this process registered as alive.
 *
 * Others may take over what a process holds only after one of them has removed its row, and a removed row cannot be
 * renewed. Both are one statement on that row, so exactly one of them wins. A process that was late because its event
 * loop or its machine stood still keeps its work when nobody removed it. When somebody did, the next renewal says so:
 * the process aborts its work and begins anew under another id. Until that answer its work may overlap with its
 * successor's. Claims and holds have ids that the successor replaces, so a late settlement finds nothing.
 *
 * A process that gets no answer cannot know whether it was removed. It stops after 80 % of a lease, before anybody
 * else removes it. Only time in which the event loop turned counts: after a standstill the timer fires before the
 * answers that have arrived meanwhile are read.
 */
export async function holdLease(table: ProcessTable, role: string, log: Log, times: LeaseTimes = TIMES) {
  const watchMs = times.renewMs / 4
  let awakeMs = 0
  let lastWatchAt = performance.now()
  let current = await registerProcess(table, role, times.leaseMs)

  async function renew(): Promise<void> {
    const sentAt = awakeMs
    if (!current.abort.signal.aborted && (await table.renew(current.processId, times.leaseMs))) {
      current.renewedAt = sentAt
    } else {
      loseLease(current, log)
      current = { ...(await registerProcess(table, role, times.leaseMs)), renewedAt: awakeMs }
    }
  }

  async function sweep(): Promise<void> {
    const released = await table.sweep()
    if (released > 0) log.warn({ released }, 'released credits that a dead process had held')
  }

  function watch(): void {
    const stalledMs = performance.now() - lastWatchAt
    lastWatchAt += stalledMs
    awakeMs += Math.min(stalledMs, 2 * watchMs)
    if (stalledMs > times.leaseMs)
      log.warn({ stalledMs }, 'the event loop stood still for longer than a lease')
    if (awakeMs - current.renewedAt > times.leaseMs * MAX_LEASE_SHARE) loseLease(current, log)
  }

  const watching = setInterval(watch, watchMs)
  const renewing = repeat(times.renewMs, renew, (err) =>
    log.warn({ err }, 'could not renew the process lease'),
  )
  // Sweeping may take long when the database is busy, so no renewal waits for it.
  const sweeping = repeat(times.sweepMs, sweep, (err) =>
    log.warn({ err }, 'could not release abandoned holds'),
  )

  return {
    current: (): Lease => ({ processId: current.processId, signal: current.abort.signal }),
    async [Symbol.asyncDispose](): Promise<void> {
      clearInterval(watching)
      await Promise.all([renewing.end(), sweeping.end()])
      await table.remove(current.processId)
    },
  }
}

/** The part of a lease after which a process without an answer stops; the rest covers clocks of different speed. */
const MAX_LEASE_SHARE = 0.8

interface HeldLease {
  processId: string
  abort: AbortController
  /** When the last renewal that succeeded was sent, in milliseconds in which the event loop turned. */
  renewedAt: number
}

async function registerProcess(table: ProcessTable, role: string, leaseMs: number): Promise<HeldLease> {
  const processId = randomUUID()
  await table.register(processId, role, leaseMs)
  return { processId, abort: new AbortController(), renewedAt: 0 }
}

/** Runs work regularly; a run that takes longer than the interval delays the next one. */
function repeat(everyMs: number, work: () => Promise<void>, onFailure: (failure: unknown) => void) {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= work()
      .catch(onFailure)
      .finally(() => (running = undefined))
  }, everyMs)
  return {
    async end(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}

function loseLease(lease: HeldLease, log: Log): void {
  if (lease.abort.signal.aborted) return
  log.error({ processId: lease.processId }, 'lost the process lease; its running work is stopped')
  lease.abort.abort(
    new Fault('UNAVAILABLE', 'The service was interrupted while it worked on this. Try again.'),
  )
}
