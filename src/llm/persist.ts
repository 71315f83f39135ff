import { Fault } from '../fault.ts'
import type { Outcome } from './attempt.ts'

/** Waits, or rejects with the signal's reason. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

interface Persistence {
  /** How often it is tried at most. */
  attempts: number
  /** When there is no time left, by the clock of `performance`. */
  endsAt: number
  wait: Wait
}

const FIRST_PAUSE_MS = 500
const MOST_PAUSE_MS = 8000
/** An endpoint that wants to be left alone for longer is not there. */
const MOST_PATIENCE_MS = 60_000

/** Tries again what failed for now, after a pause that the endpoint names or that doubles each time. */
export async function persist(
  once: () => Promise<Outcome>,
  { attempts, endsAt, wait }: Persistence,
  signal: AbortSignal,
): Promise<Exclude<Outcome, { state: 'failed' | 'refused' }>> {
  for (let tried = 1; ; tried++) {
    const outcome = await once()
    if (outcome.state === 'refused') throw outcome.fault
    if (outcome.state !== 'failed') return outcome
    const pauseMs = outcome.afterMs ?? pauseAfter(tried)
    const isWorthIt = pauseMs <= MOST_PATIENCE_MS && performance.now() + pauseMs < endsAt
    if (tried >= attempts || !isWorthIt) throw withDelay(outcome.fault, outcome.afterMs)
    await wait(pauseMs, signal)
  }
}

/** Chance keeps those who were turned away together from coming back together. */
function pauseAfter(tried: number): number {
  const longest = Math.min(MOST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tried - 1))
  return longest * (0.5 + Math.random() / 2)
}

function withDelay(fault: Fault, afterMs: number | undefined): Fault {
  if (afterMs === undefined) return fault
  return new Fault(fault.code, fault.message, {
    cause: fault.cause,
    retryAfterSeconds: Math.ceil(afterMs / 1000),
  })
}
