import type { Document } from '../../contract/document.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import { isPagination } from '../address/parameters.ts'
import { shapeOf } from '../address/shape.ts'
import { isOurs } from './site-rules.ts'
import type { Paces, SiteRules } from './site-rules.ts'
import type { Found, Survey } from './survey.ts'
import type { Discovery } from '../page/found-pages.ts'
import { isAlike } from '../page/found-pages.ts'
import { Fault } from '../../fault.ts'

export interface Looked {
  document: Document
  discovery: Discovery
}

export type Look = (page: ScrapeRequest, signal: AbortSignal) => Promise<Looked>

export interface WalkNeeds {
  survey: Survey
  rules: SiteRules
  paces: Paces
  look: Look
  requestFor: (url: string) => ScrapeRequest
  followsAll: boolean
  /** How many pages that are listed as one are looked at, besides those of a list. */
  mostVariants: number
  mostDepth: number
  atOnce: number
  enough: number
  mostLooks: number
}

export interface WalkEnd {
  end: 'all' | 'enough' | 'time' | 'looks' | 'full' | 'unwelcome'
  looks: number
  failed: number
}

/** Pages of one shape that lead to each other with nothing new on them, after so many in a row, are a trap. */
const LONGEST_CHAIN = 20
/** While a list is followed, one page after the other, so many others are looked at at once: it must not come to its end last. */
const BESIDE_LISTS = 1
const MOST_REFUSALS = 3
/** Documents lead nowhere, and looking at them takes long. */
const DOCUMENT = /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|csv|txt|json|xml)$/i

export const GONE = new Set([404, 410])
const TOO_MANY_REQUESTS = 429

export function walk(
  start: { url: string; discovery: Discovery },
  needs: WalkNeeds,
  signal: AbortSignal,
): Promise<WalkEnd> {
  return new Walk(needs, signal).from(start)
}

class Walk {
  readonly #needs: WalkNeeds
  /** What the caller has; a walk that is over takes no more of it. */
  readonly #signal: AbortSignal
  readonly #over = new AbortController()
  readonly #time: AbortSignal
  readonly #agenda = createAgenda()
  readonly #variants = new Map<string, number>()
  readonly #running = new Map<Promise<void>, Stop>()
  #looks = 0
  #failed = 0
  #refusals = 0
  #defect: { failure: unknown } | undefined

  constructor(needs: WalkNeeds, signal: AbortSignal) {
    this.#needs = needs
    this.#signal = signal
    this.#time = AbortSignal.any([signal, this.#over.signal])
  }

