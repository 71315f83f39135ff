import { WinnowError } from '../../client/src/client.ts'
import { pollJob } from '../../client/src/poll-job.ts'
import { JobFailure } from './failure.ts'
import type { JsonObject, JobProgress, ToolContext } from './tool.ts'

/** A job of the service that takes a while. */
export interface Job {
  id: string
  /** What it is called in messages. */
  kind: string
  /** The tool that tells its state later. */
  statusTool: string
  status(signal: AbortSignal | undefined): Promise<JsonObject>
  /** Ends it; without this it goes on when nobody waits any more. */
  cancel?: (() => Promise<unknown>) | undefined
}

const FINAL = new Set(['completed', 'failed', 'cancelled'])

/**
 * Does what there is to do about a job that was just started. Its id is known only here: a failure says it, and a caller that
 * goes away meanwhile could never ask for the result, so the job is cancelled rather than left to spend credits.
 */
export async function superviseJob<Outcome>(
  job: Job,
  context: ToolContext,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const outcome = await work()
    context.signal.throwIfAborted()
    return outcome
  } catch (failure) {
    if (context.signal.aborted) await job.cancel?.().catch(() => undefined)
    throw failure instanceof WinnowError ? new JobFailure(failure, job) : failure
  }
}

/** Waits until a job is done, at most `waitSeconds`, and gives its last state. */
export async function waitForJob(job: Job, waitSeconds: number, context: ToolContext): Promise<JsonObject> {
  let last: JsonObject | undefined
  let polls = 0
  const recordState = (state: JsonObject) => {
    last = state
    context.report(progressOf(job, state, ++polls))
  }
  if (waitSeconds === 0) recordState(await job.status(context.signal))
  try {
    const waiting = { timeoutMs: waitSeconds * 1000, signal: context.signal }
    const polled = { id: job.id, fetchState: job.status, nextStep }
    if (waitSeconds > 0) for await (const state of pollJob(polled, waiting)) recordState(state)
  } catch (failure) {
    const isTimeUp = failure instanceof WinnowError && failure.code === 'JOB_TIMEOUT'
    if (!isTimeUp || last === undefined) throw failure
  }
  return last!
}

function nextStep(state: JsonObject): 'end' | 'wait' {
  return isFinal(state) ? 'end' : 'wait'
}

/** Whether a job will not change any more. */
export function isFinal(state: JsonObject): boolean {
  return FINAL.has(String(state['status']))
}

/** Pages are counted; what has no pages can only be seen to go on. */
function progressOf({ id, kind }: Job, state: JsonObject, polls: number): JobProgress {
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
