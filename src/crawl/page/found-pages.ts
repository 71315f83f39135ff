import { setImmediate } from 'node:timers/promises'
import { isEndless, mayBePage } from '../url/may-be-page.ts'
import { isPagination } from '../url/parameters.ts'
import { shapeOf } from '../url/shape.ts'
import { newPage } from '../frontier.ts'
import type { ClaimedPage, FoundPage } from '../frontier.ts'
import type { CrawlContext } from '../crawl-context.ts'

const RANKS_PER_DEPTH = 10
const RANK_OF_NEXT = 1
const RANK_OF_LINK = 5
/** Pages of a sitemap come after the links of the start page. */
const RANK_OF_SITEMAP_PAGE = 2 * RANKS_PER_DEPTH
/** Similar pages come after everything else; shorter chains first. */
const RANK_OF_SAME = 1_000_000
const MAX_CHAIN = 1_000

export async function pagesFromLinks(
  page: ClaimedPage,
  found: { url: string; discovery: Discovery; baseUrl: string },
  context: CrawlContext,
): Promise<FoundPage[]> {
  const { discovery, baseUrl } = found
  const { options } = context
  const depth = page.depth + 1
  if (!options || options.sitemap === 'only' || depth > (options.maxDiscoveryDepth ?? Infinity)) return []
  if (context.scopeOf(found.url, baseUrl) !== 'inside') return []
  const urls = options.ignoreRobotsTxt ? [...discovery.links, ...discovery.unfollowed] : discovery.links
  const fresh = await newUrls(urls, page, baseUrl, context)

  const ownMark = similarityMark(discovery.fingerprint)
  const isLikeParent = isSimilarPage(ownMark, page.parentMark)
  const ownShape = isLikeParent ? shapeOf(found.url) : ''
  const next = new Set(discovery.next)
  return fresh.map(({ url, key, given }) => {
    // A page that is like its parent and links to more of its kind may do so forever.
    const isMoreOfSame = isLikeParent && (shapeOf(url) === ownShape || isBelow(url, found.url))
    const chain = isMoreOfSame ? page.chain + 1 : 0
    const isNext = next.has(given) || isPagination(url)
    const rank =
      depth * RANKS_PER_DEPTH +
      (isNext ? RANK_OF_NEXT : RANK_OF_LINK) +
      Math.min(chain, MAX_CHAIN) * RANK_OF_SAME
    return newPage({ key, url, rank, depth, chain, parentMark: ownMark })
  })
}

function isBelow(url: string, parent: string): boolean {
  const [path] = parent.split(/[?#]/)
  return url.startsWith(path!.endsWith('/') ? path! : `${path}/`)
}

export async function pagesFromSitemap(
  urls: readonly string[],
  page: ClaimedPage,
  context: CrawlContext,
): Promise<FoundPage[]> {
  const fresh = await newUrls(urls, page, page.baseUrl, context)
  return fresh.map(({ url, key }) => newPage({ key, url, rank: RANK_OF_SITEMAP_PAGE }))
}

async function newUrls(
  urls: readonly string[],
  page: ClaimedPage,
  baseUrl: string,
  context: CrawlContext,
): Promise<{ url: string; key: string; given: string }[]> {
  const candidates = new Map<string, { url: string; key: string; given: string }>()
  for (const [index, given] of urls.entries()) {
    // A page may have any number of links, so other work on this thread gets a turn.
    if (index % YIELD_EVERY === YIELD_EVERY - 1) await setImmediate()
    const canonical = context.canonicalUrlOf(given, page)
    if (!canonical || context.isKnown(canonical.hash) || candidates.has(canonical.hash)) continue
    const { url, hash: key } = canonical
    const isPage = mayBePage(url) && !isEndless(url) && context.scopeOf(url, baseUrl) !== 'outside'
    if (isPage) candidates.set(key, { url, key, given })
    if (candidates.size >= maxKnownPages(context)) break
  }
  const found = [...candidates.values()]
  const allowed = await context.allows(found.map(({ url }) => url))
  return found.filter((_, index) => allowed[index])
}

const YIELD_EVERY = 500

/** Leaves room for pages that turn out to be copies. Pages beyond this number are never visited. */
export function maxKnownPages({ options }: CrawlContext): number {
  return 10_000 + 10 * (options?.limit ?? 0)
}

/**
 * Pages often name a wrong canonical page (every page of a list names the first one), so both are compared
 * first.
 */
export async function canonicalPage(
  ownKey: string,
  { page, discovery, baseUrl }: { page: ClaimedPage; discovery: Discovery; baseUrl: string },
  context: CrawlContext,
): Promise<FoundPage | undefined> {
  if (discovery.canonical === undefined || !discovery.fingerprint) return undefined
  const canonical = context.canonicalUrlOf(discovery.canonical, page)
  if (!canonical || !mayBePage(canonical.url) || context.scopeOf(canonical.url, baseUrl) !== 'inside')
    return undefined
  const { url, hash: key } = canonical
  if (key === ownKey) return undefined
  const [isWanted] = await context.allows([canonical.url])
  if (!isWanted) return undefined
  const { rank, depth } = page
  return newPage({ key, url, rank, depth })
}

export interface Discovery {
  links: string[]
  /** Links marked `nofollow`. */
  unfollowed: string[]
  next: string[]
  canonical: string | undefined
  /** `undated` ignores numbers and dates; `similar` differs in few bits for similar texts. */
  fingerprint: { exact: string; undated: string; similar: string; words: number } | undefined
}

const MAX_DIFFERING_BITS = 3

/** Whether two pages have nearly the same text; unknown counts as different. */
export function isNearDuplicate(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  for (let bits = 0; bits <= MAX_DIFFERING_BITS; bits++) {
    if (differing === 0n) return true
    // Clears the lowest set bit.
    differing &= differing - 1n
  }
  return false
}

export function similarityMark(
  fingerprint: { similar: string; undated: string } | undefined,
): string | undefined {
  return fingerprint && `${fingerprint.similar} ${fingerprint.undated}`
}

/** Whether two marks belong to similar pages; short pages are compared only by their text without numbers. */
export function isSimilarPage(one: string | undefined, other: string | undefined): boolean {
  const [similar, undated] = one?.split(' ') ?? []
  const [otherSimilar, otherUndated] = other?.split(' ') ?? []
  return isNearDuplicate(similar, otherSimilar) || (undated !== undefined && undated === otherUndated)
}

export function differingParameter(one: string, other: string): string | undefined {
  const first = new URL(one)
  const second = new URL(other)
  if (first.pathname !== second.pathname) return undefined
  const names = new Set([...first.searchParams.keys(), ...second.searchParams.keys()])
  const differing = [...names].filter(
    (name) => first.searchParams.getAll(name).join('\n') !== second.searchParams.getAll(name).join('\n'),
  )
  // All pages beyond the end of a list are equal, which says nothing about the pages before it.
  if (differing.length !== 1 || [one, other].some(isPagination)) return undefined
  return differing[0]
}
