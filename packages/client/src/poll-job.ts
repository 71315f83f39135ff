import { WinnowError } from './failure.ts'
import { deadlineAfter, anySignal, pause } from './pause.ts'
import type { Pause } from './pause.ts'

/** How a job is waited for. */
export interface WaitOptions {
  /** Milliseconds between two questions at most; the first ones are asked sooner. Default: 2000. */
  pollMs?: number | undefined
  /** How long to wait in all; then `JOB_TIMEOUT`, while the job goes on. Default: as long as it takes. */
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

/** A job that can be asked how far it is. */
export interface PollTarget<State> {
  id: string
  fetchState(signal: AbortSignal | undefined): Promise<State>
  /** What a state leads to: the next question at once, the next question later, or the end. */
  nextStep(state: State): 'ask' | 'wait' | 'end'
}

const FIRST_POLL_MS = 200

/** So often in a row the service may fail to answer: a minute and a half with the usual `pollMs`, enough to be restarted. */
const MAX_FAILED_POLLS = 6
const MAX_BACKOFF_MS = 30_000

/**
 * Asks about a job until it has ended, and gives every answer. A service that cannot be reached, is in trouble or busy is
 * asked again later: the job goes on meanwhile. Every other failure ends the wait and names the job.
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
      // Being told when to come back is an answer, however often it is given.
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

/** Whether the same question may be answered a little later; the time that is up here is that of one exchange only. */
function isTransient({ status, code }: WinnowError): boolean {
  return status === undefined ? code === 'NETWORK' || code === 'TIMEOUT' : status >= 500 || status === 429
}

/** How long a job is waited for, and what a failure is for whoever waits. */
export interface WaitDeadline {
  signal: AbortSignal | undefined
  /** It names the job; when the time is up it is `JOB_TIMEOUT` with the last state, however that was noticed. */
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
      return new WinnowError(
        'JOB_TIMEOUT',
        'The job has not ended in the time there was to wait; it goes on.',
        { jobId, details: last, cause: failure },
      )
    },
  }
}
