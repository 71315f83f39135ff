import { setImmediate } from 'node:timers/promises'
import { isEndless, mayBePage } from '../address/may-be-page.ts'
import { isPagination } from '../address/parameters.ts'
import { shapeOf } from '../address/shape.ts'
import { newPage } from '../frontier.ts'
import type { ClaimedPage, FoundPage } from '../frontier.ts'
import type { Journey } from '../journey.ts'

const STEP = 10
const RANK_OF_NEXT = 1
const RANK_OF_LINK = 5
/** What a sitemap names comes after what the start itself links to. */
const RANK_OF_LISTED = 2 * STEP
/** More of the same is visited after everything else, the sooner the fewer of it there were before. */
const RANK_OF_SAME = 1_000_000
const MOST_CHAIN = 1_000

export async function linkedPages(
  page: ClaimedPage,
  found: { url: string; discovery: Discovery; baseUrl: string },
  journey: Journey,
): Promise<FoundPage[]> {
  const { discovery, baseUrl } = found
  const { options } = journey
  const depth = page.depth + 1
  if (!options || options.sitemap === 'only' || depth > (options.maxDiscoveryDepth ?? Infinity)) return []
  if (journey.placeOf(found.url, baseUrl) !== 'inside') return []
  const urls = options.ignoreRobotsTxt ? [...discovery.links, ...discovery.unfollowed] : discovery.links
  const fresh = await newAddresses(urls, page, baseUrl, journey)

  const mark = likenessMark(discovery.fingerprint)
  const isLikeParent = isLike(mark, page.parentMark)
  const ownShape = isLikeParent ? shapeOf(found.url) : ''
  const next = new Set(discovery.next)
  return fresh.map(({ url, key, given }) => {
    // A page like the one before it that leads to more of its kind may do so for ever.
    const isMoreOfSame = isLikeParent && (shapeOf(url) === ownShape || isBelow(url, found.url))
    const chain = isMoreOfSame ? page.chain + 1 : 0
    const isNext = next.has(given) || isPagination(url)
    const rank =
      depth * STEP + (isNext ? RANK_OF_NEXT : RANK_OF_LINK) + Math.min(chain, MOST_CHAIN) * RANK_OF_SAME
    return newPage({ key, url, rank, depth, chain, parentMark: mark })
  })
}

function isBelow(url: string, parent: string): boolean {
  const [path] = parent.split(/[?#]/)
  return url.startsWith(path!.endsWith('/') ? path! : `${path}/`)
}

export async function listedPages(
  urls: readonly string[],
  page: ClaimedPage,
  journey: Journey,
): Promise<FoundPage[]> {
  const fresh = await newAddresses(urls, page, page.baseUrl, journey)
  return fresh.map(({ url, key }) => newPage({ key, url, rank: RANK_OF_LISTED }))
}

async function newAddresses(
  urls: readonly string[],
  page: ClaimedPage,
  baseUrl: string,
  journey: Journey,
): Promise<{ url: string; key: string; given: string }[]> {
  const candidates = new Map<string, { url: string; key: string; given: string }>()
  for (const [place, given] of urls.entries()) {
    // A page may have any number of links, and others wait for this thread.
    if (place % PORTION === PORTION - 1) await setImmediate()
    const address = journey.addressOf(given, page)
    if (!address || journey.knows(address.hash) || candidates.has(address.hash)) continue
    const { url, hash: key } = address
    const isPage = mayBePage(url) && !isEndless(url) && journey.placeOf(url, baseUrl) !== 'outside'
    if (isPage) candidates.set(key, { url, key, given })
    if (candidates.size >= enoughFor(journey)) break
  }
  const found = [...candidates.values()]
  const kept = await journey.keeps(found.map(({ url }) => url))
  return found.filter((_, place) => kept[place])
}

const PORTION = 500

/** So many that pages which turn out to be copies can be made up for; what is beyond is never visited. */
export function enoughFor({ options }: Journey): number {
  return 10_000 + 10 * (options?.limit ?? 0)
}

/** Pages often name a wrong one (every page of a list the first, of a site its front), so both are compared first. */
export async function canonicalOf(
  ownKey: string,
  { page, discovery, baseUrl }: { page: ClaimedPage; discovery: Discovery; baseUrl: string },
  journey: Journey,
): Promise<FoundPage | undefined> {
  if (discovery.canonical === undefined || !discovery.fingerprint) return undefined
  const address = journey.addressOf(discovery.canonical, page)
  if (!address || !mayBePage(address.url) || journey.placeOf(address.url, baseUrl) !== 'inside')
    return undefined
  const { url, hash: key } = address
  if (key === ownKey) return undefined
  const [isWanted] = await journey.keeps([address.url])
  if (!isWanted) return undefined
  const { rank, depth } = page
  return newPage({ key, url, rank, depth })
}

export interface Discovery {
  links: string[]
  /** Those that the page asks robots not to follow. */
  unfollowed: string[]
  next: string[]
  canonical: string | undefined
  /** `undated` ignores numbers and dates; `similar` differs in few bits for texts that differ little. */
  fingerprint: { exact: string; undated: string; similar: string; words: number } | undefined
}

const MOST_DIFFERING = 3

/** Whether two pages say about the same; unknown is not alike. */
export function isAlike(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  for (let bits = 0; bits <= MOST_DIFFERING; bits++) {
    if (differing === 0n) return true
    // Takes the lowest set bit away.
    differing &= differing - 1n
  }
  return false
}

export function likenessMark(
  fingerprint: { similar: string; undated: string } | undefined,
): string | undefined {
  return fingerprint && `${fingerprint.similar} ${fingerprint.undated}`
}

/** Whether two such texts tell of pages that are alike; short pages are told by their text without numbers alone. */
export function isLike(one: string | undefined, other: string | undefined): boolean {
  const [similar, undated] = one?.split(' ') ?? []
  const [otherSimilar, otherUndated] = other?.split(' ') ?? []
  return isAlike(similar, otherSimilar) || (undated !== undefined && undated === otherUndated)
}

export function differingParameter(one: string, other: string): string | undefined {
  const first = new URL(one)
  const second = new URL(other)
  if (first.pathname !== second.pathname) return undefined
  const names = new Set([...first.searchParams.keys(), ...second.searchParams.keys()])
  const differing = [...names].filter(
    (name) => first.searchParams.getAll(name).join('\n') !== second.searchParams.getAll(name).join('\n'),
  )
  // Behind the end of a list all pages are equal; that says nothing about those before it.
  if (differing.length !== 1 || [one, other].some(isPagination)) return undefined
  return differing[0]
}
