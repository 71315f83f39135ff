import { WinnowError } from '../../client/src/client.ts'
import { pollJob } from '../../client/src/poll-job.ts'
import { JobFailure } from './failure.ts'
import type { Plain, Step, Turn } from './tool.ts'

/** A job of the service that takes a while. */
export interface Job {
  id: string
  /** What it is called in messages. */
  kind: string
  /** The tool that tells its state later. */
  statusTool: string
  status(signal: AbortSignal | undefined): Promise<Plain>
  /** Ends it; without this it goes on when nobody waits any more. */
  cancel?: (() => Promise<unknown>) | undefined
}

const FINAL = new Set(['completed', 'failed', 'cancelled'])

/**
 * Does what there is to do about a job that was just started. Its id is known only here: a failure says it, and a caller that
 * goes away meanwhile could never ask for the result, so the job is cancelled rather than left to spend credits.
 */
export async function attend<Outcome>(job: Job, turn: Turn, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    const outcome = await work()
    turn.signal.throwIfAborted()
    return outcome
  } catch (failure) {
    if (turn.signal.aborted) await job.cancel?.().catch(() => undefined)
    throw failure instanceof WinnowError ? new JobFailure(failure, job) : failure
  }
}

/** Waits until a job is done, at most `waitSeconds`, and gives its last state. */
export async function waitFor(job: Job, waitSeconds: number, turn: Turn): Promise<Plain> {
  let last: Plain | undefined
  let polls = 0
  const hear = (state: Plain) => {
    last = state
    turn.report(stepOf(job, state, ++polls))
  }
  if (waitSeconds === 0) hear(await job.status(turn.signal))
  try {
    const waiting = { timeoutMs: waitSeconds * 1000, signal: turn.signal }
    const polled = { id: job.id, ask: job.status, after: whatNext }
    if (waitSeconds > 0) for await (const state of pollJob(polled, waiting)) hear(state)
  } catch (failure) {
    const isTimeUp = failure instanceof WinnowError && failure.code === 'JOB_TIMEOUT'
    if (!isTimeUp || last === undefined) throw failure
  }
  return last!
}

function whatNext(state: Plain): 'end' | 'wait' {
  return isFinal(state) ? 'end' : 'wait'
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
