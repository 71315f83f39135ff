import { without } from '../contract/without.ts'
import { Fault } from '../fault.ts'
import type { LimitMessages } from '../access/access.ts'
import type { OAuthServer } from '../oauth/oauth.ts'
import { createMetrics } from './server/metrics.ts'
import type { Reading } from './server/metrics.ts'
import { adminRoutes } from './admin/admin.ts'
import type { AdminNeeds } from './admin/admin.ts'
import { agentRoutes } from './agents/agent.ts'
import type { AgentNeeds } from './agents/agent.ts'
import { batchRoutes } from './jobs/batch.ts'
import { blobRoutes } from './pages/blobs.ts'
import type { BlobNeeds } from './pages/blobs.ts'
import { browserRoutes } from './sessions/browser.ts'
import type { BrowserNeeds } from './sessions/browser.ts'
import { createCallInside } from './mcp/call-inside.ts'
import { capabilitiesRoutes } from './team/capabilities.ts'
import type { CapabilitiesNeeds } from './team/capabilities.ts'
import { crawlRoutes } from './jobs/crawl.ts'
import type { CrawlNeeds } from './jobs/crawl.ts'
import { addDocs } from './console/docs.ts'
import { exchangeRoutes } from './team/exchange.ts'
import { extractRoutes } from './agents/extract.ts'
import { feedbackRoutes } from './team/feedback.ts'
import type { FeedbackNeeds } from './team/feedback.ts'
import { healthRoutes } from './server/health.ts'
import type { Readiness } from './server/health.ts'
import { indexSearchRoutes } from './pages/index-search.ts'
import type { IndexSearchNeeds } from './pages/index-search.ts'
import { interactRoutes } from './sessions/interact.ts'
import type { InteractNeeds } from './sessions/interact.ts'
import { keylessEligibilityRoutes } from './team/keyless-eligibility.ts'
import type { EligibilityNeeds } from './team/keyless-eligibility.ts'
import { liveRoutes } from './sessions/live.ts'
import type { LiveNeeds } from './sessions/live.ts'
import { mapRoutes } from './pages/map.ts'
import type { MapRouteNeeds } from './pages/map.ts'
import { mcpOauthRoutes } from './mcp/mcp-oauth.ts'
import type { McpOauthNeeds } from './mcp/mcp-oauth.ts'
import { mcpRoutes } from './mcp/mcp.ts'
import type { McpNeeds } from './mcp/mcp.ts'
import { monitorRoutes } from './jobs/monitor.ts'
import { parseRoutes } from './pages/parse.ts'
import type { ParseNeeds } from './pages/parse.ts'
import { partnerRoutes } from './admin/partner.ts'
import type { PartnerNeeds } from './admin/partner.ts'
import { addOAuth, createAuthorizationAt } from './mcp/oauth.ts'
import { createOwnRoot, createPublicUrl, spellHost } from './server/public-url.ts'
import type { Route } from './server/route.ts'
import { scrapeRoutes } from './pages/scrape.ts'
import type { ScrapeNeeds } from './pages/scrape.ts'
import { searchRoutes } from './pages/search.ts'
import type { SearchRouteNeeds } from './pages/search.ts'
import { createServeMcp } from './mcp/serve-mcp.ts'
import { createServer } from './server/server.ts'
import type { ServerNeeds } from './server/server.ts'
import { supportRoutes } from './team/support.ts'
import type { SupportNeeds } from './team/support.ts'
import { teamRoutes } from './team/team.ts'
import type { TeamNeeds } from './team/team.ts'
import { webhookRoutes } from './jobs/webhooks.ts'
import type { WebhookNeeds } from './jobs/webhooks.ts'

export { createBlobLinks } from './pages/blobs.ts'
export { createSessionLinks } from './sessions/session-links.ts'
export type { Reading } from './server/metrics.ts'

export interface HttpNeeds extends Pick<
  ServerNeeds,
  'gate' | 'admitKeyless' | 'limitRate' | 'log' | 'trustedProxies' | 'recordEvent' | 'meter'
> {
  host: string
  port: number
  publicUrl: string | undefined
  version: string
  readiness: () => Promise<Readiness>
  readings: readonly Reading[]
  /** Undefined in a worker, which answers only its operator's probes. */
  api: ApiParts | undefined
}

/** What each family of endpoints calls. */
interface ApiParts {
  pages: ScrapeNeeds & BlobNeeds & ParseNeeds & MapRouteNeeds & SearchRouteNeeds & IndexSearchNeeds
  crawls: CrawlNeeds
  agents: AgentNeeds
  sessions: BrowserNeeds & InteractNeeds & LiveNeeds
  team: TeamNeeds & WebhookNeeds & FeedbackNeeds & SupportNeeds & CapabilitiesNeeds & EligibilityNeeds
  operator: PartnerNeeds & AdminNeeds
  limitMessages: LimitMessages
  oauth: { at(root: string): OAuthServer }
}

/** How long a stop waits for requests under way before it aborts them. */
const DRAIN_MS = 2_500

/** Builds the server with every route and begins to listen. */
export async function startHttp(needs: HttpNeeds) {
  const metrics = createMetrics(needs.readings)
  const shutdown = new AbortController()
  const listening = () => {
    const address = app.server.address()
    return { host: needs.host, port: typeof address === 'object' && address ? address.port : needs.port }
  }
  const health = healthRoutes(needs.readiness, metrics)
  const mcp = {
    authenticate: needs.gate.team,
    isKeylessAllowed: needs.admitKeyless !== undefined,
    serveMcp: createServeMcp({
      callInside: createCallInside(() => app),
      configuredUrl: needs.publicUrl,
      version: needs.version,
      log: needs.log,
    }),
  }
  const authorizationAt = needs.api && createAuthorizationAt(needs.api.oauth, createOwnRoot(needs.publicUrl))
  const known =
    needs.api && authorizationAt
      ? [
          ...apiRoutes(needs.api, { ...mcp, limitMessages: needs.api.limitMessages, authorizationAt }),
          ...health,
        ]
      : health
  const routes = needs.admitKeyless ? known : known.map(withKey)
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
    url: needs.publicUrl ?? `http://${spellHost(needs.host)}:${listening().port}`,
    async [Symbol.asyncDispose](): Promise<void> {
      const patience = setTimeout(() => {
        shutdown.abort(new Fault('UNAVAILABLE', 'The service is stopping. Try again.'))
      }, DRAIN_MS)
      const last = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS + 500)
      await app.close()
      clearTimeout(patience)
      clearTimeout(last)
    },
  }
}

/** The same route where every caller needs a key. */
function withKey(one: Route): Route {
  return without(one, ['keyless'])
}

/** Every endpoint of the service, in the order in which the API description lists them. */
export function apiRoutes(
  { pages, crawls, agents, sessions, team, operator }: Omit<ApiParts, 'limitMessages' | 'oauth'>,
  mcp: McpNeeds & McpOauthNeeds,
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
    ...webhookRoutes(team),
    ...feedbackRoutes(team),
    ...supportRoutes(team),
    ...capabilitiesRoutes(team),
    ...exchangeRoutes(),
    ...keylessEligibilityRoutes(team),
    ...indexSearchRoutes(pages),
    ...mcpRoutes(mcp),
    ...mcpOauthRoutes(mcp),
    ...partnerRoutes(operator),
    ...adminRoutes(operator),
  ]
}
