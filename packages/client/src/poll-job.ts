import { WinnowError } from './failure.ts'
import { deadlineAfter, anySignal, pause } from './pause.ts'
import type { Pause } from './pause.ts'

/** Options for waiting for a job. */
export interface WaitOptions {
  /** Maximum milliseconds between two polls; the first polls are closer together. Default: 2000. */
  pollMs?: number | undefined
  /**
   * Maximum time to wait; then the call fails with `JOB_TIMEOUT` and the job continues. Default: unlimited.
   */
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

/** A job that can be polled. */
export interface PollTarget<State> {
  id: string
  fetchState(signal: AbortSignal | undefined): Promise<State>
  /** The next step after a state: poll at once, poll later, or end. */
  nextStep(state: State): 'ask' | 'wait' | 'end'
}

const FIRST_POLL_MS = 200

/**
 * Maximum number of failed polls in a row: 90 seconds with the default `pollMs`, enough for a restart of the
 * service.
 */
const MAX_FAILED_POLLS = 6
const MAX_BACKOFF_MS = 30_000

/**
 * Polls a job until it has ended, and yields every state. If the service is unreachable, failing or busy, the
 * poll is retried later, because the job continues meanwhile. Any other failure ends the wait and names the
 * job.
 */
export async function* pollJob<State>(
  { id, fetchState, nextStep }: PollTarget<State>,
  { pollMs = 2_000, ...waitOptions }: WaitOptions,
  wait: Pause = pause,
): AsyncGenerator<State, void, undefined> {
  const deadline = createWaitDeadline(id, waitOptions)
  let pollAfterMs = Math.min(FIRST_POLL_MS, pollMs)
  let delayMs = 0
  let failedPolls = 0
  let state: State | undefined
  for (;;) {
    try {
      if (delayMs > 0) await wait(delayMs, deadline.signal)
      state = await fetchState(deadline.signal)
    } catch (failure) {
      if (!(failure instanceof WinnowError)) throw failure
      if (deadline.signal?.aborted || !isTransient(failure)) throw deadline.failureOf(failure, state)
      const { status, retryAfterSeconds } = failure
      // A response that names a delay is not a failed poll.
      const hasRetryAfter = status === 429 && retryAfterSeconds !== undefined
      if (!hasRetryAfter && ++failedPolls > MAX_FAILED_POLLS) throw deadline.failureOf(failure, state)
      const backoffMs = Math.min(pollMs * 2 ** Math.max(0, failedPolls - 1), Math.max(pollMs, MAX_BACKOFF_MS))
      delayMs = Math.max(backoffMs, (retryAfterSeconds ?? 0) * 1000)
      continue
    }
    failedPolls = 0
    yield state
    const next = nextStep(state)
    if (next === 'end') return
    delayMs = next === 'wait' ? pollAfterMs : 0
    if (next === 'wait') pollAfterMs = Math.min(pollMs, pollAfterMs * 1.5)
  }
}

/** Whether a retry may succeed; a timeout here is that of one exchange only. */
function isTransient({ status, code }: WinnowError): boolean {
  return status === undefined ? code === 'NETWORK' || code === 'TIMEOUT' : status >= 500 || status === 429
}

/** The time limit of waiting for a job, and the conversion of its failures. */
export interface WaitDeadline {
  signal: AbortSignal | undefined
  /**
   * Adds the job id; after the time limit the failure is `JOB_TIMEOUT` with the last state, however it was
   * detected.
   */
  failureOf(failure: WinnowError, last: unknown): WinnowError
}

export function createWaitDeadline(
  jobId: string,
  { signal, timeoutMs }: Omit<WaitOptions, 'pollMs'>,
): WaitDeadline {
  const deadline = deadlineAfter(timeoutMs)
  return {
    signal: anySignal(signal, deadline),
    failureOf(failure, last) {
      if (!deadline?.aborted || signal?.aborted) return failure.withJobId(jobId)
      return new WinnowError('JOB_TIMEOUT', 'The job has not ended within the time limit; it continues.', {
        jobId,
        details: last,
        cause: failure,
      })
    },
  }
}
