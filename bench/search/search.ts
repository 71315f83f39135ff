import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../src/log.ts'
import { seenPlace } from '../../src/crawl/crawl.ts'
import { parseQuery } from '../../src/search/search.ts'
import type { LocalIndex } from '../../src/search/search.ts'
import { createSearchIndex, openStore } from '../../src/store/store.ts'
import type { Store } from '../../src/store/store.ts'
import { temporaryFolder } from '../../test/support/service.ts'
import { makeTeam } from '../../test/support/team.ts'
import { realPages, variedPages } from './documents.ts'
import type { IndexedPage, RealPage } from './documents.ts'
import { RULES } from './queries.ts'

const KNOWN_ITEMS = 500
const MANY_PAGES = 20_000

/**
 * How well and how fast a team finds its own pages. Known items: somebody who remembers a page asks for it (queries.ts has
 * the rules), for each of 500 pages, among these alone, among all of the benchmark, and among 20,000. Time: one to six words
 * in a row of a page's content.
 */
export async function benchSearch(folder?: string): Promise<void> {
  if (folder === undefined || !existsSync(join(folder, 'data/manifest.json'))) {
    console.error('Name the folder of the extraction benchmark: it holds data/manifest.json.')
    process.exitCode = 2
    return
  }
  const real = realPages(join(folder, 'data'))
  await using place = await temporaryFolder()
  await using store = await openStore(
    { dataDir: join(place.path, 'data'), databaseUrl: undefined, secret: undefined },
    createLog('warn', false),
  )
  const sought = everyNth(real, KNOWN_ITEMS)
  await using alone = await openGround(store, sought)
  await measureQuality(alone, sought, `the ${sought.length} pages alone`)
  await using ground = await openGround(store, real)
  await measureQuality(ground, sought, `${real.length} pages`)
  await enterMany(store, ground, real)
  await measureQuality(ground, sought, `${MANY_PAGES} pages`)
  await measureTime(ground, real)
}

interface Ground extends AsyncDisposable {
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
async function openGround(store: Store, pages: readonly RealPage[]): Promise<Ground> {
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

function asked({ teamId, index }: Ground, text: string, limit = 10): ReturnType<LocalIndex['find']> {
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

async function measureQuality(ground: Ground, pages: readonly RealPage[], name: string): Promise<void> {
  console.log(`known items, among ${name}:`)
  const rows: Record<string, Record<string, number>> = {}
  const places: number[] = []
  for (const [rule, queryOf] of Object.entries(RULES)) {
    const own: number[] = []
    for (const real of pages) {
      const query = queryOf(real)
      if (query === undefined) continue
      const hits = await asked(ground, query)
      own.push(hits.findIndex(({ url }) => url === real.page.url) + 1)
    }
    rows[rule] = measured(own)
    places.push(...own)
  }
  console.table({ ...rows, all: measured(places) })
}

function measured(places: readonly number[]): Record<string, number> {
  const share = (matches: (place: number) => number) =>
    Number((places.reduce((sum, place) => sum + matches(place), 0) / places.length).toFixed(3))
  return {
    queries: places.length,
    'hit@1': share((place) => Number(place === 1)),
    'hit@3': share((place) => Number(place >= 1 && place <= 3)),
    MRR: share((place) => (place === 0 ? 0 : 1 / place)),
  }
}

async function enterMany(store: Store, { teamId, index }: Ground, real: readonly RealPage[]): Promise<void> {
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

async function measureTime(ground: Ground, pages: readonly RealPage[]): Promise<void> {
  const queries = everyNth(pages, 150).flatMap(ordinary)
  for (const query of queries.slice(0, 50)) await asked(ground, query)
  const times = new Map<string, number[]>()
  for (const query of queries) {
    const since = performance.now()
    await asked(ground, query)
    const ms = performance.now() - since
    for (const name of [`${query.split(' ').length} words`, 'all']) {
      times.set(name, [...(times.get(name) ?? []), ms])
    }
  }
  console.log(`time of a search among ${MANY_PAGES} pages, in ms:`)
  console.table(
    Object.fromEntries(
      [...times]
        .sort()
        .map(([name, ms]) => [
          name,
          { searches: ms.length, p50: quantile(ms, 0.5), p95: quantile(ms, 0.95), most: quantile(ms, 1) },
        ]),
    ),
  )
}

/** One to six words in a row from the page's content, the commonest words among them. */
function ordinary({ truth }: RealPage, nr: number): string[] {
  const words = truth.match(/\p{L}{2,}/gu) ?? []
  const length = 1 + (nr % 6)
  const from = (nr * 37) % Math.max(1, words.length - length)
  const query = words.slice(from, from + length)
  return query.length < length ? [] : [query.join(' ')]
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1))
}
