import type { ReadablePage } from '../page.ts'
import { blocksOf } from './blocks.ts'
import type { Block, Heading } from './blocks.ts'
import { languageOfText } from './language.ts'
import { likelyTexts } from './likely-texts.ts'
import { TermMatcher } from './match-terms.ts'
import { readQuestion } from './question.ts'
import { TermReader } from './terms.ts'

/** A part of a page that can be read for itself: neighbouring blocks under the same heading. */
export interface Passage {
  text: string
  heading: string | undefined
  order: number
}

/** The passages of a page in their order. Everything the content says stands in one of them. */
export function passagesOf(page: ReadablePage): Passage[] {
  const passages: Passage[] = []
  let open: { lines: string[]; size: number; heading: Heading | undefined } | undefined
  const close = () => {
    if (open)
      passages.push({ text: open.lines.join('\n'), heading: pathOf(open.heading), order: passages.length })
    open = undefined
  }
  for (const block of blocksOf(page.content())) {
    if (block.kind === 'heading') continue
    for (const text of piecesOf(block)) {
      const fits = open && open.heading === block.heading && open.size + text.length <= PASSAGE_CHARS
      if (!fits) close()
      open ??= { lines: [], size: 0, heading: block.heading }
      open.lines.push(text)
      open.size += text.length + 1
    }
  }
  close()
  return passages
}

const PASSAGE_CHARS = 900
const LONGEST_PIECE = 1800

/** A passage is read as a whole: a longer block makes several. */
function piecesOf({ text }: Block): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const blank = text.length - at > LONGEST_PIECE ? text.lastIndexOf(' ', at + LONGEST_PIECE) : text.length
    const end = blank > at ? blank : Math.min(text.length, at + LONGEST_PIECE)
    pieces.push(text.slice(at, end).trim())
    at = end
  }
  return pieces
}

function pathOf(heading: Heading | undefined): string | undefined {
  if (heading === undefined) return undefined
  const parent = pathOf(heading.parent)
  return parent === undefined ? heading.text : `${parent} > ${heading.text}`
}

/**
 * The passages by how much they have to do with a query, best first; those that have nothing are left out. The measure is
 * BM25: rare words count more, repetition less and less, long passages do not win by their length.
 */
export function rankPassages(
  passages: readonly Passage[],
  query: string,
  language: string | undefined,
): { passage: Passage; score: number }[] {
  const sample = passages.slice(0, 20).map(({ text }) => text)
  const reader = new TermReader(languageOfText(sample.join('\n'), language))
  const { terms } = readQuestion(query, reader)
  const likely = likelyTexts(
    passages.map(({ text, heading }) => ({ text, above: heading })),
    terms,
  )
  const read = [...likely].map((index) => {
    const passage = passages[index]!
    return { passage, terms: reader.termsOf(`${passage.heading ?? ''}\n${passage.text}`) }
  })
  const matcher = new TermMatcher(terms, new Set(read.flatMap(({ terms }) => terms)))
  const tallies = read.map(({ terms }) => matcher.tally(terms))
  const usual = read.reduce((sum, { terms }) => sum + terms.length, 1) / Math.max(1, read.length)
  const rarities = terms.map((_, term) => {
    const frequency = tallies.filter((tally) => tally[term]! > 0).length
    return Math.log(1 + (passages.length - frequency + 0.5) / (frequency + 0.5))
  })
  return read
    .map(({ passage, terms }, index) => ({
      passage,
      score: bm25(tallies[index]!, rarities, terms.length / usual),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.passage.order - b.passage.order)
}

function bm25(tally: Float32Array, rarities: readonly number[], length: number): number {
  return rarities.reduce((sum, rarity, term) => {
    const count = tally[term]!
    return sum + (rarity * count * 2.2) / (count + 1.2 * (0.25 + 0.75 * length))
  }, 0)
}
