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
