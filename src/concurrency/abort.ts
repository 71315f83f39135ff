import { Fault } from '../fault.ts'

/** Settles like the work, or rejects with the reason of the first signal that aborts; the work itself goes on. */
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

/** `AbortSignal.any` would keep its listeners until garbage collection: tens of megabytes on a busy thread. */
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

/** All the time a request has. One that has `mostMs` already, the operator's limit, is not advised to raise its timeout. */
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

/** Whether a longer `timeout` in the request might have helped. */
export function canRaiseTimeout(failure: Fault): boolean {
  return failure instanceof RaisableTimeout
}

function timeoutFault(timeoutMs: number, maxMs: number): Fault {
  if (timeoutMs < maxMs) {
    return new RaisableTimeout(
      'SCRAPE_TIMEOUT',
      `This took longer than the ${timeoutMs} ms it had. Raise 'timeout' to give it more.`,
    )
  }
  return new Fault(
    'SCRAPE_TIMEOUT',
    `This took longer than ${maxMs} ms, the longest time that the operator of this service allows (WINNOW_MAX_TIMEOUT).`,
  )
}
