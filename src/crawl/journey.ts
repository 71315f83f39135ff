import type { ThreatPolicy } from '../contract/threat-protection.ts'
import type { Screen } from '../egress/egress.ts'
import { isOutage } from '../fault.ts'
import type { Fault } from '../fault.ts'
import { canonicalAddress } from './address/canonical-address.ts'
import type { Address, AddressRules } from './address/canonical-address.ts'
import { createPathFilter } from './address/path-filter.ts'
import type { PathFilter } from './address/path-filter.ts'
import { createScope } from './address/scope.ts'
import type { Place } from './address/scope.ts'
import type { CrawlOptions } from './crawls.ts'
import { pageKey } from './frontier.ts'
import type { ClaimedPage, CrawlJob, FoundPage, Frontier } from './frontier.ts'

export interface Journey extends AsyncDisposable {
  job: CrawlJob
  options: CrawlOptions | undefined
  /** Under which address a page is known; undefined for what cannot be a page. */
  addressOf(url: string, page: Pick<ClaimedPage, 'noise'>): KnownAs | undefined
  placeOf(url: string, baseUrl: string): Place
  openScreen(): Screen | undefined
  refusal(url: string): Fault | undefined
  keeps(urls: readonly string[]): Promise<boolean[]>
  /** Why the crawl cannot go on, when it cannot: its patterns take too long. */
  readonly trouble: string | undefined
  knows(key: string): boolean
  /** To be told of pages once they are in the database, and not before: whoever loses a page finds its links again. */
  learn(pages: readonly FoundPage[]): void
}

interface KnownAs extends Address {
  hash: string
}

export type OpenScreen = (policy: ThreatPolicy) => Screen

function openJourney(job: CrawlJob, openScreen: OpenScreen): Journey {
  const { options, screening } = job.plan
  const lists = screening && openScreen(screening)
  const filter: PathFilter | undefined = options && createPathFilter(options)
  const known = createMemory<true>()
  let addresses: { noise: readonly string[]; rules: AddressRules; of: Memory<KnownAs | null> } | undefined
  let trouble: string | undefined
  let scope: { baseUrl: string; placeOf: (url: string) => Place } | undefined
  return {
    job,
    options,
    openScreen: () => screening && openScreen(screening),
    refusal: (url) => lists?.refusal(url),
    addressOf(url, { noise }) {
      if (addresses?.noise.length !== noise.length) {
        const rules = {
          ignoreQueryParameters: options?.ignoreQueryParameters ?? false,
          deduplicateSimilarURLs: options?.deduplicateSimilarURLs ?? false,
          noiseParameters: new Set(noise),
        }
        addresses = { noise, rules, of: createMemory() }
      }
      const remembered = addresses.of.get(url)
      if (remembered !== undefined) return remembered ?? undefined
      const address = canonicalAddress(url, addresses.rules)
      const knownAs = address && { ...address, hash: pageKey(address.key) }
      addresses.of.set(url, knownAs ?? null)
      return knownAs
    },
    placeOf(url, baseUrl) {
      if (!options) return 'outside'
      if (scope?.baseUrl !== baseUrl) scope = { baseUrl, placeOf: createScope(baseUrl, options) }
      return scope.placeOf(url)
    },
    async keeps(urls) {
      if (!filter) return urls.map(() => true)
      try {
        return await filter.keeps(urls)
      } catch (failure) {
        trouble = (failure as Error).message
        throw failure
      }
    },
    get trouble() {
      return trouble
    },
    knows: (key) => known.get(key) === true,
    learn(pages) {
      for (const { key } of pages) known.set(key, true)
    },
    [Symbol.asyncDispose]: async () => await filter?.[Symbol.asyncDispose](),
  }
}

const MOST_REMEMBERED = 20_000

interface Memory<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Keeps at least the last so many; forgetting the others costs time and nothing else. */
function createMemory<Value>(): Memory<Value> {
  let recent = new Map<string, Value>()
  let older = new Map<string, Value>()
  return {
    get: (key) => recent.get(key) ?? older.get(key),
    set(key, value) {
      recent.set(key, value)
      if (recent.size < MOST_REMEMBERED) return
      older = recent
      recent = new Map()
    },
  }
}

export function createJourneys(frontier: Pick<Frontier, 'job' | 'fail'>, openScreen: OpenScreen) {
  const open = new Map<string, Promise<Journey | undefined>>()

  /** A crawl whose options cannot be read any more must not be claimed again and again. */
  async function begin(crawlId: string): Promise<Journey | undefined> {
    try {
      const job = await frontier.job(crawlId)
      return job && openJourney(job, openScreen)
    } catch (failure) {
      if (isOutage(failure)) throw failure
      await frontier.fail(crawlId, `The crawl cannot go on: ${(failure as Error).message}`)
      throw failure
    }
  }

  return {
    of(crawlId: string): Promise<Journey | undefined> {
      const known = open.get(crawlId)
      if (known) return known
      const journey = begin(crawlId)
      open.set(crawlId, journey)
      // Whoever asks next, asks again.
      journey.catch(() => open.delete(crawlId))
      return journey
    },
    async keepOnly(crawlIds: ReadonlySet<string>): Promise<void> {
      for (const [id, journey] of open) {
        if (crawlIds.has(id)) continue
        open.delete(id)
        await (await journey.catch(() => undefined))?.[Symbol.asyncDispose]()
      }
    },
  }
}
