import { addSlotMetadata } from '../../access/access.ts'
import type { Document } from '../../contract/document.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import type { Screen } from '../../egress/egress.ts'
import { deadline, anySignal } from '../../concurrency/abort.ts'
import { createScope } from '../url/scope.ts'
import { START_PAGE_KEY, pageKey } from '../frontier.ts'
import type { ClaimedPage, FoundPage, Settlement } from '../frontier.ts'
import type { CrawlContext } from '../crawl-context.ts'
import type { RobotsRules } from '../robots/robots.ts'
import { canonicalPage, pagesFromLinks, isNearDuplicate } from './found-pages.ts'
import type { Discovery } from './found-pages.ts'
import { sitemapPages } from './visit-sitemap.ts'

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
  /** The signal aborts when this process may have lost its claims. */
  lease: () => { signal: AbortSignal }
  pathTo(blobId: string): string
  screen: Screen | undefined
  rulesFor: (url: string, context: CrawlContext, signal: AbortSignal) => Promise<RobotsRules | undefined>
}

/** A robots.txt that could not be read is requested again after its cache entry has expired. */
const RULES_PAUSE_MS = 65_000
const TOO_MANY_REQUESTS = 429
/** A site that limits requests is retried after these pauses; the last response is the result. */
const RETRY_PAUSES_MS = [2_000, 10_000]

export async function visitPage(
  page: ClaimedPage,
  context: CrawlContext,
  needs: VisitNeeds,
  signal: AbortSignal,
): Promise<Settlement> {
  const renamed = renamedPage(page, context)
  if (renamed) return { outcome: 'folded', links: [renamed] }
  // For a host that must not be visited, not even robots.txt is requested.
  await screenPage(page, context, needs, signal)
  const rules = await needs.rulesFor(page.url, context, signal)
  if (rules?.unavailable !== undefined && page.attempts === 0) {
    return { outcome: 'later', delayMs: RULES_PAUSE_MS, links: [] }
  }
  if (rules && !rules.allows(page.url)) return blockedSettlement(rules, page, context)
  const { document, discovery } = await scrapePage(page, context, needs, signal)
  const { statusCode = 200, error } = document.metadata ?? {}
  const pauseMs = RETRY_PAUSES_MS[page.attempts]
  if (statusCode === TOO_MANY_REQUESTS && pauseMs !== undefined) {
    return { outcome: 'later', delayMs: pauseMs, links: [] }
  }
  if (!context.options) return doneSettlement(context, { document, links: [] })
  // In a batch an error page is a result; in a crawl it is a dead link.
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
  const targetRules = isElsewhere ? await needs.rulesFor(end, context, signal) : rules
  return await settleInCrawl(page, { document, discovery, rules: targetRules }, context)
}

async function screenPage(
  { url }: ClaimedPage,
  { job }: CrawlContext,
  { screen }: Pick<VisitNeeds, 'screen'>,
  signal: AbortSignal,
): Promise<void> {
  if (!screen) return
  using time = deadline(signal, job.plan.scrapeOptions.timeout)
  await screen.admit(url, time)
}

/** A parameter may have become noise since the page was found; then the page has another URL. */
function renamedPage(page: ClaimedPage, context: CrawlContext): FoundPage | undefined {
  if (!context.options || page.key === START_PAGE_KEY || page.noise.length === 0) return undefined
  const canonical = context.canonicalUrlOf(page.url, page)
  return !canonical || canonical.hash === page.key
    ? undefined
    : { ...page, key: canonical.hash, url: canonical.url }
}

async function blockedSettlement(
  rules: RobotsRules,
  page: ClaimedPage,
  context: CrawlContext,
): Promise<Settlement> {
  return {
    outcome: 'blocked',
    error: rules.unavailable ?? 'robots.txt does not allow visiting this page.',
    links: page.key === START_PAGE_KEY ? sitemapPages(page.url, rules, context) : [],
  }
}

