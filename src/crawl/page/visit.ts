import { withTurn } from '../../access/access.ts'
import type { Document } from '../../contract/document.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import type { Screen } from '../../egress/egress.ts'
import { deadline, anySignal } from '../../concurrency/abort.ts'
import { createScope } from '../address/scope.ts'
import { START_KEY, pageKey } from '../frontier.ts'
import type { ClaimedPage, FoundPage, Settlement } from '../frontier.ts'
import type { Journey } from '../journey.ts'
import type { RobotsRules } from '../robots/robots.ts'
import { canonicalOf, linkedPages, isAlike } from './found-pages.ts'
import type { Discovery } from './found-pages.ts'
import { sitemapPages } from './read-listed.ts'

export interface VisitNeeds {
  visitPage: (
    request: ScrapeRequest,
    context: {
      teamId: string
      takeTurn(): Promise<AbortSignal>
      linkTo(blobId: string): string
      screen: Screen | undefined
    },
  ) => Promise<{ document: Document; discovery: Discovery }>
  /** Aborts when this process may no longer count on what it has claimed. */
  lease: () => { signal: AbortSignal }
  pathTo(blobId: string): string
  screen: Screen | undefined
  rulesFor: (url: string, journey: Journey, signal: AbortSignal) => Promise<RobotsRules | undefined>
}

/** A robots.txt that could not be had is asked for again once it is no longer remembered. */
const RULES_PAUSE_MS = 65_000
const TOO_MANY_REQUESTS = 429
/** A site that has enough for now is asked again after these pauses; what it then says is the result. */
const PAUSES_MS = [2_000, 10_000]

export async function visit(
  page: ClaimedPage,
  journey: Journey,
  needs: VisitNeeds,
  signal: AbortSignal,
): Promise<Settlement> {
  const renamed = renamedPage(page, journey)
  if (renamed) return { outcome: 'folded', links: [renamed] }
  // Of a host that must not be visited not even the rules are asked for.
  await admit(page, journey, needs, signal)
  const rules = await needs.rulesFor(page.url, journey, signal)
  if (rules?.unavailable !== undefined && page.attempts === 0) {
    return { outcome: 'later', laterMs: RULES_PAUSE_MS, links: [] }
  }
  if (rules && !rules.allows(page.url)) return blocked(rules, page, journey)
  const { document, discovery } = await scrape(page, journey, needs, signal)
  const { statusCode = 200, error } = document.metadata ?? {}
  const pauseMs = PAUSES_MS[page.attempts]
  if (statusCode === TOO_MANY_REQUESTS && pauseMs !== undefined) {
    return { outcome: 'later', laterMs: pauseMs, links: [] }
  }
  if (!journey.options) return done(journey, { document, links: [] })
  // In a batch an error page is the answer to what was asked for; in a crawl it is a link that leads nowhere.
  if (statusCode >= 400)
    return {
      outcome: 'failed',
      credits: needs.screen?.credits() ?? 0,
      code: 'SCRAPE_SITE_ERROR',
      error: error!,
      links: [],
    }
  const end = document.metadata?.url ?? page.url
  const isElsewhere = new URL(end).origin !== new URL(page.url).origin
  const rulesThere = isElsewhere ? await needs.rulesFor(end, journey, signal) : rules
  return await settledInCrawl(page, { document, discovery, rules: rulesThere }, journey)
}

async function admit(
  { url }: ClaimedPage,
  { job }: Journey,
  { screen }: Pick<VisitNeeds, 'screen'>,
  signal: AbortSignal,
): Promise<void> {
  if (!screen) return
  using time = deadline(signal, job.plan.scrapeOptions.timeout)
  await screen.admit(url, time)
}

/** A parameter may have turned out not to matter since the page was found: then it is known under another address. */
function renamedPage(page: ClaimedPage, journey: Journey): FoundPage | undefined {
  if (!journey.options || page.key === START_KEY || page.noise.length === 0) return undefined
  const address = journey.addressOf(page.url, page)
  return !address || address.hash === page.key ? undefined : { ...page, key: address.hash, url: address.url }
}

async function blocked(rules: RobotsRules, page: ClaimedPage, journey: Journey): Promise<Settlement> {
  return {
    outcome: 'blocked',
    error: rules.unavailable ?? 'robots.txt asks not to visit this page.',
    links: page.key === START_KEY ? sitemapPages(page.url, rules, journey) : [],
  }
}

