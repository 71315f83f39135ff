import { join } from 'node:path'
import { createLog } from '../../src/log.ts'
import { seenPlace } from '../../src/crawl/crawl.ts'
import { parseQuery } from '../../src/search/search.ts'
import type { LocalIndex } from '../../src/search/search.ts'
import { createSearchIndex, openStore } from '../../src/store/store.ts'
import type { Store } from '../../src/store/store.ts'
import { temporaryFolder } from '../../test/support/service.ts'
import { makeTeam } from '../../test/support/team.ts'
import { printRows, quantile, timed } from '../figures.ts'
import type { Rows } from '../figures.ts'
import { realPages, variedPages } from './documents.ts'
import type { IndexedPage, RealPage } from './documents.ts'

const KNOWN_ITEMS = 500
const MANY_PAGES = 20_000

/**
 * How well and how fast a team finds its own pages. Known items: somebody who remembers a page asks for it by
 * one of the rules below, for each of 500 pages, among these alone, among all of the benchmark, and among 20,000. Time: one to six words
 * in a row of a page's content.
 */
export async function benchSearch(folder: string): Promise<void> {
  const real = realPages(join(folder, 'data'))
  await using place = await temporaryFolder()
  await using store = await openStore(
    { dataDir: join(place.path, 'data'), databaseUrl: undefined, secret: undefined },
    createLog('warn', false),
  )
  const sought = everyNth(real, KNOWN_ITEMS)
  await using alone = await openSearchTeam(store, sought)
  await measureQuality(alone, sought, `the ${sought.length} pages alone`)
  await using team = await openSearchTeam(store, real)
  await measureQuality(team, sought, `${real.length} pages`)
  await enterMany(store, team, real)
  await measureQuality(team, sought, `${MANY_PAGES} pages`)
  await measureTime(team, real)
}

interface SearchTeam extends AsyncDisposable {
  teamId: string
  index: ReturnType<typeof createSearchIndex>
}

function everyNth<Item>(items: readonly Item[], most: number): Item[] {
  return Array.from(
    { length: Math.min(most, items.length) },
    (_, at) => items[Math.floor((at * items.length) / most)]!,
  )
}

/** A team that has had these pages. */
async function openSearchTeam(store: Store, pages: readonly RealPage[]): Promise<SearchTeam> {
  const { id: teamId } = await makeTeam(store.database)
  const log = createLog('warn', false)
  const index = createSearchIndex(store.database, {
    placeOf: seenPlace,
    isShared: false,
    maxBytes: 1e12,
    log,
  })
  for (const { page } of pages) index.enter({ ...page, teamId })
  await index.isEmpty(teamId)
  return { teamId, index, [Symbol.asyncDispose]: () => index[Symbol.asyncDispose]() }
}

function findPages({ teamId, index }: SearchTeam, text: string, limit = 10): ReturnType<LocalIndex['find']> {
  const wish = {
    teamId,
    query: parseQuery(text),
    source: 'web' as const,
    limit,
    from: undefined,
    to: undefined,
    byDate: false,
    language: undefined,
  }
  return index.find(wish, new AbortController().signal)
}

async function measureQuality(team: SearchTeam, pages: readonly RealPage[], name: string): Promise<void> {
  const rows: Rows = {}
  const places: number[] = []
  for (const [rule, queryOf] of Object.entries(RULES)) {
    const own: number[] = []
    for (const real of pages) {
      const query = queryOf(real)
      if (query === undefined) continue
      const hits = await findPages(team, query)
      own.push(hits.findIndex(({ url }) => url === real.page.url) + 1)
    }
    rows[rule] = rankFigures(own)
    places.push(...own)
  }
  printRows(`known items, among ${name}`, { ...rows, all: rankFigures(places) })
}

function rankFigures(places: readonly number[]): Rows[string] {
  const share = (matches: (place: number) => number) =>
    places.reduce((sum, place) => sum + matches(place), 0) / places.length
  return {
    queries: places.length,
    'hit@1': share((place) => Number(place === 1)),
    'hit@3': share((place) => Number(place >= 1 && place <= 3)),
    MRR: share((place) => (place === 0 ? 0 : 1 / place)),
  }
}

