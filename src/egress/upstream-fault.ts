import { Fault } from '../fault.ts'
import { CONNECT_TIMEOUT } from './connect-time.ts'
import { markConnectionFailure } from './connection-failure.ts'
import { codeOf } from './error-code.ts'

/**
 * The operator's proxy cannot be reached or closed the connection. Another attempt may succeed, unless this one took all
 * its time. The message does not reveal the proxy.
 */
export function upstreamUnreachable(cause: unknown): Fault {
  if (codeOf(cause) === CONNECT_TIMEOUT) {
    return new Fault(
      'SCRAPE_PROXY_SELECTION_ERROR',
      'The upstream proxy did not connect to the target in time.',
      { cause },
    )
  }
  return markConnectionFailure(
    new Fault('SCRAPE_PROXY_SELECTION_ERROR', 'The upstream proxy could not be reached.', { cause }),
  )
}

/** The operator's proxy does not take our credentials. */
export function upstreamWantsCredentials(): Fault {
  return new Fault(
    'SCRAPE_PROXY_SELECTION_ERROR',
    'The upstream proxy refused the credentials that the operator configured.',
  )
}

/** The operator's proxy answered, but does not lead to the target. */
export function upstreamRefused(reason: string, { mayPass }: { mayPass: boolean }): Fault {
  const fault = new Fault(
    'SCRAPE_PROXY_SELECTION_ERROR',
    `The upstream proxy did not connect to the target: ${reason}.`,
  )
  return mayPass ? markConnectionFailure(fault) : fault
}
