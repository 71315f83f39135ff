import { without } from '../contract/without.ts'
import { Fault } from '../fault.ts'
import type { LimitMessages } from '../access/access.ts'
import type { OAuthServer } from '../oauth/oauth.ts'
import { createMetrics } from './metrics.ts'
import type { Reading } from './metrics.ts'
import { adminRoutes } from './admin.ts'
import type { AdminNeeds } from './admin.ts'
import { agentRoutes } from './agent.ts'
import type { AgentNeeds } from './agent.ts'
import { batchRoutes } from './batch.ts'
import { blobRoutes } from './blobs.ts'
import type { BlobNeeds } from './blobs.ts'
import { browserRoutes } from './browser.ts'
import type { BrowserNeeds } from './browser.ts'
import { createCallInside } from './call-inside.ts'
import { capabilitiesRoutes } from './capabilities.ts'
import type { CapabilitiesNeeds } from './capabilities.ts'
import { crawlRoutes } from './crawl.ts'
import type { CrawlNeeds } from './crawl.ts'
import { addDocs } from './docs.ts'
import { exchangeRoutes } from './exchange.ts'
import { extractRoutes } from './extract.ts'
import { feedbackRoutes } from './feedback.ts'
import type { FeedbackNeeds } from './feedback.ts'
import { healthRoutes } from './health.ts'
import type { Readiness } from './health.ts'
import { indexSearchRoutes } from './index-search.ts'
import type { IndexSearchNeeds } from './index-search.ts'
import { interactRoutes } from './interact.ts'
import type { InteractNeeds } from './interact.ts'
import { keylessEligibilityRoutes } from './keyless-eligibility.ts'
import type { EligibilityNeeds } from './keyless-eligibility.ts'
import { liveRoutes } from './live.ts'
import type { LiveNeeds } from './live.ts'
import { mapRoutes } from './map.ts'
import type { MapRouteNeeds } from './map.ts'
import { mcpOauthRoutes } from './mcp-oauth.ts'
import type { McpOauthNeeds } from './mcp-oauth.ts'
import { mcpRoutes } from './mcp.ts'
import type { McpNeeds } from './mcp.ts'
import { monitorRoutes } from './monitor.ts'
import { parseRoutes } from './parse.ts'
import type { ParseNeeds } from './parse.ts'
import { partnerRoutes } from './partner.ts'
import type { PartnerNeeds } from './partner.ts'
import { addOAuth, createAuthorizationAt } from './oauth.ts'
import { createOwnRoot, createPublicUrl, spellHost } from './public-url.ts'
import type { Route } from './route.ts'
import { scrapeRoutes } from './scrape.ts'
import type { ScrapeNeeds } from './scrape.ts'
import { searchRoutes } from './search.ts'
import type { SearchRouteNeeds } from './search.ts'
import { createServeMcp } from './serve-mcp.ts'
import { createServer } from './server.ts'
import type { ServerNeeds } from './server.ts'
import { supportRoutes } from './support.ts'
import type { SupportNeeds } from './support.ts'
import { teamRoutes } from './team.ts'
import type { TeamNeeds } from './team.ts'
import { webhookRoutes } from './webhooks.ts'
import type { WebhookNeeds } from './webhooks.ts'

export { createBlobLinks } from './blobs.ts'
export { createSessionLinks } from './session-links.ts'
export type { Reading } from './metrics.ts'

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