async function enterMany(
  store: Store,
  { teamId, index }: SearchTeam,
  real: readonly RealPage[],
): Promise<void> {
  const pages = real.map(({ page }) => page)
  const before = await sizes(store)
  let spent = 0
  let made: IndexedPage[] = []
  const write = async () => {
    const since = performance.now()
    for (const page of made) index.enter({ ...page, teamId })
    await index.isEmpty(teamId)
    spent += performance.now() - since
    made = []
  }
  for (const page of variedPages(pages, MANY_PAGES - pages.length)) {
    if (made.push(page) >= 500) await write()
  }
  await write()
  const after = await sizes(store)
  const count = MANY_PAGES - pages.length
  console.log(`entered ${count} pages: ${((count / spent) * 1000).toFixed(0)} a second, one after the other`)
  console.log(
    `index: ${after.map(({ name, bytes }, at) => `${name} ${((bytes - before[at]!.bytes) / 1e6).toFixed(0)} MB`).join(', ')}`,
  )
}

function sizes({ database }: Store): Promise<{ name: string; bytes: number }[]> {
  return database.rows(
    `select name, pg_total_relation_size(name::regclass) - case name when 'search_terms' then pg_relation_size('search_terms_index') else 0 end as bytes
     from unnest(array['search_pages', 'search_terms', 'search_terms_index']) as name order by name`,
  )
}

async function measureTime(team: SearchTeam, pages: readonly RealPage[]): Promise<void> {
  const queries = everyNth(pages, 150).flatMap(ordinary)
  for (const query of queries.slice(0, 50)) await findPages(team, query)
  const times = new Map<string, number[]>()
  for (const query of queries) {
    const ms = await timed(() => findPages(team, query))
    for (const name of [`${query.split(' ').length} words`, 'all']) {
      times.set(name, [...(times.get(name) ?? []), ms])
    }
  }
  const rows: Rows = {}
  for (const [name, ms] of [...times].sort()) {
    const [p50, p95, most] = [0.5, 0.95, 1].map((share) => quantile(ms, share).toFixed(1))
    rows[name] = { searches: ms.length, p50, p95, most }
  }
  printRows(`search among ${MANY_PAGES} pages, ms`, rows)
}

/** One to six words in a row from the page's content, the commonest words among them. */
function ordinary({ truth }: RealPage, nr: number): string[] {
  const words = truth.match(/\p{L}{2,}/gu) ?? []
  const length = 1 + (nr % 6)
  const from = (nr * 37) % Math.max(1, words.length - length)
  const query = words.slice(from, from + length)
  return query.length < length ? [] : [query.join(' ')]
}

/**
 * What somebody asks who remembers a page. The rules look at the page's own title and at what people said its content is,
 * never at the index.
 */
const RULES: Record<string, (page: RealPage) => string | undefined> = {
  /** The longest part of the title between strokes, up to ten words. */
  title: ({ page }) => phrase(titleWords(page.title)),
  /** The same words backwards, without the middle one. */
  'title, reordered, one word dropped': ({ page }) => {
    const words = titleWords(page.title)
    return phrase(words.filter((_, at) => at !== words.length >> 1).toReversed())
  },
  /** Seven words in a row, from the third on, of the sentence of at least ten words nearest to the middle of the text. */
  'fragment of a sentence': ({ truth }) => {
    const sentences = truth.split(/(?<=[.!?])\s+|\n+/).map(wordsIn)
    const long = sentences.filter((words) => words.length >= 10)
    const middle = long[long.length >> 1]
    return middle && phrase(middle.slice(2, 9))
  },
  /** The five longest different words among the first sixty of the text. */
  'five words of the beginning': ({ truth }) => {
    const words = [
      ...new Set(
        wordsIn(truth)
          .slice(0, 60)
          .map((word) => word.toLowerCase()),
      ),
    ]
    return phrase(words.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 5))
  },
}

const FEWEST_WORDS = 3

function phrase(words: readonly string[]): string | undefined {
  return words.length < FEWEST_WORDS ? undefined : words.join(' ')
}

function titleWords(title: string): string[] {
  const parts = title.split(/\s+[|\-–—·•:»«/]+\s+|\s*[|»«]\s*/).map(wordsIn)
  return parts.reduce((a, b) => (b.length > a.length ? b : a)).slice(0, 10)
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+(?:['’.-][\p{L}\p{N}\p{M}]+)*/gu) ?? []
}
