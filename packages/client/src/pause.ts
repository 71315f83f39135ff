import { WinnowError } from './failure.ts'

/** What timers can count at most, almost 25 days; more would make them fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Waits; a signal ends the wait with a failure. */
export type Pause = (ms: number, signal?: AbortSignal | undefined) => Promise<void>

export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(stopped(signal))
    const stop = () => {
      clearTimeout(timer)
      reject(stopped(signal!))
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, LONGEST_TIMER_MS),
    )
    signal?.addEventListener('abort', stop, { once: true })
  })

/** The failure that an aborted signal stands for. */
export function stopped(signal: AbortSignal): WinnowError {
  const { reason } = signal as { reason: unknown }
  return (reason as { name?: unknown } | undefined)?.name === 'TimeoutError'
    ? new WinnowError('TIMEOUT', 'The time that the call may take is up.', { cause: reason })
    : new WinnowError('ABORTED', 'The call was aborted.', { cause: reason })
}

/** Aborts when the time is up; never when there is none, or more than can be counted. */
export function deadlineAfter(timeoutMs: number | undefined): AbortSignal | undefined {
  if (timeoutMs === undefined) return undefined
  if (Number.isNaN(timeoutMs)) throw new WinnowError('BAD_OPTION', 'The timeoutMs must be a number.')
  return timeoutMs > LONGEST_TIMER_MS ? undefined : AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs)))
}

/** Aborts with the first of these, or never. */
export function eitherSignal(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}
