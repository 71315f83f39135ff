import { languageCode } from '../language/language-of-text.ts'
import type { LocalWish } from '../search/search.ts'
import type { Queryable } from './database.ts'
import { lexemesOf, quoted } from './search-lexemes.ts'
import type { Lexemes } from './search-lexemes.ts'
import { all } from './search-query.ts'
import type { Sought } from './search-query.ts'
import { SIGNS } from './search-entry.ts'
import { idfOf } from './search-rank.ts'
import type { Weighed } from './search-stages.ts'
import type { StemWords } from './search-stems.ts'

/** The words looked for, stemmed as those of the team's pages were. */
export async function stemmed(
  db: Queryable,
  { teamId, language }: LocalWish,
  sought: Sought,
  stemWords: StemWords,
): Promise<Lexemes> {
  const spoken = await db.prepared<{ language: string }>(
    `select language from search_languages where team_id = $1`,
    [teamId],
  )
  const known = spoken.map((row) => row.language)
  const languages = language === undefined ? known : known.filter((one) => one === languageCode(language))
  const { words, choices, phrases, excluded, inTitle, excludedInTitle } = sought
  const options = new Map(choices.map((choice) => [choice.name, choice.phrases.flat()]))
  const inRows = [phrases, excluded, inTitle, excludedInTitle].flat(2)
  const single = words.filter((word) => !options.has(word))
  const asked = new Set([...single, ...[...options.values()].flat(), ...inRows])
  return await lexemesOf(asked, options, languages, stemWords)
}

const SHORTEST_BEGINNING = 4

/** How telling each word is. One that no page has may be the beginning of words that some have. */
export async function weighed(
  { teamId }: LocalWish,
  words: readonly string[],
  lexemes: Lexemes,
  countPages: CountPages,
): Promise<Weighed[]> {
  const team = quoted(SIGNS.team + teamId)
  const count = (queries: readonly string[]) => countPages(queries.map((query) => all([team, query])))
  const exact = words.map((word) => lexemes.query(word))
  const [[everything], counts] = await Promise.all([countPages([team]), count(exact)])
  const isUnknown = (word: string, at: number) => counts[at] === 0 && word.length >= SHORTEST_BEGINNING
  const unknown = words.filter(isUnknown)
  const longer = unknown.map((word) => lexemes.query(word, '', true))
  const longerCounts = await count(longer)
  return words.map((word, at) => {
    const place = unknown.indexOf(word)
    const pages = place < 0 ? counts[at]! : longerCounts[place]!
    const query = place < 0 ? exact[at]! : longer[place]!
    return { word, query, variants: lexemes.of(word).length, pages, idf: idfOf(pages, everything!) }
  })
}

/** How many pages go with each query. */
export type CountPages = (queries: readonly string[]) => Promise<number[]>

/** Beyond so many it makes no difference. */
const MOST_COUNTED = 50_000
/** What is common stays so for a while; a rare word may be on its first page by now. */
const COMMON = 200
const KNOWN_MS = 60_000
const MOST_KNOWN = 5_000

export function createCountPages(db: Queryable): CountPages {
  const known = new Map<string, { pages: number; until: number }>()
  return async (queries) => {
    const now = performance.now()
    const counts = queries.map((query) => {
      const one = known.get(query)
      return one && one.until > now ? one.pages : undefined
    })
    const unknown = queries.filter((_, at) => counts[at] === undefined)
    if (unknown.length === 0) return counts as number[]
    const [row] = await db.prepared<{ counts: number[] }>(
      `select count_search_pages($1::tsquery[], $2) as counts`,
      [unknown, MOST_COUNTED],
    )
    if (known.size > MOST_KNOWN) known.clear()
    for (const [at, query] of unknown.entries()) {
      const pages = row!.counts[at]!
      if (pages >= COMMON) known.set(query, { pages, until: now + KNOWN_MS })
    }
    let next = 0
    return counts.map((pages) => pages ?? row!.counts[next++]!)
  }
}