async function scrapePage(page: ClaimedPage, context: CrawlContext, needs: VisitNeeds, signal: AbortSignal) {
  const { teamId, plan, publicUrl, zeroDataRetention } = context.job
  using running = anySignal(signal, needs.lease().signal)
  using time = deadline(running, plan.scrapeOptions.timeout)
  // The claim is its slot.
  const takeTurn = async () => time
  const linkTo = (blobId: string) => publicUrl + needs.pathTo(blobId)
  const request = { ...plan.scrapeOptions, url: page.url, zeroDataRetention }
  const visitContext = { teamId, takeTurn, linkTo, screen: needs.screen }
  const { document, discovery } = await needs.visitPage(request, visitContext)
  // The document has the id of its claim, so that a repeat of the page finds it.
  const metadata = { ...document.metadata, scrapeId: page.claimId }
  return { document: addSlotMetadata({ ...document, metadata }, undefined), discovery }
}

interface VisitedPage {
  document: Document
  discovery: Discovery
  rules: RobotsRules | undefined
}

/** The final URL decides which page this is and whether it belongs to the crawl. */
async function settleInCrawl(
  page: ClaimedPage,
  visited: VisitedPage,
  context: CrawlContext,
): Promise<Settlement> {
  const { document, discovery, rules } = visited
  const isStart = page.key === START_PAGE_KEY
  const url = document.metadata?.url ?? page.url
  const baseUrl = isStart ? baseUrlOf(page.url, url, context) : page.baseUrl
  const links = await pagesFromLinks(page, { url, discovery, baseUrl }, context)
  if (isStart) links.push(...sitemapPages(url, rules, context))

  const finalUrl = context.canonicalUrlOf(url, page)
  const [isWanted] = finalUrl ? await context.allows([finalUrl.url]) : [false]
  const isInside = finalUrl !== undefined && context.scopeOf(finalUrl.url, baseUrl) !== 'outside'
  const newBaseUrl = isStart && baseUrl !== page.baseUrl ? baseUrl : undefined
  if (!isWanted || !isInside) return { outcome: 'skipped', baseUrl: newBaseUrl, links }
  if (url !== page.url && rules && !rules.allows(url))
    return { outcome: 'blocked', baseUrl: newBaseUrl, links }

  const key = finalUrl.hash
  const target = key === page.key ? undefined : { key, url: finalUrl.url, host: new URL(finalUrl.url).host }
  const settlement = doneSettlement(context, { document, discovery, target, links, baseUrl: newBaseUrl })
  const canonical = await canonicalPage(key, { page, discovery, baseUrl }, context)
  if (!canonical) return settlement
  if (!page.awaited) {
    const deferred = { outcome: 'later' as const, delayMs: 0, awaitedKey: canonical.key, baseUrl: newBaseUrl }
    return { ...deferred, links: [canonical], otherwise: settlement }
  }
  const isCopy =
    page.awaited.state === 'done' && isNearDuplicate(discovery.fingerprint?.similar, page.awaited.similar)
  return isCopy ? { outcome: 'folded', baseUrl: newBaseUrl, links } : settlement
}

/** A start that redirects elsewhere moves the crawl; a redirect to a deeper path does not narrow it. */
function baseUrlOf(start: string, end: string, { options }: CrawlContext): string {
  return createScope(start, { ...options!, allowExternalLinks: false })(end) === 'inside' ? start : end
}

function doneSettlement(
  { job, options }: CrawlContext,
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
    ...duplicateMarks(job.id, options?.deduplicateSimilarURLs ?? false, document, discovery),
    target,
    baseUrl,
    links,
  }
}

/** Shorter texts may be equal by chance or by template. */
const MIN_WORDS = 100

/**
 * The marks that separate a page from others of its crawl. Pages with the same text that differ only in the
 * query are one page.
 */
function duplicateMarks(
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
    near: similar !== undefined && words >= MIN_WORDS ? mark(similar) : undefined,
    similar,
  }
}
