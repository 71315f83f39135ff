import { readLines } from './data-files.ts'

/**
 * The sentences of a block of text, each as it stands there. A line break in it ends a sentence where the next line begins
 * like one. What has no end is cut at a blank: nothing returned is longer than `LONGEST_SENTENCE`.
 */
export function sentencesOf(text: string, language?: string): string[] {
  const hasOrdinals = language !== undefined && ORDINAL_STOPS.has(language)
  const sentences: string[] = []
  let start = 0
  const take = (end: number) => {
    pushInPieces(text.slice(start, end), sentences)
    start = end
  }
  for (const match of text.matchAll(STOPS)) {
    const end = match.index + match[0].length
    if (match.index >= start && isEnd(text, match, start, hasOrdinals)) take(end)
  }
  take(text.length)
  return sentences
}

export const LONGEST_SENTENCE = 700
const ORDINAL_STOPS: ReadonlySet<string> = new Set(['de', 'da', 'pl', 'tr', 'cs', 'hu', 'fi', 'hr', 'sl'])
/** Thai has no stops: its clauses stand between blanks and are put together up to about this many characters. */
const THAI_CLAUSE = 60

const STOPS = /[.!?…‽。！？｡؟۔।॥։።၊။]{1,20}["'”’»«›)\]）」』】]{0,4}|\n/gu
const ALWAYS = /[!?‽。！？｡؟۔।॥։።။\n]/u

function isEnd(
  text: string,
  { index: at, 0: stops }: RegExpExecArray,
  start: number,
  hasOrdinals: boolean,
): boolean {
  const after = text.slice(at + stops.length, at + stops.length + 8)
  if (stops === '\n') return /^\s*[^\p{Ll}\s]/u.test(after)
  if (/[。！？｡।॥]/u.test(stops))
    return !/^\s*[」』）】]/u.test(after) && !isQuoted(text.slice(start, at + stops.length))
  if (after !== '' && !/^\s/.test(after)) return false
  // What goes on in small letters is the same sentence, unless it was asked or exclaimed outside a quotation.
  if (/^\s+[\p{Ll}]/u.test(after) && !/^[?!]+$/.test(stops)) return false
  if (ALWAYS.test(stops)) return !/^\s+\p{Ll}/u.test(after)
  return stops.length > 1 || !isAbbreviated(text.slice(Math.max(start, at - 20), at), after, hasOrdinals)
}

/**
 * What a full stop may follow without ending a sentence, in small letters and without that stop. All languages together:
 * names and quotations carry abbreviations across them.
 */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  readLines(new URL('abbreviations.txt', import.meta.url)).flatMap((line) => line.split(' ')),
)

/** Speech that has begun and not ended belongs to the sentence it is in. */
function isQuoted(begun: string): boolean {
  if (begun.length > LONGEST_SPEECH) return false
  return (begun.match(/[「『]/g)?.length ?? 0) > (begun.match(/[」』]/g)?.length ?? 0)
}

const LONGEST_SPEECH = 200

function isAbbreviated(before: string, after: string, hasOrdinals: boolean): boolean {
  const word = /[\p{L}\p{N}.’'-]*$/u.exec(before)?.[0] ?? ''
  const next = after.trimStart()
  if (next === '') return false
  if (/^\p{Lu}$/u.test(word) || /(?:^|\.)\p{L}$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase()))
    return true
  // `3. Mai`, `19. Jahrhundert`; a year or a larger number ends a sentence.
  return hasOrdinals && /^\p{Nd}{1,2}$/u.test(word) && /^[\p{L}\p{Nd}]/u.test(next)
}

function pushInPieces(raw: string, sentences: string[]): void {
  const text = raw.replace(/\s+/g, ' ').trim()
  if (text === '') return
  if (THAI.test(text.slice(0, 200)) && text.length > THAI_CLAUSE) return pushThai(text, sentences)
  for (let at = 0; at < text.length;) {
    const end = pieceEnd(text, at)
    const piece = text.slice(at, end).trim()
    if (piece !== '') sentences.push(piece)
    at = end
  }
}

function pieceEnd(text: string, at: number): number {
  const limit = at + LONGEST_SENTENCE
  if (text.length <= limit) return text.length
  const blank = text.lastIndexOf(' ', limit)
  if (blank > at + LONGEST_SENTENCE / 2) return blank
  // A pair of code units that are one character stays together.
  return /[\ud800-\udbff]/.test(text[limit - 1] ?? '') ? limit - 1 : limit
}

const THAI = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

function pushThai(text: string, sentences: string[]): void {
  let start = 0
  for (const { index } of text.matchAll(/ /g)) {
    const isClause = THAI.test(text[index - 1] ?? '') && THAI.test(text[index + 1] ?? '')
    if (index - start < LONGEST_SENTENCE && (index - start < THAI_CLAUSE || !isClause)) continue
    sentences.push(...inPieces(text.slice(start, index).trim()))
    start = index
  }
  sentences.push(...inPieces(text.slice(start).trim()))
}

function inPieces(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += LONGEST_SENTENCE)
    pieces.push(text.slice(at, at + LONGEST_SENTENCE))
  return pieces
}
