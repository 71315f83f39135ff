export interface Tokens {
  count: number
  starts: Int32Array
  ends: Int32Array
  texts: string[]
}

const MAX_WORD = 40

/** Scans characters, which takes less than half the time of a regular expression. */
export function tokenize(text: string): Tokens {
  let starts = new Int32Array(Math.max(16, text.length >> 2))
  let ends = new Int32Array(starts.length)
  const texts: string[] = []
  const add = (start: number, end: number, token: string) => {
    if (texts.length === starts.length) [starts, ends] = [grown(starts), grown(ends)]
    starts[texts.length] = start
    ends[texts.length] = end
    texts.push(token)
  }
  for (let start = 0; start < text.length;) {
    const kind = kindAt(text, start)
    const end = kind === LETTER ? wordEnd(text, start) : runEnd(text, start, kind)
    if (kind === LINE_END) add(start, end, '\n')
    else if (kind !== SPACE) {
      const cut =
        kind === LETTER && end - start > 3 && end - start <= MAX_WORD ? possessiveStart(text, end) : end
      add(start, cut, text.slice(start, Math.min(cut, start + MAX_WORD)))
      if (cut < end) add(cut, end, text.slice(cut, end))
    }
    start = end
  }
  return {
    count: texts.length,
    starts: starts.subarray(0, texts.length),
    ends: ends.subarray(0, texts.length),
    texts,
  }
}

function grown(places: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(places.length * 2)
  larger.set(places)
  return larger
}

const SIGN = 0
const SPACE = 1
const LINE_END = 2
const LETTER = 3
const DIGIT = 4

function kindOf(sign: string): number {
  if (sign === '\n') return LINE_END
  if (/\s/u.test(sign)) return SPACE
  if (/[\p{L}\p{M}]/u.test(sign)) return LETTER
  return /\p{Nd}/u.test(sign) ? DIGIT : SIGN
}

/** The class of each UTF-16 code unit plus one; filled on first use. */
const kinds = new Uint8Array(0x1_0000)

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  const known = kinds[code]!
  if (known > 0) return known - 1
  if (isSurrogate(code)) return kindOf(String.fromCodePoint(text.codePointAt(at)!))
  const kind = kindOf(text[at]!)
  kinds[code] = kind + 1
  return kind
}

const isSurrogate = (code: number) => (code & 0xf800) === 0xd800
const widthAt = (text: string, at: number) => (text.codePointAt(at)! > 0xffff ? 2 : 1)

/**
 * The end of a run of one class. A line end includes all white space after it; a symbol is a token of its
 * own.
 */
function runEnd(text: string, start: number, kind: number): number {
  let at = start + widthAt(text, start)
  if (kind === SIGN) return at
  for (; at < text.length; at += widthAt(text, at)) {
    const next = kindAt(text, at)
    if (next !== kind && !(kind === LINE_END && next === SPACE)) break
  }
  return at
}

function wordEnd(text: string, start: number): number {
  let end = runEnd(text, start, LETTER)
  while (end + 1 < text.length && isLink(text.charCodeAt(end)) && kindAt(text, end + 1) === LETTER)
    end = runEnd(text, end + 1, LETTER)
  return end
}

const isLink = (code: number) => code === 0x27 || code === 0x2019 || code === 0x2d

/** The offset of the ending in "Anna's", or the end of the word when it has none. */
function possessiveStart(text: string, end: number): number {
  const sign = text.charCodeAt(end - 2)
  return (sign === 0x27 || sign === 0x2019) && /s/iu.test(text[end - 1]!) ? end - 2 : end
}
