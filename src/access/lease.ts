import { randomUUID } from 'node:crypto'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'

/** The registry of living processes. Times are the database's, so clocks need not agree. */
export interface ProcessTable {
  register(processId: string, role: string, leaseMs: number): Promise<void>
  /**
   * Extends the lease, even an expired one. Returns false when another process has removed this one. Removes
   * other processes with an expired lease. Must not wait for other statements of this process.
   */
  renew(processId: string, leaseMs: number): Promise<boolean>
  remove(processId: string): Promise<void>
  /** Releases the holds of removed processes, and returns their number. */
  sweep(): Promise<number>
}

/** The lease of this process. Credits, slots and claims are held under `processId`. */
export interface Lease {
  readonly processId: string
  /** Aborts when this process was removed or cannot reach the database; work under its id must then stop. */
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
 * Other processes can take over its claims only after one of them has removed its row, and a removed row
 * cannot be renewed. Both are one statement on that row, so exactly one wins. A process that was late because
 * its event loop or its machine stood still keeps its work if its row still exists. If the row was removed,
 * the next renewal reports it: the process aborts its work and restarts under another id. Until then its work
 * may overlap with its successor's. Claims and holds have ids that the successor replaces, so a late
 * settlement finds nothing.
 *
 * A process without a response cannot know whether it was removed. It stops after 80 % of a lease, before
 * another process removes it. Only time in which the event loop ran counts: after a standstill the timer
 * fires before the responses that have arrived meanwhile are read.
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
    if (released > 0) log.warn({ released }, 'released the credits held by a dead process')
  }

  function watch(): void {
    const stalledMs = performance.now() - lastWatchAt
    lastWatchAt += stalledMs
    awakeMs += Math.min(stalledMs, 2 * watchMs)
    if (stalledMs > times.leaseMs)
      log.warn({ stalledMs }, 'the event loop was blocked for longer than a lease')
    if (awakeMs - current.renewedAt > times.leaseMs * MAX_LEASE_SHARE) loseLease(current, log)
  }

  const watching = setInterval(watch, watchMs)
  const renewing = repeat(times.renewMs, renew, (err) => log.warn({ err }, 'cannot renew the process lease'))
  // Sweeping may take long when the database is busy, so it must not delay renewals.
  const sweeping = repeat(times.sweepMs, sweep, (err) => log.warn({ err }, 'cannot release abandoned holds'))

  return {
    current: (): Lease => ({ processId: current.processId, signal: current.abort.signal }),
    async [Symbol.asyncDispose](): Promise<void> {
      clearInterval(watching)
      await Promise.all([renewing.end(), sweeping.end()])
      await table.remove(current.processId)
    },
  }
}

/**
 * The part of a lease after which a process without a response stops. The rest allows for clocks of different
 * speed.
 */
const MAX_LEASE_SHARE = 0.8

interface HeldLease {
  processId: string
  abort: AbortController
  /** When the last successful renewal was sent, in milliseconds of event loop time. */
  renewedAt: number
}

async function registerProcess(table: ProcessTable, role: string, leaseMs: number): Promise<HeldLease> {
  const processId = randomUUID()
  await table.register(processId, role, leaseMs)
  return { processId, abort: new AbortController(), renewedAt: 0 }
}

/** Runs work regularly. A run that takes longer than the interval delays the next one. */
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
  log.error({ processId: lease.processId }, 'lost the process lease; stopping its running work')
  lease.abort.abort(new Fault('UNAVAILABLE', 'The service was interrupted during this work. Try again.'))
}
