import { Fault } from '../fault.ts'
import { markConnectionFailure } from './connection-failure.ts'

/** The operator's proxy cannot be reached or broke off; another try may succeed. Nothing of its address is told. */
export function upstreamUnreachable(cause: unknown): Fault {
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
