import { WinnowError } from '../../client/src/client.ts'
import { pollJob } from '../../client/src/poll-job.ts'
import { JobFailure } from './failure.ts'
import type { JsonObject, JobProgress, ToolContext } from './tool.ts'

/** A long-running job of the service. */
export interface Job {
  id: string
  /** Its name in messages. */
  kind: string
  /** The tool that returns its state later. */
  statusTool: string
  status(signal: AbortSignal | undefined): Promise<JsonObject>
  /** Cancels it; without this the job continues when the caller disconnects. */
  cancel?: (() => Promise<unknown>) | undefined
}

const FINAL = new Set(['completed', 'failed', 'cancelled'])

/**
 * Runs the work on a job that was just started. Only this code knows the id: a failure contains it. When the
 * caller disconnects, nothing could read the result, so the job is cancelled rather than left to spend
 * credits.
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

/** Waits until a job is done, at most `waitSeconds`, and returns its last state. */
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

/** Whether the state of a job is final. */
export function isFinal(state: JsonObject): boolean {
  return FINAL.has(String(state['status']))
}

/** Progress counts pages; for jobs without pages it counts polls. */
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
