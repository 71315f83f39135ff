import type { Caller } from '../access/access.ts'
import type { OAuthRecords } from './records.ts'
import { SCOPE, resourceMetadataUrlOf, resourceOf } from './resource.ts'

/** Whether a token opens the tools; if not, what its holder is told in `WWW-Authenticate`. */
export type Admission =
  | { state: 'admitted'; caller: Caller }
  | { state: 'refused'; status: 401 | 403; challenge: string; message: string }

/** Judges an Authorization header. Only the header counts, never the URL, and only tokens that were given out for this place. */
export function createAdmit(root: string, records: OAuthRecords) {
  const metadata = resourceMetadataUrlOf(root)
  const audience = resourceOf(root)
  const refuse = (status: 401 | 403, message: string, error?: string): Admission => {
    const particulars = [
      ...(error === undefined ? [] : [`error="${error}"`, `error_description="${message}"`]),
      `resource_metadata="${metadata}"`,
      `scope="${SCOPE}"`,
    ]
    return { state: 'refused', status, message, challenge: `Bearer ${particulars.join(', ')}` }
  }

  return async (authorization: string | undefined): Promise<Admission> => {
    if (authorization === undefined) return refuse(401, 'Sign in to use this server')
    const [, token] = /^Bearer +(\S{1,512})$/i.exec(authorization) ?? []
    if (token === undefined) return refuse(401, 'The Authorization header is malformed', 'invalid_token')
    const holder = await records.findHolder(token)
    if (holder === undefined || holder.audience !== audience)
      return refuse(401, 'The access token is not valid here, or not any more', 'invalid_token')
    if (!holder.scope.split(' ').includes(SCOPE))
      return refuse(403, 'The access token does not allow to use tools', 'insufficient_scope')
    return { state: 'admitted', caller: holder.caller }
  }
}
