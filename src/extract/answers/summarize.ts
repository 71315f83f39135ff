import type { ReadablePage } from '../page.ts'
import { readPage, unitsOf } from './page-text.ts'
import type { PageText, Unit } from './page-text.ts'
import { onOneLine, fold } from '../../language/fold.ts'
import { countsOf } from '../../language/counts.ts'
import { readExpressions } from '../../language/data-files.ts'

export function summaryOf(page: ReadablePage): { summary?: string; warning?: string } {
  const summary = summarize(page, readPage(page))
  return summary === undefined ? { warning: 'The page has no text that could be summarized.' } : { summary }
}

export function summarize(page: ReadablePage, text: PageText): string | undefined {
  const sentences = sentencesOfText(text)
  const words = sentences.reduce((sum, { size }) => sum + size, 0)
  if (sentences.length < FEWEST_SENTENCES && words < FEWEST_WORDS) return factsOf(page, text)
  return joined(chosen(sentences, text)) ?? factsOf(page, text)
}

const FEWEST_SENTENCES = 2
const FEWEST_WORDS = 25
const MOST_CONSIDERED = 200
/** Sentences beyond are not read: a summary of a book is that of its beginning and of where its chapters begin. */
const MOST_READ = 1500
const MOST_LOOKED_AT = 10_000
const MOST_SENTENCES = 5
const ENOUGH_WORDS = 75
const MOST_WORDS = 150

interface Sentence {
  unit: Unit
  terms: readonly string[]
  size: number
  before: Sentence | undefined
}

function sentencesOfText({ blocks, reader }: PageText): Sentence[] {
  const sentences: Sentence[] = []
  const seen = new Set<string>()
  let looked = 0
  for (const [index, block] of blocks.entries()) {
    if (sentences.length >= MOST_READ || looked >= MOST_LOOKED_AT) break
    if (block.kind !== 'text' && block.kind !== 'item') continue
    let before: Sentence | undefined
    for (const unit of unitsOf(
      { ...block, text: block.text.slice(0, LONGEST_READ) },
      index,
      reader.language,
    )) {
      looked++
      if (seen.has(unit.text) || isBoilerplate(unit.text)) continue
      seen.add(unit.text)
      const sentence = { unit, terms: reader.termsOf(unit.text), size: sizeOf(unit.text), before }
      if (isSentence(sentence)) sentences.push(sentence)
      before = sentence
    }
  }
  return sentences
}

const LONGEST_READ = 20_000

function sizeOf(text: string): number {
  const words = text.split(' ').length
  return Math.max(
    words,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text)
      ? text.length / 2.5
      : 0,
  )
}

