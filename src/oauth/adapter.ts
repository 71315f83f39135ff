import { errors } from 'oidc-provider'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { KeptRecord, OAuthClients, OAuthGrants, OAuthRecords } from './records.ts'

/** How long somebody's permission lasts, at most, before he is asked again. */
export const GRANT_SECONDS = 365 * 24 * 60 * 60

export interface AdapterNeeds {
  records: OAuthRecords
  grants: OAuthGrants
  clients: OAuthClients
}

/** Where the authorization server keeps its things. Clients and grants have places of their own; all else is a record. */
export function createAdapter({ records, grants, clients }: AdapterNeeds): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Client') return clientAdapter(clients)
    if (kind === 'Grant') return grantAdapter(grants)
    return recordAdapter(kind, records, grants)
  }
}

function clientAdapter(clients: OAuthClients): Adapter {
  return {
    ...UNUSED,
    upsert: (id, payload) => clients.write(id, payload as Record<string, unknown>),
    find: (id) => clients.find(id),
    destroy: (id) => clients.remove(id),
  }
}

function grantAdapter(grants: OAuthGrants): Adapter {
  return {
    ...UNUSED,
    upsert: (id, payload) => grants.write(id, withoutId(payload)),
    async find(id) {
      const payload = await grants.find(id)
      return payload && { ...payload, jti: id }
    },
    destroy: (id) => grants.remove(id),
  }
}

function recordAdapter(kind: string, records: OAuthRecords, grants: OAuthGrants): Adapter {
  return {
    ...UNUSED,
    async upsert(id, payload, expiresIn) {
      const written = await records.write({
        ...columnsOf(kind, payload),
        kind,
        id,
        expiresInSeconds: expiresIn!,
      })
      if (!written) throw new errors.InvalidGrant('the grant has ended')
    },
    async find(id) {
      return shown(await records.find(kind, id), id)
    },
    async findByUid(uid) {
      return shown(await records.findByUid(kind, uid))
    },
    async consume(id) {
      const isFirst = await records.consume(kind, id)
      // A refresh token is asked for twice when an answer was lost. A code never is: whoever comes second may be a thief, or
      // the first was, so neither keeps anything.
      if (kind !== 'AuthorizationCode') return
      const grantId = (await records.find(kind, id))?.payload.grantId as string | undefined
      if (isFirst && grantId !== undefined) return await grants.extend(grantId, GRANT_SECONDS)
      if (grantId !== undefined) await grants.remove(grantId)
      throw new errors.InvalidGrant('authorization code already consumed')
    },
    destroy: (id) => records.remove(kind, id),
    revokeByGrantId: (grantId) => records.removeOfGrant(kind, grantId),
  }
}

/** What holders show is not written down; of sessions it must be readable again, and everything is sealed. */
function columnsOf(kind: string, payload: AdapterPayload) {
  return {
    payload: kind === 'Session' ? payload : withoutId(payload),
    grantId: kind === 'Interaction' ? undefined : payload.grantId,
    uid: kind === 'Session' ? payload.uid : undefined,
    generation: kind === 'RefreshToken' ? ((payload.rotations as number | undefined) ?? 0) : undefined,
    audience: kind === 'AccessToken' ? (payload.aud as string | undefined) : undefined,
    scope: kind === 'AccessToken' ? payload.scope : undefined,
  }
}

function withoutId(payload: AdapterPayload): AdapterPayload {
  return { ...payload, jti: undefined as never }
}

function shown(record: KeptRecord | undefined, id?: string): AdapterPayload | undefined {
  if (record === undefined) return undefined
  const { payload, consumed } = record
  return { ...payload, ...(id !== undefined && { jti: id }), ...(consumed && { consumed: true }) }
}

const nothing = async () => undefined
const UNUSED = {
  consume: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  revokeByGrantId: nothing,
}
