import type { SeenPlace } from '../../crawl/crawl.ts'
import type { Log } from '../../log.ts'
import type { PageIndex } from '../../scrape/scrape.ts'
import type { LocalIndex, LocalWish } from '../../search/search.ts'
import { within } from '../../concurrency/abort.ts'
import type { Queryable } from '../database/database.ts'
import { hitsOf } from './hits.ts'
import { all, conditions, soughtIn } from './query.ts'
import type { Lexemes, Sought } from './query.ts'
import { createCountPages, ranked, stemmed, weighed } from './rank.ts'
import type { Candidate } from './rank.ts'
import { createSearchEntries } from './search-entries.ts'
import { newestStagesOf, stagesOf } from './stages.ts'
import type { Weighed } from './stages.ts'
import { createStemWords } from './stems.ts'

interface SearchIndexNeeds {
  placeOf: (url: string) => SeenPlace | undefined
  /** Whether a team that is given another's copy of a page can search that too. */
  isShared: boolean
  maxBytes: number
  /** For how long no page must come before the index is tidied up. */
  restMs?: number
  /** For how long who searches waits for what this process has not written yet. */
  freshMs?: number
  log: Log
}

const FRESH_MS = 1_000

/**
 * The pages that teams can search. Entering is not waited for and never fails: what cannot be written is left out. Who
 * searches finds also what this process has not written yet, unless that is so much that it takes long.
 */
export function createSearchIndex(
  db: Queryable,
  needs: SearchIndexNeeds,
): LocalIndex & PageIndex & AsyncDisposable {
  const stemWords = createStemWords(db)
  const { enter, note, flush, end } = createSearchEntries(db, { ...needs, stemWords })
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
      const rows = await db.prepared(`select from search_pages where team_id = $1 limit 1`, [teamId])
      return rows.length === 0
    },

    [Symbol.asyncDispose]: end,
  }
}

interface Search {
  sought: Sought
  lexemes: Lexemes
  words: Weighed[]
}

async function candidatesOf(
  db: Queryable,
  wish: LocalWish,
  { sought, lexemes, words }: Search,
): Promise<Candidate[]> {
  const filter = conditions(wish, sought, lexemes)
  const queries = words.map(({ query }) => query)
  const isByDate = wish.byDate || words.length === 0
  const stages = isByDate
    ? newestStagesOf(filter, words, sought, wish.limit)
    : stagesOf(filter, words, sought, lexemes, wish.limit)
  return await db.prepared<Candidate>(
    `select * from weigh_search_pages(
       find_search_pages($1::tsquery[], $2, $3, $4, $5, $6), $7::tsquery[], $8::tsquery, $9::tsquery
     )`,
    [
      stages.map(({ query }) => query),
      stages.map(({ bound }) => bound),
      stages.map(({ tooFew }) => tooFew),
      wish.from ?? null,
      lastMoment(wish) ?? null,
      isByDate,
      queries,
      all(queries),
      queries.length > 1 ? queries.join(' <-> ') : '',
    ],
  )
}

/** The database counts the end in. */
function lastMoment({ to }: LocalWish): Date | undefined {
  return to && new Date(to.getTime() - 1)
}

function byDate(a: Candidate, b: Candidate): number {
  return b.dated.getTime() - a.dated.getTime() || b.page_id - a.page_id
}
