import type { Document } from '../../contract/document.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import { isPagination } from '../url/parameters.ts'
import { shapeOf } from '../url/shape.ts'
import { endsMap } from './site-rules.ts'
import type { HostPacer, SiteRules } from './site-rules.ts'
import type { FoundUrl, LinkCollection } from './link-collection.ts'
import type { Discovery } from '../page/found-pages.ts'
import { isNearDuplicate } from '../page/found-pages.ts'
import { Fault } from '../../fault.ts'

export interface LoadedPage {
  document: Document
  discovery: Discovery
}

export type LoadPage = (page: ScrapeRequest, signal: AbortSignal) => Promise<LoadedPage>

export interface WalkNeeds {
  collection: LinkCollection
  rules: SiteRules
  pacer: HostPacer
  loadPage: LoadPage
  requestFor: (url: string) => ScrapeRequest
  followsAll: boolean
  /** The number of pages listed as one that are visited, not counting pagination. */
  maxVariants: number
  maxDepth: number
  maxConcurrent: number
  maxLinks: number
  maxPages: number
}

export interface WalkResult {
  end: 'all' | 'enough' | 'time' | 'looks' | 'full' | 'unwelcome'
  pages: number
  failed: number
}

/** After so many pages of one shape in a row with nothing new, the chain counts as a trap. */
const MAX_CHAIN = 20
/**
 * While a list is followed page by page, only so many other pages are visited at once: the list must not
 * finish last.
 */
const MAX_BESIDE_LISTS = 1
const MAX_REFUSALS = 3
/** Documents have no links and take long to read. */
const DOCUMENT_PATH = /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|csv|txt|json|xml)$/i

export const GONE_STATUSES = new Set([404, 410])
const TOO_MANY_REQUESTS = 429

export function walk(
  start: { url: string; discovery: Discovery },
  needs: WalkNeeds,
  signal: AbortSignal,
): Promise<WalkResult> {
  return new Walk(needs, signal).run(start)
}

class Walk {
  readonly #needs: WalkNeeds
  /** The caller's signal; a walk that has ended no longer checks it. */
  readonly #signal: AbortSignal
  readonly #over = new AbortController()
  readonly #time: AbortSignal
  readonly #queue = createWalkQueue()
  readonly #variants = new Map<string, number>()
  readonly #running = new Map<Promise<void>, WalkItem>()
  #pages = 0
  #failed = 0
  #refusals = 0
  #defect: { failure: unknown } | undefined

  constructor(needs: WalkNeeds, signal: AbortSignal) {
    this.#needs = needs
    this.#signal = signal
    this.#time = AbortSignal.any([signal, this.#over.signal])
  }

