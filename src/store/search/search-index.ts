import type { PageIdentity } from '../../crawl/crawl.ts'
import type { Log } from '../../log.ts'
import type { PageIndex, PageToEnter } from '../../scrape/scrape.ts'
import type { LocalIndex, LocalSearchRequest } from '../../search/search.ts'
import { within } from '../../concurrency/abort.ts'
import { storable } from '../database/database.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { hitsOf } from './hits.ts'
import { joinAnd, filterQuery, searchTermsOf } from './query.ts'
import type { Lexemes, SearchTerms } from './query.ts'
import {
  createCountPages,
  rankCandidates,
  lexemesForTerms,
  weighWords,
  newestStages,
  rankStages,
} from './rank.ts'
import type { Candidate, WeightedWord } from './rank.ts'
import { createStemWords, vectorOf, wordsToStem } from './terms.ts'
import type { StemTable, StemWords } from './terms.ts'
import { createHash } from 'node:crypto'
import { Fault } from '../../fault.ts'
import { createWriteBuffer } from '../database/create-batched.ts'
import { createSizeLimit } from '../housekeeping/size-limit.ts'

interface SearchIndexNeeds {
  identityOf: (url: string) => PageIdentity | undefined
  isShared: boolean
  maxBytes: number
  cleanupDelayMs?: number
  maxFlushMs?: number
  log: Log
}

const MAX_FLUSH_MS = 1_000

/**
 * The pages that teams can search. Callers do not wait for writes, which never fail. Searches wait up to
 * `freshMs` for unwritten pages of this process.
 */
export function createSearchIndex(
  db: Queryable,
  needs: SearchIndexNeeds,
): LocalIndex & PageIndex & AsyncDisposable {
  const stemWords = createStemWords(db)
  const { enter, note, flush, close } = createSearchEntries(db, needs, stemWords)
  const countPages = createCountPages(db)
  const { maxFlushMs = MAX_FLUSH_MS } = needs
  return {
    enter,
    note,

    async find(request, signal) {
      await within(maxFlushMs, flush()).catch(() => undefined)
      signal.throwIfAborted()
      const terms = searchTermsOf(request)
      const lexemes = await lexemesForTerms(db, request, terms, stemWords)
      const words = await weighWords(request, terms.words, lexemes, countPages)
      signal.throwIfAborted()
      const candidates = await findCandidates(db, request, { terms, lexemes, words })
      const isByDate = request.byDate || words.length === 0
      const best = isByDate ? candidates.toSorted(byDate) : rankCandidates(candidates, words, terms)
      signal.throwIfAborted()
      const passageWords = words.map(({ word, idf }) => ({ stems: lexemes.of(word), weight: idf }))
      return await hitsOf(db, best, request, passageWords)
    },

    async isEmpty(teamId) {
      await flush()
      const rows = await db.prepared(sql`select from search_pages where team_id = ${teamId} limit 1`)
      return rows.length === 0
    },

    [Symbol.asyncDispose]: close,
  }
}

async function findCandidates(
  db: Queryable,
  request: LocalSearchRequest,
  { terms, lexemes, words }: { terms: SearchTerms; lexemes: Lexemes; words: WeightedWord[] },
) {
  const filter = filterQuery(request, terms, lexemes)
  const queries = words.map(({ query }) => query)
  const isByDate = request.byDate || words.length === 0
  const stages = isByDate
    ? newestStages(filter, words, terms, request.limit)
    : rankStages(filter, words, terms, lexemes, request.limit)
  return await db.prepared<Candidate>(sql`select * from weigh_search_pages(
      find_search_pages(${stages.map(({ query }) => query)}::tsquery[], ${stages.map(({ bound }) => bound)},
        ${stages.map(({ tooFew }) => tooFew)}, ${request.from ?? null}, ${request.to ? new Date(request.to.getTime() - 1) : null},
        ${isByDate}), ${queries}::tsquery[], ${joinAnd(queries)}::tsquery,
        ${queries.length > 1 ? queries.join(' <-> ') : ''}::tsquery
    )`)
}

function byDate(a: Candidate, b: Candidate): number {
  return b.dated.getTime() - a.dated.getTime() || b.page_id - a.page_id
}

/** Pages are written together after this time, or sooner if there are many or large ones. */
const WRITE_DELAY_MS = 500
const MAX_BATCH = 32
const MAX_BATCH_CHARS = 500_000
/** If the database cannot keep up, further pages are dropped. */
const MAX_WAITING_CHARS = 30_000_000
const MAX_NOTES = 1_000
const CLEANUP_DELAY_MS = 2_000

interface PageEntry extends PageToEnter {
  key: Buffer
}

interface PageNote {
  teamId: string
  key: Buffer
  url: string
}

