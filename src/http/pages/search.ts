import { randomUUID } from 'node:crypto'
import { deadline } from '../../concurrency/abort.ts'
import { keylessOptions } from '../../access/access.ts'
import type { Caller } from '../../access/access.ts'
import type { Document } from '../../contract/document.ts'
import { FeedbackResponse } from '../../contract/team.ts'
import { IdParams } from '../../contract/fields.ts'
import { SearchResponse, SearchFeedbackRequest, SearchRequest } from '../../contract/search.ts'
import { parseUrl } from '../../contract/url.ts'
import { Fault } from '../../fault.ts'
import { errorWithoutMessage } from '../../log.ts'
import type { Log } from '../../log.ts'
import { priceOfScrape, rejectUnsupported } from '../../scrape/admit/admit.ts'
import { passagesFor } from '../../search/search.ts'
import type { SearchResults, SearchHit, Search, SearchStore } from '../../search/search.ts'
import { chargePage } from './charge-page.ts'
import { storableFeedback, recordFeedback } from '../team/feedback.ts'
import type { FeedbackNeeds } from '../team/feedback.ts'
import { route } from '../server/route.ts'
import { keepScrape } from './scrape.ts'
import type { ScrapeNeeds } from './scrape.ts'
import { screenFor, priceWithChecks, limitTimeout } from '../server/request-rules.ts'
import type { RequestScreen } from '../server/request-rules.ts'
import { screenHits, createScreenShares } from './screen-hits.ts'

export interface SearchRouteNeeds extends ScrapeNeeds, FeedbackNeeds {
  search: Search
  searches: SearchStore
  log: Log
}

export function searchRoutes(needs: SearchRouteNeeds) {
  return [
    route('POST /v2/search', 'Search the web', {
      access: 'team',
      scope: 'search',
      keyless: true,
      bucket: 'search',
      tag: 'Search',
      description:
        'Asks the configured providers one after the other. With `scrapeOptions.formats` each web page or news item is scraped too; a failed one stays in the list with the reason in `metadata.error`.',
      body: SearchRequest,
      response: SearchResponse,
      errors: { 408: 'The search took longer than `timeout`.', 500: 'No search provider responded.' },
      async handle({ caller, body: asked, signal, publicUrl }) {
        // Team-wide rules are added after the caller's own options were checked.
        const scrapeOptions = limitTimeout(needs, keylessOptions(caller, scrapeOptionsOf(asked)))
        const allowed = { ...limitTimeout(needs, asked), scrapeOptions }
        const body = caller.zeroDataRetention ? { ...allowed, enterprise: ZERO_RETENTION } : allowed
        const screen = screenFor(needs, caller, body.threatProtection)
        if (isScraped(body)) rejectUnsupported(body.scrapeOptions)
        const until = performance.now() + body.timeout
        using time = deadline(signal, body.timeout, needs.maxTimeoutMs)
        const id = randomUUID()
        const { found, credits } = await searchCharged(needs, { caller, body, id, until, screen }, time)
        const linkTo = (blobId: string) => publicUrl() + needs.blobLinks.pathTo(blobId)
        const pages = isScraped(body)
          ? await scrapeAll(
              needs,
              { caller, body, time, until, linkTo, createScreen: screen && createScreenShares(screen) },
              found,
            )
          : new Map<SearchHit, ScrapedHit>()
        return toResponse({ id, found, pages, credits })
      },
    }),
    route('POST /v2/search/:id/feedback', 'Rate a search', {
      access: 'team',
      scope: 'search',
      bucket: 'status',
      tag: 'Search',
      params: IdParams,
      body: SearchFeedbackRequest,
      response: FeedbackResponse,
      handle: ({ caller, params, body }) =>
        recordFeedback(needs.feedbackBook, {
          teamId: caller.teamId,
          endpoint: 'search',
          jobId: params.id,
          said: storableFeedback(caller, body),
        }),
    }),
  ]
}

/** The price of ten results, rounded up. */
const CREDITS_PER_TEN = 2
const CREDITS_PER_TEN_ZERO_RETENTION = 10

export function creditsOfSearch(results: number, isZeroRetention = false): number {
  return Math.ceil(results / 10) * (isZeroRetention ? CREDITS_PER_TEN_ZERO_RETENTION : CREDITS_PER_TEN)
}

interface SearchInput {
  caller: Caller
  body: SearchRequest
}

