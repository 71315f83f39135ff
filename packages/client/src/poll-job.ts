import { WinnowError } from './failure.ts'
import { eitherSignal, pause } from './pause.ts'
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

/** So often in a row the service may fail to answer; the job goes on without us. */
const MOST_MISSES = 5

/** Asks about a job until it has ended, and gives every answer. */
export async function* pollJob<State>(
  { id, ask, after }: Polled<State>,
  { pollMs = 2_000, timeoutMs, signal }: Waiting,
  wait: Pause = pause,
): AsyncGenerator<State, void, undefined> {
  const deadline = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const patience = eitherSignal(signal, deadline)
  let delayMs = Math.min(FIRST_POLL_MS, pollMs)
  let isLater = false
  let misses = 0
  let state: State | undefined
  for (;;) {
    try {
      if (isLater) {
        await wait(delayMs, patience)
        delayMs = Math.min(pollMs, delayMs * 1.5)
      }
      state = await ask(patience)
    } catch (failure) {
      if (!(failure instanceof WinnowError)) throw failure
      if (deadline?.aborted && !signal?.aborted) throw outOfTime(id, state, failure)
      if (!isPassing(failure) || ++misses > MOST_MISSES) throw failure.of(id)
      isLater = true
      continue
    }
    misses = 0
    yield state
    const next = after(state)
    if (next === 'end') return
    isLater = next === 'wait'
  }
}

/** Whether the same question may be answered a little later. */
function isPassing({ status, code }: WinnowError): boolean {
  return status === undefined ? code === 'NETWORK' : status >= 500 || status === 429
}

function outOfTime(jobId: string, last: unknown, cause: WinnowError): WinnowError {
  return new WinnowError('JOB_TIMEOUT', 'The job has not ended in the time there was to wait; it goes on.', {
    jobId,
    details: last,
    cause,
  })
}
