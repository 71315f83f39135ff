import { omit } from '../contract/omit.ts'
import { Fault } from '../fault.ts'
import type { LimitMessages } from '../access/access.ts'
import type { OAuthServer } from '../oauth/oauth.ts'
import { createMetrics, healthRoutes } from './server/health.ts'
import type { GaugeSource, Readiness } from './server/health.ts'
import { adminRoutes } from './admin/admin.ts'
import { agentRoutes } from './agents/agent.ts'
import { batchRoutes } from './jobs/batch.ts'
import { blobRoutes } from './pages/blobs.ts'
import { browserRoutes } from './sessions/browser.ts'
import { createInternalFetch } from './mcp/internal-fetch.ts'
import { serviceRoutes } from './team/service.ts'
import { crawlRoutes } from './jobs/crawl.ts'
import { addDocs } from './console/docs.ts'
import { extractRoutes } from './agents/extract.ts'
import { feedbackRoutes } from './team/feedback.ts'
import { indexSearchRoutes } from './pages/index-search.ts'
import { interactRoutes } from './sessions/interact.ts'
import { liveRoutes } from './sessions/live.ts'
import { mapRoutes } from './pages/map.ts'
import { createServeMcp, mcpRoutes } from './mcp/mcp.ts'
import type { McpNeeds } from './mcp/mcp.ts'
import { monitorRoutes } from './jobs/monitor.ts'
import { parseRoutes } from './pages/parse.ts'
import { partnerRoutes } from './admin/partner.ts'
import { addOAuth, createOAuthServerFor } from './mcp/oauth.ts'
import { createIssuerRoot, createPublicUrl, hostForUrl } from './server/own-host.ts'
import type { Route } from './server/route.ts'
import { scrapeRoutes } from './pages/scrape.ts'
import { searchRoutes } from './pages/search.ts'
import { createServer } from './server/server.ts'
import type { ServerNeeds } from './server/server.ts'
import { supportRoutes } from './team/support.ts'
import { teamRoutes } from './team/team.ts'

export { createBlobLinks } from './pages/blobs.ts'
export { createSessionLinks } from './sessions/browser.ts'
export type { GaugeSource } from './server/health.ts'

export interface HttpNeeds extends Pick<
  ServerNeeds,
  'authenticators' | 'admitKeyless' | 'limitRate' | 'log' | 'trustedProxies' | 'recordEvent' | 'meter'
> {
  host: string
  port: number
  publicUrl: string | undefined
  version: string
  readiness: () => Promise<Readiness>
  gauges: readonly GaugeSource[]
  /** Undefined for a worker, which serves only the operator's probes. */
  api: ApiParts | undefined
}

/** The needs of all families of endpoints: the intersection of their parameters. */
type Needs<Families> = (Families extends (needs: infer One) => Route[] ? (one: One) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

interface ApiParts {
  pages: Needs<
    | typeof scrapeRoutes
    | typeof blobRoutes
    | typeof parseRoutes
    | typeof mapRoutes
    | typeof searchRoutes
    | typeof indexSearchRoutes
  >
  crawls: Needs<typeof crawlRoutes>
  agents: Needs<typeof agentRoutes>
  sessions: Needs<typeof browserRoutes | typeof interactRoutes | typeof liveRoutes>
  team: Needs<typeof teamRoutes | typeof feedbackRoutes | typeof supportRoutes | typeof serviceRoutes>
  operator: Needs<typeof partnerRoutes | typeof adminRoutes>
  limitMessages: LimitMessages
  oauth: { forRoot(root: string): OAuthServer }
}

/** How long a stop waits for running requests before it aborts them. */
const DRAIN_MS = 2_500

export async function startHttp(needs: HttpNeeds) {
  const metrics = createMetrics(needs.gauges)
  const shutdown = new AbortController()
  const listening = () => {
    const address = app.server.address()
    return { host: needs.host, port: typeof address === 'object' && address ? address.port : needs.port }
  }
  const health = healthRoutes(needs.readiness, metrics)
  const mcp = {
    authenticate: needs.authenticators.team,
    isKeylessAllowed: needs.admitKeyless !== undefined,
    serveMcp: createServeMcp({
      internalFetch: createInternalFetch(() => app),
      configuredUrl: needs.publicUrl,
      version: needs.version,
      log: needs.log,
    }),
  }
  const authorizationAt =
    needs.api && createOAuthServerFor(needs.api.oauth, createIssuerRoot(needs.publicUrl))
  const allRoutes =
    needs.api && authorizationAt
      ? [
          ...apiRoutes(needs.api, { ...mcp, limitMessages: needs.api.limitMessages, authorizationAt }),
          ...health,
        ]
      : health
  const routes = needs.admitKeyless ? allRoutes : allRoutes.map((one) => omit(one, ['keyless']))
  const app = await createServer({
    ...needs,
    routes,
    metrics,
    publicUrl: createPublicUrl(needs.publicUrl, listening),
    shutdown: shutdown.signal,
  })
  if (needs.api) await addDocs(app, routes, needs.version)
  if (authorizationAt) await addOAuth(app, { authorizationAt, log: needs.log })
  await app.listen({ host: needs.host, port: needs.port })
  return {
    url: needs.publicUrl ?? `http://${hostForUrl(needs.host)}:${listening().port}`,
    async [Symbol.asyncDispose](): Promise<void> {
      const drainTimer = setTimeout(() => {
        shutdown.abort(new Fault('UNAVAILABLE', 'The service is stopping. Try again.'))
      }, DRAIN_MS)
      const closeTimer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS + 500)
      await app.close()
      clearTimeout(drainTimer)
      clearTimeout(closeTimer)
    },
  }
}

/** All endpoints of the service, in the order of the API description. */
export function apiRoutes(
  { pages, crawls, agents, sessions, team, operator }: Omit<ApiParts, 'limitMessages' | 'oauth'>,
  mcp: McpNeeds,
): Route[] {
  return [
    ...scrapeRoutes(pages),
    ...blobRoutes(pages),
    ...parseRoutes(pages),
    ...crawlRoutes(crawls),
    ...batchRoutes(crawls),
    ...mapRoutes(pages),
    ...searchRoutes(pages),
    ...extractRoutes(agents),
    ...agentRoutes(agents),
    ...browserRoutes(sessions),
    ...interactRoutes(sessions),
    ...liveRoutes(sessions),
    ...monitorRoutes(),
    ...teamRoutes(team),
    ...feedbackRoutes(team),
    ...supportRoutes(team),
    ...serviceRoutes(team),
    ...indexSearchRoutes(pages),
    ...mcpRoutes(mcp),
    ...partnerRoutes(operator),
    ...adminRoutes(operator),
  ]
}
