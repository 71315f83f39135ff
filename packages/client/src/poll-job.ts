import { WinnowError } from './failure.ts'
import { deadlineAfter, eitherSignal, pause } from './pause.ts'
import type { Pause } from './pause.ts'

/** How a job is waited for. */
export interface Waiting {
  /** Milliseconds between two questions at most; the first ones are asked sooner. Default: 2000. */
  pollMs?: number | undefined
  /** How long to wait in all; then `JOB_TIMEOUT`, while the job goes on. Default: as long as it takes. */
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

/** A job that can be asked how far it is. */
export interface Polled<State> {
  id: string
  ask(signal: AbortSignal | undefined): Promise<State>
  /** What a state leads to: the next question at once, the next question later, or the end. */
  after(state: State): 'ask' | 'wait' | 'end'
}

const FIRST_POLL_MS = 200

/** So often in a row the service may fail to answer: a minute and a half with the usual `pollMs`, enough to be restarted. */
const MOST_MISSES = 6
const LONGEST_MISS_MS = 30_000

/**
 * Asks about a job until it has ended, and gives every answer. A service that cannot be reached, is in trouble or busy is
 * asked again later: the job goes on meanwhile. Every other failure ends the wait and names the job.
 */
export async function* pollJob<State>(
  { id, ask, after }: Polled<State>,
  { pollMs = 2_000, timeoutMs, signal }: Waiting,
  wait: Pause = pause,
): AsyncGenerator<State, void, undefined> {
  const deadline = deadlineAfter(timeoutMs)
  const patience = eitherSignal(signal, deadline)
  let pollAfterMs = Math.min(FIRST_POLL_MS, pollMs)
  let delayMs = 0
  let misses = 0
  let state: State | undefined
  for (;;) {
    try {
      if (delayMs > 0) await wait(delayMs, patience)
      state = await ask(patience)
    } catch (failure) {
      if (!(failure instanceof WinnowError)) throw failure
      if (deadline?.aborted && !signal?.aborted) throw outOfTime(id, state, failure)
      if (signal?.aborted || !isPassing(failure)) throw failure.of(id)
      const { status, retryAfterSeconds } = failure
      // Being told when to come back is an answer, however often it is given.
      const isTold = status === 429 && retryAfterSeconds !== undefined
      if (!isTold && ++misses > MOST_MISSES) throw failure.of(id)
      const backoffMs = Math.min(pollMs * 2 ** Math.max(0, misses - 1), Math.max(pollMs, LONGEST_MISS_MS))
      delayMs = Math.max(backoffMs, (retryAfterSeconds ?? 0) * 1000)
      continue
    }
    misses = 0
    yield state
    const next = after(state)
    if (next === 'end') return
    delayMs = next === 'wait' ? pollAfterMs : 0
    if (next === 'wait') pollAfterMs = Math.min(pollMs, pollAfterMs * 1.5)
  }
}

/** Whether the same question may be answered a little later; the time that is up here is that of one exchange only. */
function isPassing({ status, code }: WinnowError): boolean {
  return status === undefined ? code === 'NETWORK' || code === 'TIMEOUT' : status >= 500 || status === 429
}

function outOfTime(jobId: string, last: unknown, cause: WinnowError): WinnowError {
  return new WinnowError('JOB_TIMEOUT', 'The job has not ended in the time there was to wait; it goes on.', {
    jobId,
    details: last,
    cause,
  })
}
