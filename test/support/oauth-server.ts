import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCipher, hashKey } from '../../src/access/access.ts'
import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createOAuth } from '../../src/oauth/oauth.ts'
import { createCountInWindow, createMembers, createSignInCodes } from '../../src/store/teams/members.ts'
import {
  createOAuthClients,
  createOAuthGrants,
  createOAuthRecords,
} from '../../src/store/oauth/oauth-records.ts'
import { ADMIN_KEY } from './app.ts'
import type { TestApp } from './app.ts'

/**
 * The authorization server by itself, on the database of a service, where loopback stands for the internet:
 * the service itself never fetches URLs of strangers from loopback.
 */
export async function startOAuthServer({
  database: { db },
}: TestApp): Promise<{ url: string } & AsyncDisposable> {
  const rootSecret = 'a-root-secret-for-tests'
  const seal = createCipher(rootSecret, 'oauth')
  const egress = createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1/32') })
  const oauth = createOAuth({
    rootSecret,
    records: createOAuthRecords(db, seal),
    grants: createOAuthGrants(db, seal),
    clients: createOAuthClients(db, seal),
    members: createMembers(db),
    codes: createSignInCodes(db),
    countInWindow: createCountInWindow(db),
    inBackground: () => {},
    adminKeyHash: async () => hashKey(ADMIN_KEY),
    request: egress.request,
    userAgent: 'a test',
    report: () => {},
  })
  const server = createServer((incoming, outgoing) => {
    oauth
      .forRoot(url)
      .handle({ incoming, outgoing, address: '127.0.0.1' })
      .catch(() => outgoing.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
      await egress[Symbol.asyncDispose]()
    },
  }
}
