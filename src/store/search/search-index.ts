import type { SeenPlace } from '../../crawl/crawl.ts'
import type { Log } from '../../log.ts'
import type { PageIndex, PageToEnter } from '../../scrape/scrape.ts'
import type { LocalIndex, LocalSearchRequest } from '../../search/search.ts'
import { within } from '../../concurrency/abort.ts'
import { storable } from '../database/database.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { hitsOf } from './hits.ts'
import { all, conditions, soughtIn } from './query.ts'
import type { Lexemes, Sought } from './query.ts'
import { createCountPages, ranked, stemmed, weighed, newestStagesOf, stagesOf } from './rank.ts'
import type { Candidate, Weighed } from './rank.ts'
import { createStemWords, vectorOf, wordsToStem } from './terms.ts'
import type { StemTable, StemWords } from './terms.ts'
import { createHash } from 'node:crypto'
import { Fault } from '../../fault.ts'
import { createGathering } from '../database/batched.ts'
import { createRoom } from '../housekeeping/room.ts'

interface SearchIndexNeeds {
  placeOf: (url: string) => SeenPlace | undefined
  isShared: boolean
  maxBytes: number
  restMs?: number
  freshMs?: number
  log: Log
}

const FRESH_MS = 1_000

/**
 * The pages that teams can search. Entering is not waited for and never fails. Searches wait up to `freshMs` for
 * what this process has not written yet.
 */
export function createSearchIndex(
  db: Queryable,
  needs: SearchIndexNeeds,
): LocalIndex & PageIndex & AsyncDisposable {
  const stemWords = createStemWords(db)
  const { enter, note, flush, end } = createSearchEntries(db, needs, stemWords)
  const countPages = createCountPages(db)
  const { freshMs = FRESH_MS } = needs
  return {
    enter,
    note,

    async find(wish, signal) {
      await within(freshMs, flush()).catch(() => undefined)
      signal.throwIfAborted()
      const sought = soughtIn(wish)
      const lexemes = await stemmed(db, wish, sought, stemWords)
      const words = await weighed(wish, sought.words, lexemes, countPages)
      signal.throwIfAborted()
      const candidates = await candidatesOf(db, wish, { sought, lexemes, words })
      const isByDate = wish.byDate || words.length === 0
      const best = isByDate ? candidates.toSorted(byDate) : ranked(candidates, words, sought)
      signal.throwIfAborted()
      const shown = words.map(({ word, idf }) => ({ stems: lexemes.of(word), worth: idf }))
      return await hitsOf(db, best, wish, shown)
    },

    async isEmpty(teamId) {
      await flush()
      const rows = await db.prepared(sql`select from search_pages where team_id = ${teamId} limit 1`)
      return rows.length === 0
    },

    [Symbol.asyncDispose]: end,
  }
}

async function candidatesOf(
  db: Queryable,
  wish: LocalSearchRequest,
  { sought, lexemes, words }: { sought: Sought; lexemes: Lexemes; words: Weighed[] },
) {
  const filter = conditions(wish, sought, lexemes)
  const queries = words.map(({ query }) => query)
  const isByDate = wish.byDate || words.length === 0
  const stages = isByDate
    ? newestStagesOf(filter, words, sought, wish.limit)
    : stagesOf(filter, words, sought, lexemes, wish.limit)
  return await db.prepared<Candidate>(sql`select * from weigh_search_pages(
      find_search_pages(${stages.map(({ query }) => query)}::tsquery[], ${stages.map(({ bound }) => bound)},
        ${stages.map(({ tooFew }) => tooFew)}, ${wish.from ?? null}, ${wish.to ? new Date(wish.to.getTime() - 1) : null},
        ${isByDate}), ${queries}::tsquery[], ${all(queries)}::tsquery,
        ${queries.length > 1 ? queries.join(' <-> ') : ''}::tsquery
    )`)
}

function byDate(a: Candidate, b: Candidate): number {
  return b.dated.getTime() - a.dated.getTime() || b.page_id - a.page_id
}

/** Pages gather for so long, or until there are so many or so much of them, before they are written together. */
const GATHER_MS = 500
const MOST_TOGETHER = 32
const MOST_CHARS_TOGETHER = 500_000
/** When the database does not keep up, what comes is left out. */
const MOST_WAITING_CHARS = 30_000_000
const MOST_NOTES = 1_000
const REST_MS = 2_000

interface Entry extends PageToEnter {
  key: Buffer
}

interface Note {
  teamId: string
  key: Buffer
  url: string
}

