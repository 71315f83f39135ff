export interface TolerantJson {
  value: unknown
  isComplete: boolean
}

/**
 * Reads an object the way a person would who knows what was meant: single and missing quotes, comments, missing and
 * needless commas, raw line breaks, names of other languages for true and nothing. A text that was cut off is closed where
 * it ends; the value that was cut is left out, because half a value is another value.
 *
 * Every character is looked at a bounded number of times, whatever the text.
 */
export function parseTolerantJson(text: string, from: number): TolerantJson | undefined {
  const reader = new Reader(text, from)
  try {
    const value = reader.value(0)
    return { value: value === CUT ? undefined : value, isComplete: reader.isComplete }
  } catch (failure) {
    if (failure === NO_OBJECT) return undefined
    throw failure
  }
}

const CUT = Symbol('cut')
const NO_OBJECT = new Error('The text is something else.')
const MOST_DEPTH = 200
/** So many things without a value in one object, and it is prose between braces. */
const MAX_STRAY_WORDS = 8

/** A string that was cut off is kept from this length on: then it is a text, whose beginning is worth having. */
const TEXT_LENGTH = 200

const CLOSING_QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '‘': '’' }
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
  ...['null', 'None', 'NULL', 'nil', 'undefined', 'NaN', 'nan', 'Infinity', '-Infinity', 'N/A'].map(
    (word): [string, null] => [word, null],
  ),
])

const NUMBER = /^[+-]?(\d[\d_]*\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const HEXADECIMAL = /^0[xX][\da-fA-F]+$/

class Reader {
  readonly #text: string
  #at: number
  isComplete = true

  constructor(text: string, from: number) {
    this.#text = text
    this.#at = from
  }

  value(depth: number): unknown {
    if (depth > MOST_DEPTH) throw NO_OBJECT
    this.#skipSpace()
    const sign = this.#text[this.#at]
    if (sign === undefined) return this.#cut()
    if (sign === '{') return this.#object(depth)
    if (sign === '[') return this.#array(depth)
    return sign in CLOSING_QUOTES ? this.#string(true) : this.#bareWord()
  }

  #cut(): typeof CUT {
    this.isComplete = false
    return CUT
  }

  #object(depth: number): object {
    this.#at++
    const entries: [string, unknown][] = []
    let strays = 0
    for (;;) {
      this.#skipSpace(',')
      const sign = this.#text[this.#at]
      if (sign === undefined) this.isComplete = false
      if (sign === undefined || sign === '}' || sign === ']') break
      const name = sign in CLOSING_QUOTES ? this.#string(false) : this.#bareName()
      this.#skipSpace()
      if (this.#text[this.#at] !== ':' && this.#text[this.#at] !== '=') {
        if (++strays > MAX_STRAY_WORDS) throw NO_OBJECT
        continue
      }
      this.#at += this.#text.startsWith('=>', this.#at) ? 2 : 1
      const value = this.value(depth + 1)
      if (value !== CUT && typeof name === 'string') entries.push([name, value])
    }
    // A bracket that closes something else is left to it.
    if (this.#text[this.#at] === '}') this.#at++
    return Object.fromEntries(entries)
  }

  #array(depth: number): unknown[] {
    this.#at++
    const items: unknown[] = []
    for (;;) {
      this.#skipSpace(',')
      const sign = this.#text[this.#at]
      if (sign === undefined) this.isComplete = false
      if (sign === undefined || sign === ']' || sign === '}') break
      const before = this.#at
      const item = this.value(depth + 1)
      if (item !== CUT) items.push(item)
      if (this.#at === before) this.#at++
    }
    if (this.#text[this.#at] === ']') this.#at++
    return items
  }

  #string(isValue: boolean): string | typeof CUT {
    const quote = CLOSING_QUOTES[this.#text[this.#at]!]!
    const pieces: string[] = []
    let from = ++this.#at
    for (; this.#at < this.#text.length; this.#at++) {
      const sign = this.#text[this.#at]!
      if (sign === '\\') {
        pieces.push(this.#text.slice(from, this.#at), this.#escaped())
        from = this.#at + 1
      } else if (sign === quote && this.#endsString(isValue)) {
        pieces.push(this.#text.slice(from, this.#at++))
        return pieces.join('')
      }
    }
    pieces.push(this.#text.slice(from))
    const text = pieces.join('')
    this.isComplete = false
    return isValue && text.length >= TEXT_LENGTH ? text : CUT
  }

  #escaped(): string {
    const sign = this.#text[++this.#at] ?? ''
    if (sign !== 'u') return ESCAPES[sign] ?? sign
    const digits = this.#text.slice(this.#at + 1, this.#at + 5)
    if (!/^[\da-fA-F]{4}$/.test(digits)) return sign
    this.#at += 4
    return String.fromCharCode(Number.parseInt(digits, 16))
  }

  /** A quote within a text is often not escaped: one that ends it has something behind it that cannot be text. */
  #endsString(isValue: boolean): boolean {
    let next = this.#at + 1
    let isNewLine = false
    while (next < this.#text.length && /\s/.test(this.#text[next]!)) {
      if (this.#text[next] === '\n') isNewLine = true
      next++
    }
    const sign = this.#text[next]
    if (sign === undefined || sign === '}' || sign === ']') return true
    if (sign === ',') return !isProse(this.#text.slice(next + 1, next + 1 + LOOKAHEAD))
    if (sign === ':' || sign === '=') return !isValue
    return isNewLine || this.#text.startsWith('//', next) || this.#text.startsWith('/*', next)
  }

  #bareName(): string {
    const from = this.#at
    while (this.#at < this.#text.length && !/[\s:=,{}[\]]/.test(this.#text[this.#at]!)) this.#at++
    if (this.#at === from) this.#at++
    return this.#text.slice(from, this.#at)
  }

  #bareWord(): unknown {
    const from = this.#at
    while (this.#at < this.#text.length && !/[,{}[\]\n]/.test(this.#text[this.#at]!)) this.#at++
    if (this.#at >= this.#text.length) return this.#cut()
    const word = this.#text
      .slice(from, this.#at)
      .replace(/\s(\/\/|\/\*|#)[^]*$/, '')
      .trim()
    if (WORDS.has(word)) return WORDS.get(word)
    if (HEXADECIMAL.test(word)) return Number(word)
    if (NUMBER.test(word)) return Number(word.replaceAll('_', ''))
    return word === '' ? CUT : word
  }

  #skipSpace(also = ''): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const sign = this.#text[this.#at]!
      if (/\s/.test(sign) || sign === also || sign === '\uFEFF') continue
      const close = COMMENTS.find(([open]) => this.#text.startsWith(open, this.#at))?.[1]
      if (close === undefined) return
      const end = this.#text.indexOf(close, this.#at)
      this.#at = end === -1 ? this.#text.length : end + close.length - 1
    }
  }
}

const LOOKAHEAD = 64

/** Whether what follows a comma is more of a text: a word that is neither a name nor a value of its own. */
function isProse(text: string): boolean {
  return /^\s*\p{L}/u.test(text) && !/^\s*[\w$-]+\s*([:=,}\]]|$)/.test(text)
}

const COMMENTS: readonly (readonly [open: string, close: string])[] = [
  ['//', '\n'],
  ['/*', '*/'],
  ['#', '\n'],
]
