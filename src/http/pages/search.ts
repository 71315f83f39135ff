import { randomUUID } from 'node:crypto'
import { deadline } from '../../concurrency/abort.ts'
import { optionsFor } from '../../access/access.ts'
import type { Caller } from '../../access/access.ts'
import type { Document } from '../../contract/document.ts'
import { FeedbackAnswer } from '../../contract/team.ts'
import { IdParams } from '../../contract/fields.ts'
import { SearchAnswer, SearchFeedbackRequest, SearchRequest } from '../../contract/search.ts'
import { readUrl } from '../../contract/url.ts'
import { Fault } from '../../fault.ts'
import { placeOf } from '../../log.ts'
import type { Log } from '../../log.ts'
import { priceOfScrape, rejectUnsupported } from '../../scrape/admit/admit.ts'
import { passagesFor } from '../../search/search.ts'
import type { SearchResults, SearchHit, Search, SearchStore } from '../../search/search.ts'
import { chargedPage } from './charged-page.ts'
import { sayable, takeFeedback } from '../team/feedback.ts'
import type { FeedbackNeeds } from '../team/feedback.ts'
import { route } from '../server/route.ts'
import { keepScrape } from './scrape.ts'
import type { ScrapeNeeds } from './scrape.ts'
import { screenFor, withChecks, inTime } from '../server/request-rules.ts'
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
        'Asks the configured providers one after the other. With `scrapeOptions.formats` each page or news item that was found is scraped too; one that cannot be keeps its place and says why in `metadata.error`.',
      body: SearchRequest,
      answer: SearchAnswer,
      alsoFails: { 408: 'Nothing was found in the time of the request.', 500: 'No provider could be asked.' },
      async handle({ who, body: asked, signal, publicUrl }) {
        // What the team wants of all requests is added after what the caller asked for was judged.
        const scrapeOptions = inTime(needs, optionsFor(who, scrapeOptionsOf(asked)))
        const allowed = { ...inTime(needs, asked), scrapeOptions }
        const body = who.zeroDataRetention ? { ...allowed, enterprise: UNKEPT } : allowed
        const screen = screenFor(needs, who, body.threatProtection)
        if (isScraped(body)) rejectUnsupported(body.scrapeOptions)
        const until = performance.now() + body.timeout
        using time = deadline(signal, body.timeout, needs.mostTimeoutMs)
        const id = randomUUID()
        const { found, credits } = await searched(needs, { who, body, id, until, screen }, time)
        const linkTo = (blobId: string) => publicUrl() + needs.blobLinks.pathTo(blobId)
        const pages = isScraped(body)
          ? await scrapeAll(
              needs,
              { who, body, time, until, linkTo, share: screen && createScreenShares(screen) },
              found,
            )
          : new Map<SearchHit, ScrapedHit>()
        return toAnswer({ id, found, pages, credits })
      },
    }),
    route('POST /v2/search/:id/feedback', 'Say how good a search was', {
      access: 'team',
      scope: 'search',
      bucket: 'status',
      tag: 'Search',
      params: IdParams,
      body: SearchFeedbackRequest,
      answer: FeedbackAnswer,
      handle: ({ who, params, body }) =>
        takeFeedback(needs.feedbackBook, {
          teamId: who.teamId,
          endpoint: 'search',
          jobId: params.id,
          said: sayable(who, body),
        }),
    }),
  ]
}

/** What ten results cost, begun ones too. */
const CREDITS_PER_TEN = 2
const CREDITS_PER_TEN_UNKEPT = 10

export function creditsOfSearch(results: number, isUnkept = false): number {
  return Math.ceil(results / 10) * (isUnkept ? CREDITS_PER_TEN_UNKEPT : CREDITS_PER_TEN)
}

interface Asked {
  who: Caller
  body: SearchRequest
}

/** What is found is not known before; what asking about each costs is, for the most part. */
const ANY_RESULT = 'https://result.invalid/'

/** Searches, and takes what that costs. Who could not pay for all results that are asked for is refused. */
async function searched(
  { charge, search, searches }: Pick<SearchRouteNeeds, 'charge' | 'search' | 'searches'>,
  { who, body, id, until, screen }: Asked & { id: string; until: number; screen: RequestScreen | undefined },
  time: AbortSignal,
): Promise<{ found: SearchResults; credits: number }> {
  const results = body.limit * body.sources.length
  const most = creditsOfSearch(results, isUnkept(body))
  const checks = results * (screen?.leastCredits(ANY_RESULT) ?? 0)
  const price = { credits: Math.max(body.limit, most) + checks, reason: 'search' }
  return await charge(who, withChecks(price, screen), async () => {
    const timeout = Math.max(1, until - performance.now())
    const all = onlyValid(await search({ ...body, teamId: who.teamId, timeout }, time), body)
    const found = screen ? await screenHits(all, screen, time) : all
    if (!isUnkept(body) && !body.enterprise.includes('anon'))
      await searches.remember({ id, teamId: who.teamId })
    const given = found.results.reduce((sum, { hits }) => sum + hits.length, 0)
    const usedCredits = creditsOfSearch(given, isUnkept(body)) + (screen?.credits() ?? 0)
    return { value: { found, credits: usedCredits }, usedCredits }
  })
}

/** How hits are scraped; what is asked of the whole search holds for them too. */
function scrapeOptionsOf(request: SearchRequest) {
  return { ...request.scrapeOptions, zeroDataRetention: isUnkept(request) || request.scrapeOptions.lockdown }
}

/** What stands for nothing being kept. */
const UNKEPT: SearchRequest['enterprise'] = ['zdr']

function isUnkept({ enterprise }: SearchRequest): boolean {
  return enterprise.includes('zdr')
}

