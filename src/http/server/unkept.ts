import type { Caller } from '../../access/access.ts'
import { Fault } from '../../fault.ts'

/** A request as its team wants all of them: where nothing of them may be kept, each is one under zero data retention. */
export function asUnkept<Request extends { zeroDataRetention: boolean }>(
  { zeroDataRetention }: Pick<Caller, 'zeroDataRetention'>,
  request: Request,
): Request {
  return zeroDataRetention ? { ...request, zeroDataRetention } : request
}

/** Refuses work whose every step is written down until it is done. */
export function refuseUnkept({ zeroDataRetention }: Pick<Caller, 'zeroDataRetention'>, what: string): void {
  if (!zeroDataRetention) return
  throw new Fault(
    'BAD_REQUEST',
    `Bad Request: ${what} keeps what it finds until it is done, and nothing of this team’s requests may be kept (zero data retention). Use scrape, crawl, search or map.`,
  )
}