async function scrape(page: ClaimedPage, journey: Journey, needs: VisitNeeds, signal: AbortSignal) {
  const { teamId, plan, publicUrl, zeroDataRetention } = journey.job
  using standing = anySignal(signal, needs.lease().signal)
  using time = deadline(standing, plan.scrapeOptions.timeout)
  // Its claim is its turn.
  const takeTurn = async () => time
  const linkTo = (blobId: string) => publicUrl + needs.pathTo(blobId)
  const request = { ...plan.scrapeOptions, url: page.url, zeroDataRetention }
  const context = { teamId, takeTurn, linkTo, screen: needs.screen }
  const { document, discovery } = await needs.visitPage(request, context)
  // The id of the claim names the document too, so that a repeat of the page finds it.
  const metadata = { ...document.metadata, scrapeId: page.claimId }
  return { document: withTurn({ ...document, metadata }, undefined), discovery }
}

interface Visited {
  document: Document
  discovery: Discovery
  rules: RobotsRules | undefined
}

/** Where the page was found in the end decides which page it is, and whether it belongs to the crawl. */
async function settledInCrawl(page: ClaimedPage, visited: Visited, journey: Journey): Promise<Settlement> {
  const { document, discovery, rules } = visited
  const isStart = page.key === START_KEY
  const url = document.metadata?.url ?? page.url
  const baseUrl = isStart ? baseOf(page.url, url, journey) : page.baseUrl
  const links = await linkedPages(page, { url, discovery, baseUrl }, journey)
  if (isStart) links.push(...sitemapPages(url, rules, journey))

  const address = journey.addressOf(url, page)
  const [isWanted] = address ? await journey.keeps([address.url]) : [false]
  const isInside = address !== undefined && journey.placeOf(address.url, baseUrl) !== 'outside'
  const moved = isStart && baseUrl !== page.baseUrl ? baseUrl : undefined
  if (!isWanted || !isInside) return { outcome: 'skipped', baseUrl: moved, links }
  if (url !== page.url && rules && !rules.allows(url)) return { outcome: 'blocked', baseUrl: moved, links }

  const key = address.hash
  const target = key === page.key ? undefined : { key, url: address.url, host: new URL(address.url).host }
  const settlement = done(journey, { document, discovery, target, links, baseUrl: moved })
  const canonical = await canonicalOf(key, { page, discovery, baseUrl }, journey)
  if (!canonical) return settlement
  if (!page.awaited) {
    const wait = { outcome: 'later' as const, laterMs: 0, awaited: canonical.key, baseUrl: moved }
    return { ...wait, links: [canonical], otherwise: settlement }
  }
  const isCopy =
    page.awaited.state === 'done' && isAlike(discovery.fingerprint?.similar, page.awaited.similar)
  return isCopy ? { outcome: 'folded', baseUrl: moved, links } : settlement
}

/** A start that leads elsewhere takes the crawl along; one that leads further in, does not narrow it. */
function baseOf(start: string, end: string, { options }: Journey): string {
  return createScope(start, { ...options!, allowExternalLinks: false })(end) === 'inside' ? start : end
}

function done(
  { job, options }: Journey,
  found: {
    document: Document
    discovery?: Discovery
    target?: Extract<Settlement, { outcome: 'done' }>['target']
    links: FoundPage[]
    baseUrl?: string | undefined
  },
): Settlement {
  const { document, discovery, target, links, baseUrl } = found
  return {
    outcome: 'done',
    credits: document.metadata!.creditsUsed!,
    document: JSON.stringify(document),
    scrapeId: document.metadata!.scrapeId!,
    ...marksOf(job.id, options?.deduplicateSimilarURLs ?? false, document, discovery),
    target,
    baseUrl,
    links,
  }
}

/** So few words say the same by chance, or by a template. */
const ENOUGH_WORDS = 100

/** What a page is told from others of its crawl by. What only the query tells apart, and has the same text, is one page. */
function marksOf(
  crawlId: string,
  foldsCopies: boolean,
  { metadata }: Document,
  discovery: Discovery | undefined,
) {
  const { exact, similar, words = 0 } = discovery?.fingerprint ?? {}
  const { origin, pathname } = new URL(metadata!.url!)
  const mark = (text: string) => pageKey(`${crawlId} ${text}`)
  return {
    copy: exact === undefined || !foldsCopies ? undefined : mark(`${origin}${pathname} ${exact}`),
    exact: exact && mark(exact),
    near: similar !== undefined && words >= ENOUGH_WORDS ? mark(similar) : undefined,
    similar,
  }
}
