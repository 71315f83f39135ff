import { languageCode } from '../../language/language-of-text.ts'
import type { LocalSearchRequest } from '../../search/search.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { joinAnd, lexemesOf, quoteLexeme } from './query.ts'
import type { Lexemes, SearchTerms } from './query.ts'
import type { StemWords } from './terms.ts'
import { PREFIXES, titleTerm } from './terms.ts'
import { STOP_WORDS } from '../../language/common-words.ts'

export interface Candidate {
  page_id: number
  url: string
  title: string
  dated: Date
  length: number
  title_length: number
  /** For each word its weight in the page and in the title. */
  weights: number[]
  title_weights: number[]
  closeness: number
  is_in_order: boolean | null
}

/** How distinctive a word is if this many of all pages contain it. */
function inverseDocumentFrequency(pages: number, all: number): number {
  return Math.log(1 + all / Math.max(1, pages))
}

export function rankCandidates(
  candidates: readonly Candidate[],
  words: readonly WeightedWord[],
  terms: SearchTerms,
): Candidate[] {
  const scored = candidates.map((candidate) => ({ candidate, score: scoreOf(candidate, words, terms) }))
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
 * Every word counts by its idf: its weight in the page, and whether title and URL have it. Signals for all
 * words together count by the sum of their idf.
 */
function scoreOf(page: Candidate, words: readonly WeightedWord[], terms: SearchTerms): number {
  const url = page.url.toLowerCase()
  const shortness = shortnessOf(page.length)
  let score = 0
  let total = 0
  let foundIdf = 0
  let titleCount = 0
  words.forEach(({ word, idf, variants }, at) => {
    const weight = page.weights[at]! * variants
    const isTitled = page.title_weights[at]! > 0
    const isInUrl = word.length > 2 && url.includes(word)
    total += idf
    if (weight > 0 || isInUrl) foundIdf += idf
    if (isTitled) titleCount++
    score += idf * (weight * shortness + (isTitled ? IN_TITLE : 0) + (isInUrl ? IN_URL : 0))
  })
  const isWhole = titleCount === words.length && terms.title !== '' && titleTerm(page.title) === terms.title
  const covered = titleCount / Math.max(page.title_length, words.length, 1)
  const together =
    TITLE_COVERED * covered +
    CLOSE * Math.min(1, page.closeness) +
    (page.is_in_order ? IN_ORDER : 0) +
    (foundIdf === total ? ALL_WORDS : 0)
  const coverage = total === 0 ? 1 : foundIdf / total
  return (score + total * (together + (isWhole ? WHOLE_TITLE : 0))) * coverage ** 2
}

const USUAL_LENGTH = 600
const LENGTH_COUNTS = 0.25

function shortnessOf(length: number): number {
  return 1 / (1 - LENGTH_COUNTS + LENGTH_COUNTS * Math.min(20, length / USUAL_LENGTH))
}

export async function lexemesForTerms(
  db: Queryable,
  { teamId, language }: LocalSearchRequest,
  terms: SearchTerms,
  stemWords: StemWords,
): Promise<Lexemes> {
  const rows = await db.prepared<{ language: string }>(sql`
    select language from search_languages where team_id = ${teamId}`)
  const known = rows.map((row) => row.language)
  const languages = language === undefined ? known : known.filter((one) => one === languageCode(language))
  const { words, alternatives, phrases, excluded, inTitle, excludedInTitle } = terms
  const options = new Map(alternatives.map((choice) => [choice.name, choice.phrases.flat()]))
  const inRows = [phrases, excluded, inTitle, excludedInTitle].flat(2)
  const single = words.filter((word) => !options.has(word))
  const wanted = new Set([...single, ...[...options.values()].flat(), ...inRows])
  return await lexemesOf(wanted, options, languages, stemWords)
}

const MIN_PREFIX_CHARS = 4

/** The weight of each word. A word that no page has may be a prefix of words that some have. */
export async function weighWords(
  { teamId }: LocalSearchRequest,
  words: readonly string[],
  lexemes: Lexemes,
  countPages: CountPages,
): Promise<WeightedWord[]> {
  const team = quoteLexeme(PREFIXES.team + teamId)
  const count = (queries: readonly string[]) => countPages(queries.map((query) => joinAnd([team, query])))
  const exact = words.map((word) => lexemes.query(word))
  const [[everything], counts] = await Promise.all([countPages([team]), count(exact)])
  const isUnknown = (word: string, at: number) => counts[at] === 0 && word.length >= MIN_PREFIX_CHARS
  const unknown = words.filter(isUnknown)
  const longer = unknown.map((word) => lexemes.query(word, '', true))
  const longerCounts = await count(longer)
  return words.map((word, at) => {
    const place = unknown.indexOf(word)
    const pages = place < 0 ? counts[at]! : longerCounts[place]!
    const query = place < 0 ? exact[at]! : longer[place]!
    return {
      word,
      query,
      variants: lexemes.of(word).length,
      pages,
      idf: inverseDocumentFrequency(pages, everything!),
    }
  })
}

type CountPages = (queries: readonly string[]) => Promise<number[]>

const MAX_COUNTED_PAGES = 50_000
/** A frequent word stays frequent for a while; a rare word may be on its first page by now. */
const COMMON_PAGES = 200
const COUNT_TTL_MS = 60_000
const MAX_CACHED_COUNTS = 5_000

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
      select count_search_pages(${unknown}::tsquery[], ${MAX_COUNTED_PAGES}) as counts`)
    if (known.size > MAX_CACHED_COUNTS) known.clear()
    for (const [at, query] of unknown.entries()) {
      const pages = row!.counts[at]!
      if (pages >= COMMON_PAGES) known.set(query, { pages, until: now + COUNT_TTL_MS })
    }
    let next = 0
    return counts.map((pages) => pages ?? row!.counts[next++]!)
  }
}

export interface WeightedWord {
  word: string
  query: string
  variants: number
  pages: number
  idf: number
}

interface RankStage {
  query: string
  bound: number
  tooFew: number
}

const MIN_RESULTS = 80
const STAGE_LIMIT = 80

/**
 * The best pages first, as far as the index can tell. Pages with missing words only if there are too few
 * others.
 */
export function rankStages(
  filter: string,
  words: readonly WeightedWord[],
  terms: SearchTerms,
  lexemes: Lexemes,
  limit: number,
): RankStage[] {
  const tooFew = Math.max(MIN_RESULTS, limit)
  const distinctive = distinctiveWords(words)
  const stage = (queries: readonly string[], bound = STAGE_LIMIT, few = tooFew): RankStage => ({
    query: joinAnd([filter, ...queries]),
    bound: Math.max(bound, limit),
    tooFew: few,
  })
  const queriesWithPrefix = (prefix: string) => distinctive.map(({ word }) => lexemes.query(word, prefix))
  // If one word is so rare that all its pages can be ranked, no preselection is needed.
  const isRare = Math.min(...distinctive.map(({ pages }) => pages)) <= STAGE_LIMIT
  const best = [
    stage([quoteLexeme(PREFIXES.wholeTitle + terms.title)], 20),
    stage(queriesWithPrefix(PREFIXES.inTitle)),
    stage(queriesWithPrefix(PREFIXES.strong)),
  ]
  return [
    ...(isRare ? [] : best),
    stage(queriesOf(distinctive)),
    ...relaxedQueries(distinctive, terms).map((fewer) => stage([`(${fewer})`], STAGE_LIMIT, limit)),
    ...pairQueries(distinctive).map((some) => stage([`(${some})`], STAGE_LIMIT, 1)),
  ]
}

/**
 * Hardly any page has half of the words of a long sentence, so pages with two of its most distinctive words
 * also match.
 */
function pairQueries(words: readonly WeightedWord[]): string[] {
  if (words.length <= MAX_PAIRED_WORDS) return []
  const most = words.toSorted((a, b) => b.idf - a.idf).slice(0, MAX_PAIRED_WORDS)
  return [
    pairsOf(most)
      .map((pair) => `(${joinAnd(queriesOf(pair))})`)
      .join(' | '),
  ]
}

/** The same for results ordered by time: pages with all words, then those with some. */
export function newestStages(
  filter: string,
  words: readonly WeightedWord[],
  terms: SearchTerms,
  limit: number,
): RankStage[] {
  const distinctive = distinctiveWords(words)
  const fewer = relaxedQueries(distinctive, terms).map((some) => joinAnd([filter, `(${some})`]))
  const queries = [joinAnd([filter, ...queriesOf(distinctive)]), ...fewer]
  return queries.map((query) => ({ query, bound: limit, tooFew: 1 }))
}

/** Leaves out stop words, unless there are no others, and words that no page has. */
function distinctiveWords(words: readonly WeightedWord[]): WeightedWord[] {
  const found = words.filter(({ pages }) => pages > 0)
  const distinctive = found.filter((word) => !isStopWord(word))
  const chosen = distinctive.length > 0 ? distinctive : found
  return chosen.length > 0 ? chosen : [...words]
}

/** A stop word of one language may be distinctive in another, where it is on fewer pages. */
function isStopWord({ word, idf }: WeightedWord): boolean {
  return idf < COMMON_IDF && Object.values(STOP_WORDS).some((stops) => stops.has(word))
}

const COMMON_IDF = Math.log(11)

const MIN_IDF_SHARE = 0.5
const MAX_PAIRED_WORDS = 6

/**
 * Fewer words, step by step: all but one, all but two, the most distinctive half. Words of phrases are always
 * required.
 */
function relaxedQueries(words: readonly WeightedWord[], { phrases, alternatives }: SearchTerms): string[] {
  const kept = new Set([...phrases.flat(), ...alternatives.map(({ name }) => name)])
  const enough = sumIdf(words) * MIN_IDF_SHARE
  const droppable = words.filter(({ word }) => !kept.has(word))
  const without = (dropped: readonly WeightedWord[]) => words.filter((word) => !dropped.includes(word))
  const singles = droppable.map((one) => [one])
  const pairs = words.length > MAX_PAIRED_WORDS ? [] : pairsOf(droppable)
  const half = droppable.toSorted((a, b) => a.idf - b.idf).slice(0, words.length >> 1)
  return [singles, pairs, [half]].flatMap((options) => {
    const left = options.map(without).filter((some) => some.length > 0 && sumIdf(some) >= enough)
    return left.length === 0 ? [] : [left.map((some) => `(${joinAnd(queriesOf(some))})`).join(' | ')]
  })
}

function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other): [Item, Item] => [one, other]))
}

function queriesOf(words: readonly WeightedWord[]): string[] {
  return words.map(({ query }) => query)
}

function sumIdf(words: readonly WeightedWord[]): number {
  return words.reduce((total, { idf }) => total + idf, 0)
}