  async run(start: { url: string; discovery: Discovery }): Promise<WalkResult> {
    try {
      await this.#follow(start, { ...START, url: start.url })
      return { end: await this.#run(), pages: this.#pages, failed: this.#failed }
    } catch (failure) {
      if (!this.#signal.aborted) throw failure
      return { end: 'time', pages: this.#pages, failed: this.#failed }
    } finally {
      this.#over.abort()
      await Promise.allSettled(this.#running.keys())
    }
  }

  async #run(): Promise<WalkResult['end']> {
    for (;;) {
      if (this.#defect) throw this.#defect.failure
      const end = this.#ended()
      if (end) return end
      const item = this.#takeNext()
      if (item) {
        const visiting: Promise<void> = this.#visit(item)
          .catch((failure: unknown) => void (this.#defect ??= { failure }))
          .finally(() => this.#running.delete(visiting))
        this.#running.set(visiting, item)
      } else if (this.#running.size > 0) await Promise.race(this.#running.keys())
      else return 'all'
    }
  }

  #ended(): WalkResult['end'] | undefined {
    const { collection, maxLinks, maxPages } = this.#needs
    if (collection.size >= maxLinks) return 'enough'
    if (this.#signal.aborted) return 'time'
    if (this.#pages >= maxPages) return 'looks'
    if (this.#refusals >= MAX_REFUSALS) return 'unwelcome'
    return collection.isFull ? 'full' : undefined
  }

  #takeNext(): WalkItem | undefined {
    if (this.#running.size >= this.#needs.maxConcurrent) return undefined
    const lists = [...this.#running.values()].filter(({ isNext }) => isNext).length
    return this.#queue.take(lists > 0 && this.#running.size - lists >= MAX_BESIDE_LISTS)
  }

  async #visit(item: WalkItem): Promise<void> {
    const { collection, rules, pacer, loadPage, requestFor } = this.#needs
    const time = this.#time
    try {
      await pacer.wait(new URL(item.url).host, await rules.delayOf(item.url, time), time)
      this.#pages++
      const { document, discovery } = await loadPage(requestFor(item.url), time)
      const url = document.metadata?.url ?? item.url
      const status = document.metadata?.statusCode ?? 200
      if (status === TOO_MANY_REQUESTS) this.#refusals++
      if (GONE_STATUSES.has(status)) collection.remove(item.url)
      if (status >= 400) return
      const shouldFollow = await this.#isFollowedTarget(item, url)
      collection.describe(url, titleAndDescription(document))
      if (shouldFollow) await this.#follow({ url, discovery }, item)
    } catch (failure) {
      if (time.aborted) return
      if (!(failure instanceof Fault) || endsMap(failure)) throw failure
      if (failure.code === 'unsafe_domain_blocked') return collection.block(item.url)
      if (failure.code === 'SCRAPE_DNS_RESOLUTION_ERROR') collection.remove(item.url)
      this.#failed++
    }
  }

  async #isFollowedTarget(item: WalkItem, url: string): Promise<boolean> {
    const { collection } = this.#needs
    if (collection.keyOf(url) === item.key) return true
    collection.remove(item.url, url)
    const [target] = await collection.discover([url], this.#time)
    return target?.isFollowed ?? false
  }

  async #follow(page: { url: string; discovery: Discovery }, item: WalkItem): Promise<void> {
    const { collection, followsAll, maxDepth } = this.#needs
    if (item.depth >= maxDepth) return
    const { url, discovery } = page
    const { links, unfollowed, canonical } = discovery
    const before = collection.size
    const urls = [...links, ...(followsAll ? unfollowed : []), ...(canonical ? [canonical] : [])]
    const newLinks = (await collection.discover(urls, this.#time)).filter(isWorthVisiting)
    this.#queue.record(url, collection.size > before)

    const ownShape = shapeOf(url)
    const shapedLinks = newLinks.map((link) => ({ found: link, alike: shapeOf(link.url) === ownShape }))
    const similar = discovery.fingerprint?.similar
    const bringsNothing =
      shapedLinks.every(({ alike }) => alike) && isNearDuplicate(similar, item.parentSimilar)
    const chain = bringsNothing ? item.chain + 1 : 0
    const next = new Set(discovery.next)
    for (const { found: link, alike } of shapedLinks) {
      if (alike && chain > MAX_CHAIN) continue
      const isNext = next.has(link.given) || isPagination(link.url)
      if (!isNext && this.#exceedsVariants(link)) continue
      this.#queue.add({
        url: link.url,
        key: link.key,
        depth: isNext ? item.depth : item.depth + 1,
        isNext,
        chain: alike ? chain : 0,
        parentSimilar: alike ? similar : undefined,
      })
    }
  }

  /** Filters and sort orders multiply without limit and list nothing new. */
  #exceedsVariants({ key, listKey }: FoundUrl): boolean {
    if (key === listKey) return false
    const count = (this.#variants.get(listKey) ?? 0) + 1
    this.#variants.set(listKey, count)
    return count > this.#needs.maxVariants
  }
}

const START = { key: '', depth: 0, isNext: false, chain: 0, parentSimilar: undefined }

function isWorthVisiting({ url, isFollowed }: FoundUrl): boolean {
  return isFollowed && !DOCUMENT_PATH.test(new URL(url).pathname)
}

export function titleAndDescription({ metadata }: Document) {
  return { title: textOf(metadata?.title), description: textOf(metadata?.description) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

interface WalkItem {
  url: string
  key: string
  /** The number of links from the start; all pages of a list count as near as its first. */
  depth: number
  isNext: boolean
  /** The number of pages of the same shape in a row that led here and had nothing new. */
  chain: number
  parentSimilar: string | undefined
}

const TIERS = { next: 0, plain: 1, barren: 2 }
const TIER_SIZE = 100_000
const MAX_UNPRODUCTIVE = 20

function createWalkQueue() {
  const queues = new Map<number, { items: WalkItem[]; at: number }>()
  const unproductive = new Map<string, number>()

  const put = (tier: keyof typeof TIERS, item: WalkItem) => {
    const rank = TIERS[tier] * TIER_SIZE + item.depth
    const queue = queues.get(rank)
    if (queue) queue.items.push(item)
    else queues.set(rank, { items: [item], at: 0 })
  }

  const takeFirst = (below: number): { item: WalkItem; rank: number } | undefined => {
    const rank = Math.min(...queues.keys())
    if (rank >= below) return undefined
    const queue = queues.get(rank)!
    const item = queue.items[queue.at++]!
    if (queue.at === queue.items.length) queues.delete(rank)
    return { item, rank }
  }

  return {
    add: (item: WalkItem) => put(item.isNext ? 'next' : 'plain', item),
    take(onlyNext: boolean) {
      for (;;) {
        const first = takeFirst(onlyNext ? TIER_SIZE : Infinity)
        if (!first) return undefined
        const { item, rank } = first
        const isPlain = Math.floor(rank / TIER_SIZE) === TIERS.plain
        if (!isPlain || (unproductive.get(shapeOf(item.url)) ?? 0) < MAX_UNPRODUCTIVE) return item
        put('barren', item)
      }
    },
    record(url: string, broughtNew: boolean) {
      const shape = shapeOf(url)
      unproductive.set(shape, broughtNew ? 0 : (unproductive.get(shape) ?? 0) + 1)
    },
  }
}
