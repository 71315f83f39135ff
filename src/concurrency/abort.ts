import { Fault } from '../fault.ts'

/**
 * Settles like the work, or rejects with the reason of the first aborted signal. The work itself continues.
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

export function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  return orAborted(work, AbortSignal.timeout(milliseconds))
}

/** The Fault of an aborted signal. Its reason distinguishes a timeout from a caller that disconnected. */
export function abortFault({ reason }: AbortSignal): Fault {
  if (reason instanceof Fault) return reason
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return new Fault('SCRAPE_TIMEOUT', 'The page did not load within the time limit of the request.', {
      cause: reason,
    })
  }
  return new Fault('SCRAPE_JOB_CANCELLED', 'The request was cancelled.', { cause: reason })
}

/**
 * `AbortSignal.any` would keep its listeners until garbage collection: tens of megabytes on a busy thread.
 */
export function anySignal(...signals: AbortSignal[]): AbortSignal & Disposable {
  const first = new AbortController()
  const onAbort = () => first.abort(signals.find(({ aborted }) => aborted)?.reason)
  for (const signal of signals) signal.addEventListener('abort', onAbort, { once: true })
  if (signals.some(({ aborted }) => aborted)) onAbort()
  return Object.assign(first.signal, {
    [Symbol.dispose]() {
      for (const signal of signals) signal.removeEventListener('abort', onAbort)
    },
  })
}

/**
 * The time limit of a request. If it is already the operator's limit `maxMs`, the message does not suggest a
 * higher timeout.
 */
export function deadline(signal: AbortSignal, timeoutMs: number, maxMs = Infinity): AbortSignal & Disposable {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(timeoutFault(timeoutMs, maxMs)), Math.min(timeoutMs, maxMs))
  const over = anySignal(signal, late.signal)
  const leave = over[Symbol.dispose]
  return Object.assign(over, {
    [Symbol.dispose]() {
      clearTimeout(timer)
      leave()
    },
  })
}

class RaisableTimeout extends Fault {}

/** True if a higher `timeout` in the request might have helped. */
export function canRaiseTimeout(failure: Fault): boolean {
  return failure instanceof RaisableTimeout
}

function timeoutFault(timeoutMs: number, maxMs: number): Fault {
  if (timeoutMs < maxMs) {
    return new RaisableTimeout(
      'SCRAPE_TIMEOUT',
      `The request took longer than its ${timeoutMs} ms. Raise 'timeout' to allow more.`,
    )
  }
  return new Fault(
    'SCRAPE_TIMEOUT',
    `The request took longer than ${maxMs} ms, the maximum that the operator of this service allows (WINNOW_MAX_TIMEOUT).`,
  )
}