function createSearchEntries(
  db: Queryable,
  { placeOf, isShared, maxBytes, restMs = REST_MS, log }: SearchIndexNeeds,
  stemWords: StemWords,
): PageIndex & { flush(): Promise<void>; end(): Promise<void> } {
  const room = createRoom(db, 'search_pages', maxBytes)
  const rest = createRest(db, restMs, log)
  let entries = new Map<string, Entry>()
  let notes = new Map<string, Note>()
  let chars = 0
  let writingChars = 0

  async function write(batch: readonly Entry[]): Promise<void> {
    try {
      if (batch.length > 0) await room.taken(await writeEntries(db, batch, stemWords))
    } catch (failure) {
      log.warn({ err: failure }, 'pages could not be entered into the search index')
      // One that the database does not take must not keep the others out.
      if (batch.length > 1 && !(failure instanceof Fault)) for (const entry of batch) await write([entry])
    }
  }

  async function note(noted: readonly Note[]): Promise<void> {
    try {
      if (noted.length > 0) await writeNotes(db, noted, isShared)
    } catch (failure) {
      log.warn({ err: failure }, 'pages that were seen again could not be noted in the search index')
    }
  }

  const gathering = createGathering(GATHER_MS, () => {
    if (entries.size === 0 && notes.size === 0) return undefined
    const batch = [...entries.values()].sort(byKey)
    const noted = [...notes.values()].sort(byKey)
    entries = new Map()
    notes = new Map()
    const batchChars = chars
    chars = 0
    writingChars += batchChars
    return async () => {
      // What another team takes over must be there first.
      await write(batch)
      await note(noted)
      rest.wrote(batch.length)
      writingChars -= batchChars
    }
  })
  const soon = () => gathering.soon(entries.size >= MOST_TOGETHER || chars >= MOST_CHARS_TOGETHER)

  return {
    enter(page) {
      const place = placeOf(page.url)
      if (!place || writingChars >= MOST_WAITING_CHARS) return
      const id = `${page.teamId} ${place.key.toString('latin1')}`
      entries.set(id, { ...page, key: place.key })
      notes.delete(id)
      chars += page.text.length
      soon()
    },

    note({ teamId, url }) {
      const place = placeOf(url)
      if (!place) return
      const id = `${teamId} ${place.key.toString('latin1')}`
      if (entries.has(id) || notes.size >= MOST_NOTES) return
      notes.set(id, { teamId, key: place.key, url })
      soon()
    },

    flush: gathering.flush,

    async end() {
      await gathering.flush()
      await rest.end()
    },
  }
}

/** In one order for all processes, so that none waits for another in a circle. */
function byKey(a: Note, b: Note): number {
  return a.key.compare(b.key) || (a.teamId < b.teamId ? -1 : 1)
}

async function writeEntries(db: Queryable, batch: readonly Entry[], stemWords: StemWords): Promise<number> {
  const stems = await stemWords(wordsToStem(batch))
  const rows = batch.map((entry) => rowOf(entry, stems))
  const column = <Name extends keyof Row>(name: Name) => rows.map((row) => row[name])
  const [row] = await db.prepared<{ size: number }>(sql`
    select enter_search_pages(${column('teamId')}, ${column('key')}, ${column('url')}, ${column('title')},
      ${column('description')}, ${column('language')}, ${column('publishedAt')}, ${column('pictures')},
      ${column('content')}, ${column('digest')}, ${column('length')}, ${column('titleLength')},
      ${column('vector')}) as size`)
  return row!.size
}

type Row = ReturnType<typeof rowOf>

function rowOf(page: Entry, stems: StemTable) {
  const { teamId, key, url, terms } = page
  const pictures = page.pictures.length === 0 ? null : storable(JSON.stringify(page.pictures))
  const shown = [
    storable(url),
    storable(page.title),
    storable(page.description),
    page.language,
    page.publishedAt,
    pictures,
  ]
  const digest = createHash('md5').update(JSON.stringify([shown, page.text, terms]))
  return {
    teamId,
    key,
    url: storable(url),
    title: storable(page.title),
    description: storable(page.description),
    language: page.language ?? '',
    publishedAt: page.publishedAt === undefined ? null : new Date(page.publishedAt),
    pictures,
    content: storable(page.text),
    digest: digest.digest(),
    length: terms.length,
    titleLength: terms.title === '' ? 0 : terms.title.split(' ').length,
    vector: vectorOf(page, stems),
  }
}

async function writeNotes(db: Queryable, notes: readonly Note[], isShared: boolean): Promise<void> {
  await db.prepared(sql`
    select note_search_pages(${notes.map(({ teamId }) => teamId)}, ${notes.map(({ key }) => key)},
      ${notes.map(({ url }) => storable(url))}, ${isShared})`)
}

/** What so many pages leave to be sorted in is read by every search without being felt. */
const FEW_PAGES = 20

/** Has the server sort new pages into the index when none came for a while; unsorted pages slow every search. */
function createRest(db: Queryable, restMs: number, log: Log) {
  let unsorted = 0
  let timer: NodeJS.Timeout | undefined
  let sorting: Promise<void> = Promise.resolve()

  async function sort(): Promise<void> {
    unsorted = 0
    try {
      await db.rows(`select gin_clean_pending_list('search_terms_index')`)
    } catch (failure) {
      log.debug({ err: failure }, 'the search index could not be tidied up')
    }
  }

  return {
    wrote(pages: number): void {
      unsorted += pages
      clearTimeout(timer)
      if (unsorted < FEW_PAGES) return
      timer = setTimeout(() => {
        sorting = sorting.then(sort)
      }, restMs).unref()
    },

    async end(): Promise<void> {
      clearTimeout(timer)
      await sorting
    },
  }
}