/** The results are not known in advance, but the price of checking one is nearly constant. */
const SAMPLE_URL = 'https://result.invalid/'

/** Searches and charges for it. Refuses callers who could not pay for all requested results. */
async function searchCharged(
  { charge, search, searches }: Pick<SearchRouteNeeds, 'charge' | 'search' | 'searches'>,
  {
    caller,
    body,
    id,
    until,
    screen,
  }: SearchInput & { id: string; until: number; screen: RequestScreen | undefined },
  time: AbortSignal,
): Promise<{ found: SearchResults; credits: number }> {
  const results = body.limit * body.sources.length
  const maxCredits = creditsOfSearch(results, isZeroRetention(body))
  const checks = results * (screen?.leastCredits(SAMPLE_URL) ?? 0)
  const price = { credits: Math.max(body.limit, maxCredits) + checks, reason: 'search' }
  return await charge(caller, priceWithChecks(price, screen), async () => {
    const timeout = Math.max(1, until - performance.now())
    const all = onlyValidUrls(await search({ ...body, teamId: caller.teamId, timeout }, time), body)
    const found = screen ? await screenHits(all, screen, time) : all
    if (!isZeroRetention(body) && !body.enterprise.includes('anon'))
      await searches.remember({ id, teamId: caller.teamId })
    const resultCount = found.results.reduce((sum, { hits }) => sum + hits.length, 0)
    const usedCredits = creditsOfSearch(resultCount, isZeroRetention(body)) + (screen?.credits() ?? 0)
    return { value: { found, credits: usedCredits }, usedCredits }
  })
}

/** Options for scraping hits; options of the whole search apply to them too. */
function scrapeOptionsOf(request: SearchRequest) {
  return {
    ...request.scrapeOptions,
    zeroDataRetention: isZeroRetention(request) || request.scrapeOptions.lockdown,
  }
}

/** The value that means zero data retention. */
const ZERO_RETENTION: SearchRequest['enterprise'] = ['zdr']

function isZeroRetention({ enterprise }: SearchRequest): boolean {
  return enterprise.includes('zdr')
}

function isScraped({ scrapeOptions }: SearchRequest): boolean {
  return scrapeOptions.formats.length > 0
}

/** Some results have a URL that cannot be scraped. */
function onlyValidUrls(found: SearchResults, { ignoreInvalidURLs }: SearchRequest): SearchResults {
  if (!ignoreInvalidURLs) return found
  const results = found.results.map(({ source, hits }) => ({
    source,
    hits: hits.filter(({ url }) => parseUrl(url).valid),
  }))
  return { ...found, results }
}

/** A scraped hit, or the reason why it failed. */
type ScrapedHit =
  | { state: 'scraped'; document: Document; passages: string | undefined }
  | { state: 'failed'; reason: string; credits: number }

interface HitScraping extends SearchInput {
  time: AbortSignal
  until: number
  linkTo: (blobId: string) => string
  /** Creates the screen for one page of the search; absent without screening. */
  createScreen: (() => RequestScreen) | undefined
}

/**
 * The number of results scraped at once, if the team may have as many; more would only wait in the team's
 * queue.
 */
const MAX_CONCURRENT = 16

/**
 * Scrapes the hits. The same page from several sources is scraped once per hit, and shared fetches merge
 * them.
 */
async function scrapeAll(
  needs: SearchRouteNeeds,
  scraping: HitScraping,
  { results }: SearchResults,
): Promise<Map<SearchHit, ScrapedHit>> {
  const waiting = results.filter(({ source }) => source !== 'images').flatMap(({ hits }) => hits)
  const scraped = new Map<SearchHit, ScrapedHit>()
  const atOnce = Math.max(1, Math.min(MAX_CONCURRENT, scraping.caller.limits.concurrency ?? MAX_CONCURRENT))
  const workers = Array.from({ length: atOnce }, async () => {
    for (let hit = waiting.shift(); hit; hit = waiting.shift())
      scraped.set(hit, await scrapeHit(needs, scraping, hit))
  })
  await Promise.all(workers)
  return scraped
}

