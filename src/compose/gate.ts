import { createAuthenticate, createAuthenticateAdmin, createAuthenticatePartner } from '../access/access.ts'
import type { HttpNeeds } from '../http/http.ts'
import { createApiKeys, createPartners, readSetting } from '../store/store.ts'
import type { Ground } from './ground.ts'

/** How each kind of caller is recognised. */
export function openGate({ store: { database } }: Ground): {
  gate: HttpNeeds['gate']
  adminKeyHash: () => Promise<Buffer>
} {
  const apiKeys = createApiKeys(database)
  const adminKeyHash = async () =>
    Buffer.from((await readSetting<string>(database, 'adminKeyHash')) ?? '', 'hex')
  return {
    adminKeyHash,
    gate: {
      team: createAuthenticate(apiKeys, adminKeyHash),
      partner: createAuthenticatePartner(createPartners(database)),
      admin: createAuthenticateAdmin(adminKeyHash, apiKeys),
      signed: async () => undefined,
      open: async () => undefined,
    },
  }
}
