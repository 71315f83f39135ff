import { languageCode } from '../../language/language-of-text.ts'
import type { LocalSearchRequest } from '../../search/search.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { all, lexemesOf, quoted } from './query.ts'
import type { Lexemes, Sought } from './query.ts'
import type { StemWords } from './terms.ts'
import { SIGNS, wholeTitle } from './terms.ts'
import { STOP_WORDS } from '../../language/common-words.ts'

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
  closeness: number
  is_in_order: boolean | null
}

/** How telling a word is that so many of all pages have. */
function idfOf(pages: number, all: number): number {
  return Math.log(1 + all / Math.max(1, pages))
}

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
 * Every word counts by its idf: how much the page is about it, and whether title and URL have it. What holds for
 * all words together counts by the sum of their idf.
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

const USUAL_LENGTH = 600
const LENGTH_COUNTS = 0.25

function shortnessOf(length: number): number {
  return 1 / (1 - LENGTH_COUNTS + LENGTH_COUNTS * Math.min(20, length / USUAL_LENGTH))
}

export async function stemmed(
  db: Queryable,
  { teamId, language }: LocalSearchRequest,
  sought: Sought,
  stemWords: StemWords,
): Promise<Lexemes> {
  const spoken = await db.prepared<{ language: string }>(sql`
    select language from search_languages where team_id = ${teamId}`)
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
  { teamId }: LocalSearchRequest,
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

type CountPages = (queries: readonly string[]) => Promise<number[]>

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
    const [row] = await db.prepared<{ counts: number[] }>(sql`
      select count_search_pages(${unknown}::tsquery[], ${MOST_COUNTED}) as counts`)
    if (known.size > MOST_KNOWN) known.clear()
    for (const [at, query] of unknown.entries()) {
      const pages = row!.counts[at]!
      if (pages >= COMMON) known.set(query, { pages, until: now + KNOWN_MS })
    }
    let next = 0
    return counts.map((pages) => pages ?? row!.counts[next++]!)
  }
}

export interface Weighed {
  word: string
  query: string
  variants: number
  pages: number
  idf: number
}

interface Stage {
  query: string
  bound: number
  tooFew: number
}

const CLOSELY = 80
const PER_STAGE = 80

/** The best pages first, as far as the index can tell. Pages that lack words only when these are too few. */
export function stagesOf(
  filter: string,
  words: readonly Weighed[],
  sought: Sought,
  lexemes: Lexemes,
  limit: number,
): Stage[] {
  const tooFew = Math.max(CLOSELY, limit)
  const telling = tellingOf(words)
  const stage = (queries: readonly string[], bound = PER_STAGE, few = tooFew): Stage => ({
    query: all([filter, ...queries]),
    bound: Math.max(bound, limit),
    tooFew: few,
  })
  const signed = (sign: string) => telling.map(({ word }) => lexemes.query(word, sign))
  // Where one word is so rare that all pages with it can be looked at, there is nothing to choose.
  const isRare = Math.min(...telling.map(({ pages }) => pages)) <= PER_STAGE
  const best = [
    stage([quoted(SIGNS.wholeTitle + sought.title)], 20),
    stage(signed(SIGNS.inTitle)),
    stage(signed(SIGNS.strong)),
  ]
  return [
    ...(isRare ? [] : best),
    stage(queriesOf(telling)),
    ...relaxed(telling, sought).map((fewer) => stage([`(${fewer})`], PER_STAGE, limit)),
    ...anyTwo(telling).map((some) => stage([`(${some})`], PER_STAGE, 1)),
  ]
}

/** Of a whole sentence hardly a page has even half; rather than nothing, pages with two of its most telling words. */
function anyTwo(words: readonly Weighed[]): string[] {
  if (words.length <= MOST_PAIRED) return []
  const most = words.toSorted((a, b) => b.idf - a.idf).slice(0, MOST_PAIRED)
  return [
    pairsOf(most)
      .map((pair) => `(${all(queriesOf(pair))})`)
      .join(' | '),
  ]
}

/** The same for who wants the newest first: pages that have all words, else those that lack some. */
export function newestStagesOf(
  filter: string,
  words: readonly Weighed[],
  sought: Sought,
  limit: number,
): Stage[] {
  const telling = tellingOf(words)
  const fewer = relaxed(telling, sought).map((some) => all([filter, `(${some})`]))
  const queries = [all([filter, ...queriesOf(telling)]), ...fewer]
  return queries.map((query) => ({ query, bound: limit, tooFew: 1 }))
}

/** Without words that every text has, unless there are no others, and without those that no page has. */
function tellingOf(words: readonly Weighed[]): Weighed[] {
  const there = words.filter(({ pages }) => pages > 0)
  const telling = there.filter((word) => !isFiller(word))
  const chosen = telling.length > 0 ? telling : there
  return chosen.length > 0 ? chosen : [...words]
}

/** What is a filler in one language may tell much in another, and then stands on fewer pages. */
function isFiller({ word, idf }: Weighed): boolean {
  return idf < COMMON_IDF && Object.values(STOP_WORDS).some((stops) => stops.has(word))
}

const COMMON_IDF = Math.log(11)

const LEAST_SHARE = 0.5
const MOST_PAIRED = 6

/** Fewer words, step by step: all but one, all but two, the most telling half. Those of phrases must be there anyhow. */
function relaxed(words: readonly Weighed[], { phrases, choices }: Sought): string[] {
  const kept = new Set([...phrases.flat(), ...choices.map(({ name }) => name)])
  const enough = sum(words) * LEAST_SHARE
  const droppable = words.filter(({ word }) => !kept.has(word))
  const without = (dropped: readonly Weighed[]) => words.filter((word) => !dropped.includes(word))
  const singles = droppable.map((one) => [one])
  const pairs = words.length > MOST_PAIRED ? [] : pairsOf(droppable)
  const half = droppable.toSorted((a, b) => a.idf - b.idf).slice(0, words.length >> 1)
  return [singles, pairs, [half]].flatMap((ways) => {
    const left = ways.map(without).filter((some) => some.length > 0 && sum(some) >= enough)
    return left.length === 0 ? [] : [left.map((some) => `(${all(queriesOf(some))})`).join(' | ')]
  })
}

function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other): [Item, Item] => [one, other]))
}

function queriesOf(words: readonly Weighed[]): string[] {
  return words.map(({ query }) => query)
}

function sum(words: readonly Weighed[]): number {
  return words.reduce((total, { idf }) => total + idf, 0)
}
