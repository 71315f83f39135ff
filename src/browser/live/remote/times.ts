import { RemoteError } from '../remote.ts'

/** What Playwright waits for unless told otherwise. */
const DEFAULT_MS = 30_000
/** What is left for a program to hear why a call failed. */
const RESERVE_MS = 500
const LEAST_MS = 50

/** How long the calls of one run may take. */
export interface Times {
  /** What a call gets that asked for so much; undefined asks for the default, 0 for all there is. */
  of(said: unknown): number
  setDefault(said: unknown): void
  /** Aborts after this time, unless it is disposed of before; never for what has all the time of the run. */
  limit(milliseconds: number, method: string): Disposable & { signal: AbortSignal }
}

export function createTimes(timeoutMs: number): Times {
  const endsAt = performance.now() + timeoutMs
  let defaultMs = DEFAULT_MS
  return {
    of(said) {
      const wanted = typeof said === 'number' && said >= 0 ? said : defaultMs
      const left = Math.max(LEAST_MS, endsAt - performance.now() - RESERVE_MS)
      return Math.floor(wanted === 0 ? left : Math.min(wanted, left))
    },
    setDefault(said) {
      if (typeof said !== 'number' || !(said >= 0)) throw new RemoteError('A time in milliseconds is needed.')
      defaultMs = said
    },
    limit(milliseconds, method) {
      const late = new AbortController()
      const reason = new RemoteError(`${method}: the page did not answer in time.`, 'TimeoutError')
      const timer = Number.isFinite(milliseconds) && setTimeout(() => late.abort(reason), milliseconds)
      return { signal: late.signal, [Symbol.dispose]: () => timer && clearTimeout(timer) }
    },
  }
}