  async from(start: { url: string; discovery: Discovery }): Promise<WalkEnd> {
    try {
      await this.#follow(start, { ...START, url: start.url })
      return { end: await this.#goOn(), looks: this.#looks, failed: this.#failed }
    } catch (failure) {
      if (!this.#signal.aborted) throw failure
      return { end: 'time', looks: this.#looks, failed: this.#failed }
    } finally {
      this.#over.abort()
      await Promise.allSettled(this.#running.keys())
    }
  }

  async #goOn(): Promise<WalkEnd['end']> {
    for (;;) {
      if (this.#defect) throw this.#defect.failure
      const end = this.#ended()
      if (end) return end
      const stop = this.#takeNext()
      if (stop) {
        const visiting: Promise<void> = this.#visit(stop)
          .catch((failure: unknown) => void (this.#defect ??= { failure }))
          .finally(() => this.#running.delete(visiting))
        this.#running.set(visiting, stop)
      } else if (this.#running.size > 0) await Promise.race(this.#running.keys())
      else return 'all'
    }
  }

  #ended(): WalkEnd['end'] | undefined {
    const { survey, enough, mostLooks } = this.#needs
    if (survey.size >= enough) return 'enough'
    if (this.#signal.aborted) return 'time'
    if (this.#looks >= mostLooks) return 'looks'
    if (this.#refusals >= MOST_REFUSALS) return 'unwelcome'
    return survey.isFull ? 'full' : undefined
  }

  #takeNext(): Stop | undefined {
    if (this.#running.size >= this.#needs.atOnce) return undefined
    const lists = [...this.#running.values()].filter(({ isNext }) => isNext).length
    return this.#agenda.take(lists > 0 && this.#running.size - lists >= BESIDE_LISTS)
  }

  async #visit(stop: Stop): Promise<void> {
    const { survey, rules, paces, look, requestFor } = this.#needs
    const time = this.#time
    try {
      await paces.turn(new URL(stop.url).host, await rules.delayOf(stop.url, time), time)
      this.#looks++
      const { document, discovery } = await look(requestFor(stop.url), time)
      const url = document.metadata?.url ?? stop.url
      const status = document.metadata?.statusCode ?? 200
      if (status === TOO_MANY_REQUESTS) this.#refusals++
      if (GONE.has(status)) survey.drop(stop.url)
      if (status >= 400) return
      const leadsOn = await this.#isWhereItLed(stop, url)
      survey.describe(url, told(document))
      if (leadsOn) await this.#follow({ url, discovery }, stop)
    } catch (failure) {
      if (time.aborted) return
      if (!(failure instanceof Fault) || isOurs(failure)) throw failure
      if (failure.code === 'unsafe_domain_blocked') return survey.block(stop.url)
      if (failure.code === 'SCRAPE_DNS_RESOLUTION_ERROR') survey.drop(stop.url)
      this.#failed++
    }
  }

  async #isWhereItLed(stop: Stop, url: string): Promise<boolean> {
    const { survey } = this.#needs
    if (survey.keyOf(url) === stop.key) return true
    survey.drop(stop.url, url)
    const [target] = await survey.discover([url], this.#time)
    return target?.isFollowed ?? false
  }

  async #follow(page: { url: string; discovery: Discovery }, stop: Stop): Promise<void> {
    const { survey, followsAll, mostDepth } = this.#needs
    if (stop.depth >= mostDepth) return
    const { url, discovery } = page
    const { links, unfollowed, canonical } = discovery
    const before = survey.size
    const urls = [...links, ...(followsAll ? unfollowed : []), ...(canonical ? [canonical] : [])]
    const fresh = (await survey.discover(urls, this.#time)).filter(isWorthALook)
    this.#agenda.note(url, survey.size > before)

    const ownShape = shapeOf(url)
    const shaped = fresh.map((found) => ({ found, alike: shapeOf(found.url) === ownShape }))
    const similar = discovery.fingerprint?.similar
    const bringsNothing = shaped.every(({ alike }) => alike) && isAlike(similar, stop.parentSimilar)
    const chain = bringsNothing ? stop.chain + 1 : 0
    const next = new Set(discovery.next)
    for (const { found, alike } of shaped) {
      if (alike && chain > LONGEST_CHAIN) continue
      const isNext = next.has(found.given) || isPagination(found.url)
      if (!isNext && this.#isOneVariantTooMany(found)) continue
      this.#agenda.add({
        url: found.url,
        key: found.key,
        depth: isNext ? stop.depth : stop.depth + 1,
        isNext,
        chain: alike ? chain : 0,
        parentSimilar: alike ? similar : undefined,
      })
    }
  }

  /** Filters and sort orders multiply without end, and nothing of them is listed. */
  #isOneVariantTooMany({ key, listKey }: Found): boolean {
    if (key === listKey) return false
    const count = (this.#variants.get(listKey) ?? 0) + 1
    this.#variants.set(listKey, count)
    return count > this.#needs.mostVariants
  }
}

const START = { key: '', depth: 0, isNext: false, chain: 0, parentSimilar: undefined }

function isWorthALook({ url, isFollowed }: Found): boolean {
  return isFollowed && !DOCUMENT.test(new URL(url).pathname)
}

export function told({ metadata }: Document) {
  return { title: textOf(metadata?.title), description: textOf(metadata?.description) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

interface Stop {
  url: string
  key: string
  /** How many links away from the start; the pages of a list are all as near as its first. */
  depth: number
  isNext: boolean
  /** How many pages of the same shape in a row led here without anything new on them. */
  chain: number
  parentSimilar: string | undefined
}

const TIERS = { next: 0, plain: 1, barren: 2 }
const TIER = 100_000
const BARREN = 20

function createAgenda() {
  const lines = new Map<number, { stops: Stop[]; at: number }>()
  const barren = new Map<string, number>()

  const put = (tier: keyof typeof TIERS, stop: Stop) => {
    const rank = TIERS[tier] * TIER + stop.depth
    const line = lines.get(rank)
    if (line) line.stops.push(stop)
    else lines.set(rank, { stops: [stop], at: 0 })
  }

  const takeFirst = (below: number): { stop: Stop; rank: number } | undefined => {
    const rank = Math.min(...lines.keys())
    if (rank >= below) return undefined
    const line = lines.get(rank)!
    const stop = line.stops[line.at++]!
    if (line.at === line.stops.length) lines.delete(rank)
    return { stop, rank }
  }

  return {
    add: (stop: Stop) => put(stop.isNext ? 'next' : 'plain', stop),
    take(onlyNext: boolean) {
      for (;;) {
        const first = takeFirst(onlyNext ? TIER : Infinity)
        if (!first) return undefined
        const { stop, rank } = first
        const isPlain = Math.floor(rank / TIER) === TIERS.plain
        if (!isPlain || (barren.get(shapeOf(stop.url)) ?? 0) < BARREN) return stop
        put('barren', stop)
      }
    },
    note(url: string, broughtNew: boolean) {
      const shape = shapeOf(url)
      barren.set(shape, broughtNew ? 0 : (barren.get(shape) ?? 0) + 1)
    },
  }
}
