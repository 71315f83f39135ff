import { estimateTokens } from '../../llm/llm.ts'

export interface Parts {
  texts: readonly string[]
  /** The share of the page that they cover, from 0 to 1. */
  share: number
}

const MOST_CHUNKS = 12
/** Text beyond this limit is not searched for relevant passages. */
const MOST_CHARACTERS = 4_000_000
const OVERLAP_CHARACTERS = 400
/** From this share of a chunk on, a heading begins the next one. */
const FULL_ENOUGH = 0.6

/**
 * Splits a page at its headings and blocks; each chunk begins with the end of the previous one. When there
 * are too many, keeps the first and those with most of the words in `about`.
 */
export function chunksOf(markdown: string, about: string, mostTokens: number): Parts {
  const looked = markdown.slice(0, MOST_CHARACTERS)
  const all = withOverlap(packed(blocksOf(looked, mostTokens), mostTokens))
  const texts = all.length <= MOST_CHUNKS ? all : mostRelevant(all, about)
  const read = texts.length / Math.max(1, all.length)
  return { texts, share: (read * looked.length) / Math.max(1, markdown.length) }
}

interface Block {
  text: string
  tokens: number
  isHeading: boolean
}

function blocksOf(markdown: string, mostTokens: number): Block[] {
  return markdown
    .split(/\n(?=#{1,6} )|\n[ \t]*\n/)
    .filter((text) => text.trim() !== '')
    .flatMap((text) => cut(text, mostTokens))
    .map(({ text, tokens }) => ({ text, tokens, isHeading: /^#{1,6} /.test(text) }))
}

function cut(text: string, mostTokens: number): { text: string; tokens: number }[] {
  const tokens = estimateTokens(text)
  if (tokens <= mostTokens) return [{ text, tokens }]
  const size = Math.max(1, Math.floor((text.length * mostTokens) / tokens / 1.5))
  const pieces: string[] = []
  for (let from = 0; from < text.length;) {
    const end = from + size >= text.length ? text.length : endOfWord(text, from, from + size)
    pieces.push(text.slice(from, end))
    from = end
  }
  return pieces.map((piece) => ({ text: piece, tokens: estimateTokens(piece) }))
}

/** The last line or word end before a position. A word without an end is split, but never a character. */
function endOfWord(text: string, from: number, end: number): number {
  const tail = text.slice(Math.max(from, end - 2000), end)
  const at = Math.max(tail.lastIndexOf('\n'), tail.lastIndexOf(' '))
  if (at > 0) return end - tail.length + at + 1
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && end - 1 > from ? end - 1 : end
}

function packed(blocks: readonly Block[], mostTokens: number): string[] {
  const chunks: string[] = []
  let held: Block[] = []
  let tokens = 0
  const put = () => {
    if (held.length > 0) chunks.push(held.map(({ text }) => text).join('\n\n'))
    held = []
    tokens = 0
  }
  for (const block of blocks) {
    const isFull = tokens + block.tokens > mostTokens
    if (isFull || (block.isHeading && tokens > mostTokens * FULL_ENOUGH)) put()
    held.push(block)
    tokens += block.tokens
  }
  put()
  return chunks
}

function withOverlap(chunks: readonly string[]): string[] {
  return chunks.map((chunk, index) => {
    const before = chunks[index - 1]
    if (before === undefined) return chunk
    const tail = before.slice(-OVERLAP_CHARACTERS)
    const begin = tail.search(/\s/)
    return `${tail.slice(begin === -1 ? 0 : begin).trimStart()}\n\n${chunk}`
  })
}

const MOST_WORDS = 60
const MOST_COUNTED = 20

/** How many of the words in `about` each text has; rare words count more. */
function relevanceOf(texts: readonly string[], about: string): number[] {
  const lower = texts.map((text) => text.toLowerCase())
  const counts = wordsOf(about).map((word) =>
    lower.map((text) => text.split(word, MOST_COUNTED + 1).length - 1),
  )
  const weights = counts.map((perText) => {
    const holders = perText.filter((count) => count > 0).length
    return Math.log1p(texts.length / Math.max(1, holders))
  })
  return texts.map((_, index) =>
    counts.reduce((sum, perText, word) => sum + Math.log1p(perText[index]!) * weights[word]!, 0),
  )
}

function mostRelevant(chunks: readonly string[], about: string): string[] {
  const scores = relevanceOf(chunks, about)
  // Without a difference in relevance, they are spread over the page.
  const order = [...chunks.keys()].sort(
    (a, b) => scores[b]! - scores[a]! || spread(a, chunks.length) - spread(b, chunks.length),
  )
  const kept = new Set([0, ...order.filter((index) => index !== 0).slice(0, MOST_CHUNKS - 1)])
  return chunks.filter((_, index) => kept.has(index))
}

/** A small bonus for every n-th chunk, with n chosen so that as many stay as are allowed. */
function spread(index: number, length: number): number {
  return index % Math.ceil(length / MOST_CHUNKS)
}

function wordsOf(about: string): string[] {
  const words = about
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return [...new Set(words ?? [])].filter((word) => word.length > 2 || word > '\u2E80').slice(0, MOST_WORDS)
}

const PIECE_TOKENS = 300
/** Passages near a relevant one are relevant too: a value may be below its heading or after its label. */
const OF_A_NEIGHBOUR = 0.3
/** The share of the query's words that a page must have; below it the page may use synonyms. */
const ENOUGH_WORDS = 1 / 3

/**
 * The relevant passages of a page, in page order. Undefined when the whole page fits into one prompt, or when
 * the words do not identify passages.
 */
export function relevantParts(markdown: string, about: string, mostTokens: number): Parts | undefined {
  const whole = estimateTokens(markdown)
  if (whole <= mostTokens) return undefined
  const lower = markdown.toLowerCase()
  const words = wordsOf(about)
  const known = words.filter((word) => lower.includes(word))
  if (words.length === 0 || known.length / words.length < ENOUGH_WORDS) return undefined
  const size = Math.min(PIECE_TOKENS, mostTokens / 4)
  const pieces = packed(blocksOf(markdown, size), size)
  const scores = relevanceOf(pieces, about)
  const near = scores.map(
    (score, at) => score + OF_A_NEIGHBOUR * Math.max(scores[at - 1] ?? 0, scores[at + 1] ?? 0),
  )
  const order = [...pieces.keys()].sort((a, b) => near[b]! - near[a]! || a - b)
  // The beginning introduces the topic. Passages without any of the words are read only when a value is missing.
  const first = within([0, ...order.filter((at) => at !== 0 && near[at]! > 0)], pieces, mostTokens)
  const second = within(
    order.filter((at) => !first.includes(at)),
    pieces,
    mostTokens,
  )
  const texts = [first, second].map((part) => part.map((at) => pieces[at]!).join('\n\n'))
  return { texts, share: estimateTokens(texts[0]!) / whole }
}

function within(ranked: readonly number[], pieces: readonly string[], mostTokens: number): number[] {
  let left = mostTokens
  const end = ranked.findIndex((at) => (left -= estimateTokens(pieces[at]!) + 1) < 0)
  return ranked.slice(0, end === -1 ? undefined : end).toSorted((a, b) => a - b)
}
