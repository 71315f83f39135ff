import { wholeTitle } from './search-entry.ts'
import type { Sought } from './search-query.ts'
import type { Weighed } from './search-stages.ts'

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
export function idfOf(pages: number, all: number): number {
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
