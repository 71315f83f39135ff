import { WinnowError } from './failure.ts'

/** What timers can count at most, almost 25 days; more would make them fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Waits; a signal ends the wait with a failure. */
export type Pause = (ms: number, signal?: AbortSignal | undefined) => Promise<void>

export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal))
    const stop = () => {
      clearTimeout(timer)
      reject(abortError(signal!))
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, MAX_TIMER_MS),
    )
    signal?.addEventListener('abort', stop, { once: true })
  })

/** The same, unless the signal says stop before. */
export function rejectOnAbort<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortError(signal))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** The failure that an aborted signal stands for. */
export function abortError(signal: AbortSignal): WinnowError {
  const { reason } = signal as { reason: unknown }
  return (reason as { name?: unknown } | undefined)?.name === 'TimeoutError'
    ? new WinnowError('TIMEOUT', 'The time that the call may take is up.', { cause: reason })
    : new WinnowError('ABORTED', 'The call was aborted.', { cause: reason })
}

/** Aborts when the time is up; never when there is none, or more than can be counted. */
export function deadlineAfter(timeoutMs: number | undefined): AbortSignal | undefined {
  if (timeoutMs === undefined) return undefined
  if (Number.isNaN(timeoutMs)) throw new WinnowError('BAD_OPTION', 'The timeoutMs must be a number.')
  return timeoutMs > MAX_TIMER_MS ? undefined : AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs)))
}

/** Aborts with the first of these, or never. */
export function anySignal(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}