function isSentence({ unit: { text, kind }, terms, size }: Sentence): boolean {
  if (size < 5 || size > 80 || terms.length < 3 || /[?？؟:：]$/.test(text) || isFragment(text)) return false
  const isEnded = /[.!…。！।۔។][”"'»)」』]?$/u.test(text) || /\p{Script=Thai}/u.test(text)
  return isEnded || (kind === 'text' && size >= 12)
}

function chosen(sentences: readonly Sentence[], { reader, title }: PageText): Sentence[] {
  const titleTerms = new Set(reader.termsOf(title))
  const considered = mostPromising(sentences, titleTerms)
  const { scores, similarity } = centralities(considered.map(({ terms }) => terms))
  const first = considered.length > 0 ? sentences.indexOf(considered[0]!) : 0
  const worth = considered.map((sentence, index) => {
    const overlap = share(sentence.terms, titleTerms)
    return (
      scores[index]! +
      0.6 * placeWorth(sentence, sentences[first]!) +
      0.5 * overlap -
      lengthCost(sentence) +
      (index === 0 && isLead(sentence) ? LEAD : 0)
    )
  })
  const taken: number[] = []
  let words = 0
  while (taken.length < MOST_SENTENCES && taken.length < considered.length && words < ENOUGH_WORDS) {
    const next = nextBest(worth, taken, considered, { similarity, room: MOST_WORDS - words })
    if (next === undefined) break
    taken.push(next)
    words += considered[next]!.size
  }
  return taken.map((index) => considered[index]!)
}

const LEAD = 0.5

function isLead({ unit: { kind, text, at }, size }: Sentence): boolean {
  return kind === 'text' && at === 0 && size >= 8 && !needsBefore(text) && !pointsBack(text)
}

function mostPromising(sentences: readonly Sentence[], titleTerms: ReadonlySet<string>): Sentence[] {
  if (sentences.length <= MOST_CONSIDERED) return [...sentences]
  const frequency = countsOf(sentences.flatMap(({ terms }) => terms))
  const promise = ({ terms, unit }: Sentence) => {
    const common = terms.reduce((sum, term) => sum + Math.log(frequency.get(term)!), 0) / (terms.length + 3)
    return common + share(terms, titleTerms) * 2 + Number(unit.at === 0) * 0.5
  }
  return sentences
    .map((sentence, order) => ({ sentence, order, promise: promise(sentence) + (order < 10 ? 2 : 0) }))
    .sort((a, b) => b.promise - a.promise)
    .slice(0, MOST_CONSIDERED)
    .sort((a, b) => a.order - b.order)
    .map(({ sentence }) => sentence)
}

function share(terms: readonly string[], of: ReadonlySet<string>): number {
  if (of.size === 0) return 0
  return new Set(terms.filter((term) => of.has(term))).size / of.size
}

function placeWorth({ unit }: Sentence, first: Sentence): number {
  const distance = unit.block - first.unit.block
  return (
    1 / (1 + 0.5 * distance + 0.35 * unit.at) +
    (unit.at === 0 ? 0.15 : 0) -
    (unit.kind === 'item' ? 0.25 : 0) -
    (/[?？؟]$/.test(unit.heading?.text ?? '') ? 0.6 : 0)
  )
}

function lengthCost({ size }: Sentence): number {
  return size < 8 ? 0.25 : size > 45 ? 0.2 : 0
}

function nextBest(
  worth: readonly number[],
  taken: readonly number[],
  sentences: readonly Sentence[],
  { similarity, room }: { similarity: (a: number, b: number) => number; room: number },
): number | undefined {
  let best: number | undefined
  let most = Number.NEGATIVE_INFINITY
  for (let index = 0; index < sentences.length; index++) {
    const sentence = sentences[index]!
    if (taken.includes(index) || sentence.size > room) continue
    const isTied = needsBefore(sentence.unit.text) || pointsBack(sentence.unit.text)
    if (isTied && !taken.some((one) => sentences[one] === sentence.before)) continue
    const repeats = taken.reduce((most, one) => Math.max(most, similarity(one, index)), 0)
    const value = worth[index]! - REPETITION * repeats - (repeats > SAME ? 10 : 0)
    if (value > most) [best, most] = [index, value]
  }
  return most > -5 ? best : undefined
}

const REPETITION = 1.2
const SAME = 0.7

function joined(sentences: readonly Sentence[]): string | undefined {
  if (sentences.length === 0) return undefined
  const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}]/u.test(sentences[0]!.unit.text)
  return [...sentences]
    .sort((a, b) => a.unit.block - b.unit.block || a.unit.at - b.unit.at)
    .map(({ unit }) => unit.text)
    .join(isUnspaced ? '' : ' ')
}

/**
 * What a page without sentences says: how it describes itself, else its title, with the first facts that stand on it.
 * Nothing when there is none.
 */
function factsOf({ landmarks }: ReadablePage, { blocks, title }: PageText): string | undefined {
  const description = landmarks.find(
    ({ name, attribs }) =>
      name === 'meta' && /^(?:og:)?description$/i.test(attribs['name'] ?? attribs['property'] ?? ''),
  )?.attribs['content']
  const own = onOneLine(description ?? '').slice(0, LONGEST_DESCRIPTION)
  const name = title.split('\n')[0] ?? ''
  const lines = [name, own].filter((line) => line !== '')
  let size = lines.join(' ').length
  const seen = new Set(lines)
  for (const block of blocks) {
    const text = onOneLine(block.text)
    if (size >= ENOUGH_CHARS || lines.length >= MOST_LINES) break
    if (seen.has(text) || text.length > LONGEST_FACT || isBoilerplate(text) || !/[\p{L}\p{N}]/u.test(text))
      continue
    seen.add(text)
    lines.push(text)
    size += text.length
  }
  return lines.length === 0 ? undefined : lines.join('\n')
}

