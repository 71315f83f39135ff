import { createMeter } from '../../src/access/access.ts'
import { serveMessage, mcpRoutes } from '../../src/http/mcp/mcp.ts'
import { createMetrics } from '../../src/http/server/health.ts'
import { createServer } from '../../src/http/server/server.ts'
import type { ServerNeeds } from '../../src/http/server/server.ts'
import { createLog } from '../../src/log.ts'
import { conformanceFixture } from './conformance-fixture.ts'

/**
 * The service's HTTP pipeline and its MCP route, with the fixture's server instead of the service's tools.
 */
export async function startConformanceService(): Promise<{ url: string } & AsyncDisposable> {
  const fixture = conformanceFixture()
  const routes = mcpRoutes({
    authenticate: () => Promise.reject(new Error('Nobody comes with a key.')),
    isKeylessAllowed: true,
    limitMessages: async () => {},
    serveMcp: (call) => serveMessage(call, { ...fixture, configuredUrl: undefined }),
    authorizationAt() {
      throw new Error('Nobody signs in.')
    },
  })
  const server = await createServer({
    routes,
    authenticators: {} as ServerNeeds['authenticators'],
    limitRate: async () => {},
    recordEvent: async () => {},
    meter: createMeter(),
    publicUrl: () => '',
    metrics: createMetrics([]),
    log: createLog('silent', false),
    trustedProxies: [],
    shutdown: new AbortController().signal,
  })
  const root = await server.listen({ host: '127.0.0.1', port: 0 })
  return { url: `${root}/v2/mcp`, [Symbol.asyncDispose]: () => server.close() }
}
