import { Fault } from '../fault.ts'

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
