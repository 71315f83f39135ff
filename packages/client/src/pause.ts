import { WinnowError } from './failure.ts'

/** Waits; a signal ends the wait with a failure. */
export type Pause = (ms: number, signal?: AbortSignal | undefined) => Promise<void>

export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(stopped(signal))
    const stop = () => {
      clearTimeout(timer)
      reject(stopped(signal!))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

/** The failure that an aborted signal stands for. */
export function stopped(signal: AbortSignal): WinnowError {
  const { reason } = signal as { reason: unknown }
  return (reason as { name?: unknown } | undefined)?.name === 'TimeoutError'
    ? new WinnowError('TIMEOUT', 'The time that the call may take is up.', { cause: reason })
    : new WinnowError('ABORTED', 'The call was aborted.', { cause: reason })
}

/** Aborts with the first of these, or never. */
export function eitherSignal(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}
