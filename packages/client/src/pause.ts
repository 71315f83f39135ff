import { WinnowError } from './failure.ts'

/** The maximum delay of timers, almost 25 days; a longer delay would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Waits; an aborted signal rejects the wait. */
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

/** The same result, unless the signal is aborted first. */
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

/** The error for an aborted signal. */
export function abortError(signal: AbortSignal): WinnowError {
  const { reason } = signal as { reason: unknown }
  return (reason as { name?: unknown } | undefined)?.name === 'TimeoutError'
    ? new WinnowError('TIMEOUT', 'The time limit of the call was reached.', { cause: reason })
    : new WinnowError('ABORTED', 'The call was aborted.', { cause: reason })
}

/**
 * A signal that aborts at the time limit; undefined without a limit, or when it exceeds the maximum timer
 * delay.
 */
export function deadlineAfter(timeoutMs: number | undefined): AbortSignal | undefined {
  if (timeoutMs === undefined) return undefined
  if (Number.isNaN(timeoutMs)) throw new WinnowError('BAD_OPTION', 'timeoutMs must be a number.')
  return timeoutMs > MAX_TIMER_MS ? undefined : AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs)))
}

/** Aborts with the first of these signals; undefined without any. */
export function anySignal(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}