const LONGEST_DESCRIPTION = 400
const LONGEST_FACT = 300
const ENOUGH_CHARS = 350
const MOST_LINES = 8

/**
 * How much each text has in common with the others, as LexRank has it: one that many are like stands for them. From 0 to
 * 1. Every pair is compared, so the caller sees to it that there are not too many.
 */
function centralities(texts: readonly (readonly string[])[]): {
  scores: number[]
  similarity: (a: number, b: number) => number
} {
  const vectors = vectorsOf(texts)
  const size = texts.length
  const matrix = new Float32Array(size * size)
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      const value = cosine(vectors[a]!, vectors[b]!)
      matrix[a * size + b] = value
      matrix[b * size + a] = value
    }
  }
  return { scores: ranks(matrix, size), similarity: (a, b) => matrix[a * size + b]! }
}

type Vector = ReadonlyMap<string, number>

function vectorsOf(texts: readonly (readonly string[])[]): Vector[] {
  const frequency = countsOf(texts.flatMap((terms) => [...new Set(terms)]))
  return texts.map((terms) => {
    const vector = countsOf(terms)
    let square = 0
    for (const [term, count] of vector) {
      const weight = count * Math.log(1 + texts.length / frequency.get(term)!)
      vector.set(term, weight)
      square += weight * weight
    }
    const length = Math.sqrt(square) || 1
    for (const [term, weight] of vector) vector.set(term, weight / length)
    return vector
  })
}

function cosine(a: Vector, b: Vector): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0)
  return sum
}

const ROUNDS = 15
const DAMPING = 0.85

function ranks(matrix: Float32Array, size: number): number[] {
  const sums = Array.from({ length: size }, (_, row) => {
    let sum = 0
    for (let column = 0; column < size; column++) sum += matrix[row * size + column]!
    return sum
  })
  let scores = Array.from({ length: size }, () => 1 / size)
  for (let round = 0; round < ROUNDS; round++) {
    const next = Array.from({ length: size }, () => (1 - DAMPING) / size)
    for (let row = 0; row < size; row++) {
      if (sums[row] === 0) continue
      const given = (DAMPING * scores[row]!) / sums[row]!
      for (let column = 0; column < size; column++) next[column]! += given * matrix[row * size + column]!
    }
    scores = next
  }
  const most = Math.max(...scores, Number.MIN_VALUE)
  return scores.map((score) => score / most)
}

const sentencePatterns = readExpressions(new URL('sentence-words.txt', import.meta.url))

/** A sentence that is not understood without the one before it: it begins with a pronoun or a connecting word. */
export function needsBefore(sentence: string): boolean {
  const folded = fold(sentence.slice(0, 60))
  return FIRST_WORDS.test(folded) || FIRST_CHARACTERS.test(folded)
}

const FIRST_WORDS = new RegExp(
  String.raw`^["'“„«(]?(?:${sentencePatterns.get('first-words')!})(?![\p{L}\p{N}])`,
  'u',
)
const FIRST_CHARACTERS = new RegExp(sentencePatterns.get('first-characters')!, 'u')

function isFragment(text: string): boolean {
  return (
    /(?:\.{3}|…)$/.test(text) ||
    /^(?:[*†‡•·▪►»\-–—]|\d{1,2}\))/.test(text) ||
    /^[([].*[)\]][.!]?$/su.test(text) ||
    /^\p{Ll}(?!\p{Lu}|\p{L}*[A-Z_.(])/u.test(text) ||
    PAIRS.some(([open, close]) => count(text, open) !== count(text, close)) ||
    count(text, '"') % 2 === 1 ||
    (count(text, '“') + count(text, '”') + count(text, '„')) % 2 === 1 ||
    count(text, '«') !== count(text, '»')
  )
}

/** German opens with the mark that English closes with the other way round, so quotes are counted together. */
const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['「', '」'],
  ['『', '』'],
]

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}

function pointsBack(text: string): boolean {
  return POINTING.test(fold(text.slice(0, 80)))
}

const POINTING = new RegExp(sentencePatterns.get('pointing')!, 'u')

function isBoilerplate(text: string): boolean {
  if (text.length > LONGEST) return false
  return PHRASES.test(fold(text))
}

const LONGEST = 300
const PHRASES = new RegExp(sentencePatterns.get('boilerplate')!, 'u')