function isScraped({ scrapeOptions }: SearchRequest): boolean {
  return scrapeOptions.formats.length > 0
}

/** Some results have an address that no scrape takes. */
function onlyValid(found: SearchResults, { ignoreInvalidURLs }: SearchRequest): SearchResults {
  if (!ignoreInvalidURLs) return found
  const results = found.results.map(({ source, hits }) => ({
    source,
    hits: hits.filter(({ url }) => readUrl(url).valid),
  }))
  return { ...found, results }
}

/** A page that was found, as it came out of the line, or why it did not. */
type ScrapedHit =
  | { state: 'scraped'; document: Document; passages: string | undefined }
  | { state: 'failed'; reason: string; credits: number }

interface Scraping extends Asked {
  time: AbortSignal
  until: number
  linkTo: (blobId: string) => string
  /** What screens one page of the search; absent where nothing is screened. */
  share: (() => RequestScreen) | undefined
}

/** How many results are scraped at once, where the team may have as many; more would only stand in its own queue. */
const AT_ONCE = 16

/** Scrapes what was found. Results of several sources that are the same page are scraped once each, and shared by the line. */
async function scrapeAll(
  needs: SearchRouteNeeds,
  scraping: Scraping,
  { results }: SearchResults,
): Promise<Map<SearchHit, ScrapedHit>> {
  const waiting = results.filter(({ source }) => source !== 'images').flatMap(({ hits }) => hits)
  const scraped = new Map<SearchHit, ScrapedHit>()
  const atOnce = Math.max(1, Math.min(AT_ONCE, scraping.who.limits.concurrency ?? AT_ONCE))
  const workers = Array.from({ length: atOnce }, async () => {
    for (let hit = waiting.shift(); hit; hit = waiting.shift())
      scraped.set(hit, await scrapeHit(needs, scraping, hit))
  })
  await Promise.all(workers)
  return scraped
}

/** Never fails: the search is paid for, and what it found is given in any case. */
async function scrapeHit(needs: SearchRouteNeeds, scraping: Scraping, hit: SearchHit): Promise<ScrapedHit> {
  const { who, body, time, until, linkTo } = scraping
  const screen = scraping.share?.()
  const scrapeOptions = scrapeOptionsOf(body)
  const read = readUrl(hit.url)
  if (!read.valid) return { state: 'failed', reason: 'This address cannot be scraped.', credits: 0 }
  const request = { ...scrapeOptions, url: read.url }
  const timeoutMs = Math.max(1, Math.min(scrapeOptions.timeout, Math.round(until - performance.now())))
  const job = { price: withChecks(priceOfScrape(request), screen), timeoutMs }
  try {
    time.throwIfAborted()
    const { data } = await chargedPage(
      needs,
      { who, signal: time },
      job,
      async ({ take, time: all, tell }) => {
        const { teamId, keyless } = who
        const context = { teamId, resumedBy: keyless?.address, linkTo, takeTurn: take, signal: all, screen }
        const document = tell(await needs.scrapePage(request, context))
        await keepScrape(needs.scrapes, teamId, request, document)
        return document
      },
    )
    return { state: 'scraped', document: data, passages: passagesOf(data, body) }
  } catch (failure) {
    if (failure instanceof Fault)
      return { state: 'failed', reason: failure.message, credits: job.price.ofFailure!(failure) }
    const defectId = randomUUID()
    needs.log.error({ err: request.zeroDataRetention ? placeOf(failure) : failure, id: defectId }, 'defect')
    const reason = `Something went wrong on our side while this page was read; the log has it under ${defectId}.`
    return { state: 'failed', reason, credits: 0 }
  }
}

interface Outcome {
  id: string
  found: SearchResults
  pages: Map<SearchHit, ScrapedHit>
  credits: number
}

function toAnswer({ id, found, pages, credits }: Outcome): SearchAnswer {
  const data = Object.fromEntries(
    found.results.map(({ source, hits }) => [
      source,
      hits.map((hit, index) => {
        if (source === 'images') return imageResult(hit, index + 1)
        const page = pages.get(hit)
        const document = documentOf(hit, page)
        const told = withPassages(hit, page)
        return source === 'news'
          ? newsResult(told, document, index + 1)
          : webResult(told, document, index + 1)
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

/** A scraped page is described by what it says about the query itself. */
function withPassages(hit: SearchHit, page: ScrapedHit | undefined): SearchHit {
  const description = page?.state === 'scraped' ? page.passages : undefined
  return description === undefined ? hit : { ...hit, description }
}

/** Found as soon as a page is there: for a hundred of them at once, everybody else would wait. */
function passagesOf({ markdown }: Document, { highlights, query }: SearchRequest): string | undefined {
  return highlights && markdown !== undefined ? passagesFor(query, markdown) : undefined
}

function webResult(hit: SearchHit, document: Document, position: number) {
  const title = hit.title ?? titleOf(document)
  return {
    ...document,
    ...defined({ url: hit.url, title, description: hit.description, position, category: hit.category }),
  }
}

function newsResult(hit: SearchHit, document: Document, position: number) {
  const { url, description: snippet, date, image, category } = hit
  const title = hit.title ?? titleOf(document)
  return { ...document, ...defined({ url, title, snippet, date, imageUrl: image?.url, position, category }) }
}

function imageResult({ url, title, image }: SearchHit, position: number) {
  const { url: imageUrl, width: imageWidth, height: imageHeight } = image ?? {}
  return defined({ url, title, imageUrl, imageWidth, imageHeight, position })
}

function titleOf({ metadata }: Document): string | undefined {
  const title = [metadata?.title].flat()[0]
  return typeof title === 'string' ? title : undefined
}

/** Clients tell a scraped result by the fields it has, so that what is not there must not be named. */
function defined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }
}
