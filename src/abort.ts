import { Fault } from './fault.ts'

/**
 * Settles like the work, or rejects with the reason of the first signal that aborts. The work itself goes on, and how
 * it ends then is nobody's business.
 */
export function orAborted<Result>(work: Promise<Result>, ...signals: AbortSignal[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      const reason: unknown = signals.find((signal) => signal.aborted)?.reason
      stopListening()
      reject(reason as Error)
    }
    const stopListening = () => {
      for (const signal of signals) signal.removeEventListener('abort', leave)
    }
    for (const signal of signals) signal.addEventListener('abort', leave)
    work.then(resolve, reject).finally(stopListening)
    if (signals.some((signal) => signal.aborted)) leave()
  })
}

/** The same with a deadline. */
export function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  return orAborted(work, AbortSignal.timeout(milliseconds))
}

/** What an aborted signal means to the caller: time that ran out and a caller that left are told apart by its reason. */
export function abortFault({ reason }: AbortSignal): Fault {
  if (reason instanceof Fault) return reason
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return new Fault('SCRAPE_TIMEOUT', 'The page did not come within the time of the request.', {
      cause: reason,
    })
  }
  return new Fault('SCRAPE_JOB_CANCELLED', 'The request was cancelled.', { cause: reason })
}

/** All the time a request has: ends when the caller goes away, when the service stops, or when `timeoutMs` is over. */
export function deadline(signal: AbortSignal, timeoutMs: number): AbortSignal & Disposable {
  const over = new AbortController()
  const end = () => over.abort(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  const timer = setTimeout(() => over.abort(tooLate(timeoutMs)), timeoutMs)
  return Object.assign(over.signal, {
    [Symbol.dispose]() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    },
  })
}

function tooLate(timeoutMs: number): Fault {
  return new Fault(
    'SCRAPE_TIMEOUT',
    `This took longer than the ${timeoutMs} ms it had. Raise 'timeout' to give it more.`,
  )
}