function createSearchEntries(
  db: Queryable,
  { identityOf, isShared, maxBytes, cleanupDelayMs = CLEANUP_DELAY_MS, log }: SearchIndexNeeds,
  stemWords: StemWords,
): PageIndex & { flush(): Promise<void>; close(): Promise<void> } {
  const sizeLimit = createSizeLimit(db, 'search_pages', maxBytes)
  const cleanup = createIndexCleanup(db, cleanupDelayMs, log)
  let entries = new Map<string, PageEntry>()
  let notes = new Map<string, PageNote>()
  let chars = 0
  let writingChars = 0

  async function write(batch: readonly PageEntry[]): Promise<void> {
    try {
      if (batch.length > 0) await sizeLimit.added(await writeEntries(db, batch, stemWords))
    } catch (failure) {
      log.warn({ err: failure }, 'cannot add pages to the search index')
      // A page that the database rejects must not block the others.
      if (batch.length > 1 && !(failure instanceof Fault)) for (const entry of batch) await write([entry])
    }
  }

  async function note(noted: readonly PageNote[]): Promise<void> {
    try {
      if (noted.length > 0) await writeNotes(db, noted, isShared)
    } catch (failure) {
      log.warn({ err: failure }, 'cannot record in the search index that pages were scraped again')
    }
  }

  const buffer = createWriteBuffer(WRITE_DELAY_MS, () => {
    if (entries.size === 0 && notes.size === 0) return undefined
    const batch = [...entries.values()].sort(byKey)
    const noted = [...notes.values()].sort(byKey)
    entries = new Map()
    notes = new Map()
    const batchChars = chars
    chars = 0
    writingChars += batchChars
    return async () => {
      // A page that another team takes over must exist first.
      await write(batch)
      await note(noted)
      cleanup.added(batch.length)
      writingChars -= batchChars
    }
  })
  const schedule = () => buffer.schedule(entries.size >= MAX_BATCH || chars >= MAX_BATCH_CHARS)

  return {
    enter(page) {
      const identity = identityOf(page.url)
      if (!identity || writingChars >= MAX_WAITING_CHARS) return
      const id = `${page.teamId} ${identity.key.toString('latin1')}`
      entries.set(id, { ...page, key: identity.key })
      notes.delete(id)
      chars += page.text.length
      schedule()
    },

    note({ teamId, url }) {
      const identity = identityOf(url)
      if (!identity) return
      const id = `${teamId} ${identity.key.toString('latin1')}`
      if (entries.has(id) || notes.size >= MAX_NOTES) return
      notes.set(id, { teamId, key: identity.key, url })
      schedule()
    },

    flush: buffer.flush,

    async close() {
      await buffer.flush()
      await cleanup.close()
    },
  }
}

/** The same order in all processes avoids deadlocks. */
function byKey(a: PageNote, b: PageNote): number {
  return a.key.compare(b.key) || (a.teamId < b.teamId ? -1 : 1)
}

async function writeEntries(
  db: Queryable,
  batch: readonly PageEntry[],
  stemWords: StemWords,
): Promise<number> {
  const stems = await stemWords(wordsToStem(batch))
  const rows = batch.map((entry) => rowOf(entry, stems))
  const column = <Name extends keyof PageRow>(name: Name) => rows.map((row) => row[name])
  const [row] = await db.prepared<{ size: number }>(sql`
    select enter_search_pages(${column('teamId')}, ${column('key')}, ${column('url')}, ${column('title')},
      ${column('description')}, ${column('language')}, ${column('publishedAt')}, ${column('pictures')},
      ${column('content')}, ${column('digest')}, ${column('length')}, ${column('titleLength')},
      ${column('vector')}) as size`)
  return row!.size
}

type PageRow = ReturnType<typeof rowOf>

function rowOf(page: PageEntry, stems: StemTable) {
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

async function writeNotes(db: Queryable, notes: readonly PageNote[], isShared: boolean): Promise<void> {
  await db.prepared(sql`
    select note_search_pages(${notes.map(({ teamId }) => teamId)}, ${notes.map(({ key }) => key)},
      ${notes.map(({ url }) => storable(url))}, ${isShared})`)
}

/** Scanning this many pending pages does not slow a search noticeably. */
const MAX_UNSORTED_PAGES = 20

/**
 * Merges pending pages into the index when no page was added for a while, because pending pages slow every
 * search.
 */
function createIndexCleanup(db: Queryable, delayMs: number, log: Log) {
  let unsorted = 0
  let timer: NodeJS.Timeout | undefined
  let sorting: Promise<void> = Promise.resolve()

  async function sort(): Promise<void> {
    unsorted = 0
    try {
      await db.rows(`select gin_clean_pending_list('search_terms_index')`)
    } catch (failure) {
      log.debug({ err: failure }, 'cannot clean up the search index')
    }
  }

  return {
    added(pages: number): void {
      unsorted += pages
      clearTimeout(timer)
      if (unsorted < MAX_UNSORTED_PAGES) return
      timer = setTimeout(() => {
        sorting = sorting.then(sort)
      }, delayMs).unref()
    },

    async close(): Promise<void> {
      clearTimeout(timer)
      await sorting
    },
  }
}
