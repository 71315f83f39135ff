import { languageCode } from '../../language/language-of-text.ts'
import type { LocalWish } from '../../search/search.ts'
import type { Queryable } from '../database/database.ts'
import { all, lexemesOf, quoted } from './query.ts'
import type { Lexemes, Sought } from './query.ts'
import type { Weighed } from './stages.ts'
import type { StemWords } from './stems.ts'
import { SIGNS, wholeTitle } from './terms.ts'

/** What is known of a page that may be a hit. */
export interface Candidate {
  page_id: number
  url: string
  title: string
  dated: Date
  length: number
  title_length: number
  /** For each word how much of the page is about it, and of its title. */
  weights: number[]
  title_weights: number[]
  /** How close the words stand together. */
  closeness: number
  /** Whether they stand one after the other. */
  is_in_order: boolean | null
}

/** How telling a word is that so many of all pages have. */
function idfOf(pages: number, all: number): number {
  return Math.log(1 + all / Math.max(1, pages))
}

/** The best first. */
export function ranked(
  candidates: readonly Candidate[],
  words: readonly Weighed[],
  sought: Sought,
): Candidate[] {
  const scored = candidates.map((candidate) => ({ candidate, score: scoreOf(candidate, words, sought) }))
  scored.sort((a, b) => b.score - a.score || b.candidate.page_id - a.candidate.page_id)
  return scored.map(({ candidate }) => candidate)
}

const IN_TITLE = 0.9
const IN_URL = 0.25
const TITLE_COVERED = 0.8
const CLOSE = 0.7
const IN_ORDER = 0.8
const ALL_WORDS = 0.5
const WHOLE_TITLE = 3

/**
 * Every word counts by how telling it is: how much the page is about it (which is saturated, and less on a long page),
 * and whether title and address have it. What is true of all words together counts by how telling they are together.
 */
function scoreOf(page: Candidate, words: readonly Weighed[], sought: Sought): number {
  const url = page.url.toLowerCase()
  const shortness = shortnessOf(page.length)
  let score = 0
  let total = 0
  let there = 0
  let titled = 0
  words.forEach(({ word, idf, variants }, at) => {
    const weight = page.weights[at]! * variants
    const isTitled = page.title_weights[at]! > 0
    const isInUrl = word.length > 2 && url.includes(word)
    total += idf
    if (weight > 0 || isInUrl) there += idf
    if (isTitled) titled++
    score += idf * (weight * shortness + (isTitled ? IN_TITLE : 0) + (isInUrl ? IN_URL : 0))
  })
  const isWhole = titled === words.length && sought.title !== '' && wholeTitle(page.title) === sought.title
  const covered = titled / Math.max(page.title_length, words.length, 1)
  const together =
    TITLE_COVERED * covered +
    CLOSE * Math.min(1, page.closeness) +
    (page.is_in_order ? IN_ORDER : 0) +
    (there === total ? ALL_WORDS : 0)
  const coverage = total === 0 ? 1 : there / total
  return (score + total * (together + (isWhole ? WHOLE_TITLE : 0))) * coverage ** 2
}

/** As long as most pages are. */
const USUAL_LENGTH = 600
const LENGTH_COUNTS = 0.25

function shortnessOf(length: number): number {
  return 1 / (1 - LENGTH_COUNTS + LENGTH_COUNTS * Math.min(20, length / USUAL_LENGTH))
}

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
type CountPages = (queries: readonly string[]) => Promise<number[]>

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
