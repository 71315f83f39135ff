import { STOP_WORDS } from '../../language/common-words.ts'
import { all, quoted } from './query.ts'
import type { Lexemes, Sought } from './query.ts'
import { SIGNS } from './terms.ts'

/** A word with how much it tells. */
export interface Weighed {
  word: string
  /** Its query, which may also find longer words where none is as it was written. */
  query: string
  /** How many lexemes it may be. */
  variants: number
  /** How many pages have it. */
  pages: number
  idf: number
}

/** One attempt to find pages: made only when those before have found too few. */
interface Stage {
  query: string
  bound: number
  tooFew: number
}

/** So many pages are looked at closely, when there are so many. */
const CLOSELY = 80
const PER_STAGE = 80

/**
 * The best pages first, as far as the index alone can tell: those whose title is what was asked, that have all words in
 * their title, that are about all of them, that have all of them. Only when these are fewer than wanted, pages that lack
 * some, the least telling first.
 */
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

/** That of a word which every tenth page has. */
const COMMON_IDF = Math.log(11)

/** A page must have words that tell at least half of what all of them do. */
const LEAST_SHARE = 0.5
/** Beyond so many words there are too many ways to leave out two of them. */
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