/** Never fails: the search is paid for, and its results are returned in any case. */
async function scrapeHit(
  needs: SearchRouteNeeds,
  scraping: HitScraping,
  hit: SearchHit,
): Promise<ScrapedHit> {
  const { caller, body, time, until, linkTo } = scraping
  const screen = scraping.createScreen?.()
  const scrapeOptions = scrapeOptionsOf(body)
  const read = parseUrl(hit.url)
  if (!read.valid)
    return {
      state: 'failed',
      reason: 'This URL cannot be scraped. Only HTTP and HTTPS URLs can.',
      credits: 0,
    }
  const request = { ...scrapeOptions, url: read.url }
  const timeoutMs = Math.max(1, Math.min(scrapeOptions.timeout, Math.round(until - performance.now())))
  const job = { price: priceWithChecks(priceOfScrape(request), screen), timeoutMs }
  try {
    time.throwIfAborted()
    const { data } = await chargePage(
      needs,
      { caller, signal: time },
      job,
      async ({ acquireSlot, time: all, addSlotMetadata }) => {
        const { teamId, keyless } = caller
        const context = {
          teamId,
          resumedBy: keyless?.address,
          linkTo,
          takeTurn: acquireSlot,
          signal: all,
          screen,
        }
        const document = addSlotMetadata(await needs.scrapePage(request, context))
        await keepScrape(needs.scrapes, teamId, request, document)
        return document
      },
    )
    return { state: 'scraped', document: data, passages: passagesOf(data, body) }
  } catch (failure) {
    if (failure instanceof Fault)
      return { state: 'failed', reason: failure.message, credits: job.price.ofFailure!(failure) }
    const defectId = randomUUID()
    needs.log.error(
      { err: request.zeroDataRetention ? errorWithoutMessage(failure) : failure, id: defectId },
      'defect',
    )
    const reason = `An unexpected error occurred while scraping this page. It was logged with the id ${defectId}.`
    return { state: 'failed', reason, credits: 0 }
  }
}

interface SearchOutcome {
  id: string
  found: SearchResults
  pages: Map<SearchHit, ScrapedHit>
  credits: number
}

function toResponse({ id, found, pages, credits }: SearchOutcome): SearchResponse {
  const data = Object.fromEntries(
    found.results.map(({ source, hits }) => [
      source,
      hits.map((hit, index) => {
        if (source === 'images') return imageResult(hit, index + 1)
        const page = pages.get(hit)
        const document = documentOf(hit, page)
        const described = withPassages(hit, page)
        return source === 'news'
          ? newsResult(described, document, index + 1)
          : webResult(described, document, index + 1)
      }),
    ]),
  )
  const creditsUsed = [...pages.values()].reduce((sum, page) => sum + creditsOf(page), credits)
  const warning = found.warnings.join(' ')
  return { success: true, id, creditsUsed, ...(warning !== '' && { warning }), data }
}

function creditsOf(page: ScrapedHit): number {
  return page.state === 'scraped' ? page.document.metadata!.creditsUsed! : page.credits
}

function documentOf(hit: SearchHit, page: ScrapedHit | undefined): Document {
  if (page === undefined) return {}
  return page.state === 'scraped' ? page.document : { metadata: { sourceURL: hit.url, error: page.reason } }
}

/** The description of a scraped page is its passage about the query. */
function withPassages(hit: SearchHit, page: ScrapedHit | undefined): SearchHit {
  const description = page?.state === 'scraped' ? page.passages : undefined
  return description === undefined ? hit : { ...hit, description }
}

/** Computed as soon as a page is ready: for a hundred pages at once it would block other requests. */
function passagesOf({ markdown }: Document, { highlights, query }: SearchRequest): string | undefined {
  return highlights && markdown !== undefined ? passagesFor(query, markdown) : undefined
}

function webResult(hit: SearchHit, document: Document, position: number) {
  const title = hit.title ?? titleOf(document)
  return {
    ...document,
    ...omitUndefined({ url: hit.url, title, description: hit.description, position, category: hit.category }),
  }
}

function newsResult(hit: SearchHit, document: Document, position: number) {
  const { url, description: snippet, date, image, category } = hit
  const title = hit.title ?? titleOf(document)
  return {
    ...document,
    ...omitUndefined({ url, title, snippet, date, imageUrl: image?.url, position, category }),
  }
}

function imageResult({ url, title, image }: SearchHit, position: number) {
  const { url: imageUrl, width: imageWidth, height: imageHeight } = image ?? {}
  return omitUndefined({ url, title, imageUrl, imageWidth, imageHeight, position })
}

function titleOf({ metadata }: Document): string | undefined {
  const title = [metadata?.title].flat()[0]
  return typeof title === 'string' ? title : undefined
}

/** Clients recognise a scraped result by its fields, so absent fields must not be listed. */
function omitUndefined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }
}
