import { setTimeout as pause } from 'node:timers/promises'
import type { Plain, Step, Turn } from './tool.ts'

/** A job of the service that takes a while. */
export interface Job {
  id: string
  /** What it is called in messages. */
  kind: string
  status(signal: AbortSignal): Promise<Plain>
  /** Ends it; without this it goes on when nobody waits any more. */
  cancel?: (() => Promise<unknown>) | undefined
}

/** Milliseconds between two questions: soon at first, because most jobs are short. */
const POLL_MS = { first: 200, longest: 2000 }
const FINAL = new Set(['completed', 'failed', 'cancelled'])

/**
 * Waits until a job is done, at most `waitSeconds`, and gives its last state.
 *
 * A caller that goes away meanwhile was never told the id of the job, so nobody could ask for its result: it is cancelled
 * rather than left to spend credits.
 */
export async function waitFor(job: Job, waitSeconds: number, turn: Turn): Promise<Plain> {
  const end = Date.now() + waitSeconds * 1000
  try {
    for (let polls = 1, delayMs = POLL_MS.first; ; polls++) {
      const state = await job.status(turn.signal)
      turn.report(stepOf(job, state, polls))
      if (isFinal(state) || Date.now() + delayMs > end) return state
      await pause(delayMs, undefined, { signal: turn.signal })
      delayMs = Math.min(delayMs * 1.5, POLL_MS.longest)
    }
  } catch (failure) {
    if (turn.signal.aborted) await job.cancel?.().catch(() => undefined)
    throw failure
  }
}

/** Whether a job will not change any more. */
export function isFinal(state: Plain): boolean {
  return FINAL.has(String(state['status']))
}

/** Pages are counted; what has no pages can only be seen to go on. */
function stepOf({ id, kind }: Job, state: Plain, polls: number): Step {
  const { status, completed, total, creditsUsed } = state
  if (typeof completed === 'number' && typeof total === 'number')
    return {
      done: completed,
      total,
      message: `${kind} ${id}: ${completed} of ${total} pages, ${String(status)}`,
    }
  const spent = typeof creditsUsed === 'number' ? `, ${creditsUsed} credits` : ''
  return { done: polls, message: `${kind} ${id}: ${String(status)}${spent}` }
}
