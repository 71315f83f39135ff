import { Fault } from '../fault.ts'
import type { Caller } from './caller.ts'
import { hashKey, isSameSecret } from './secrets.ts'

/**
 * Looks keys up by hash. Never cached: a deleted key is invalid from the next request on, in every process.
 */
export interface KeyFinder {
  findCaller(hash: Buffer): Promise<Caller | undefined>
}

export interface PartnerFinder {
  findPartner(hash: Buffer): Promise<{ partnerId: string } | undefined>
}

export type Authenticate = (authorization: string | undefined) => Promise<Caller>

/** Returns the caller for an `Authorization` header, or refuses it. */
export function createAuthenticate(keys: KeyFinder, adminKeyHash: () => Promise<Buffer>): Authenticate {
  return async (authorization) => {
    const hash = hashKey(bearer(authorization, 'an API key'))
    const caller = await keys.findCaller(hash)
    if (caller === undefined) {
      throw new Fault(
        'UNAUTHORIZED',
        isSameSecret(hash, await adminKeyHash())
          ? 'Unauthorized: this is the administration key, which is only valid for /admin/v1. Create an API key with POST /admin/v1/teams/{id}/api-keys.'
          : 'Unauthorized: this API key does not exist or was deleted.',
      )
    }
    const { expiresAt } = caller.keyLimits
    if (expiresAt !== null && expiresAt.getTime() <= Date.now())
      throw new Fault('UNAUTHORIZED', `Unauthorized: this API key expired on ${expiresAt.toISOString()}.`)
    return caller
  }
}

export function createAuthenticatePartner(partners: PartnerFinder) {
  return async (authorization: string | undefined): Promise<{ partnerId: string }> => {
    const partner = await partners.findPartner(hashKey(bearer(authorization, 'a partner key')))
    if (partner === undefined) throw new Fault('UNAUTHORIZED', 'Unauthorized: this partner key is not valid.')
    return partner
  }
}

export function createAuthenticateAdmin(adminKeyHash: () => Promise<Buffer>, keys: KeyFinder) {
  return async (authorization: string | undefined): Promise<undefined> => {
    const given = hashKey(bearer(authorization, 'the administration key'))
    if (isSameSecret(given, await adminKeyHash())) return undefined
    throw new Fault(
      'UNAUTHORIZED',
      (await keys.findCaller(given))
        ? 'Unauthorized: this is an API key, which is only valid for /v2. Send the administration key.'
        : 'Unauthorized: this is not the administration key.',
    )
  }
}

function bearer(authorization: string | undefined, wanted: string): string {
  if (authorization === undefined) {
    throw new Fault('UNAUTHORIZED', `Unauthorized: send ${wanted} as 'Authorization: Bearer <key>'.`)
  }
  const [, key] = /^Bearer +(\S{1,512})$/i.exec(authorization) ?? []
  if (key === undefined) {
    throw new Fault(
      'UNAUTHORIZED',
      "Unauthorized: the Authorization header must have the form 'Bearer <key>'.",
    )
  }
  return key
}
