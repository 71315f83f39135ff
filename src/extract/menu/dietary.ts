import { expressionsIn } from '../expressions.ts'

/** What marks of a menu mean, by its own legend where it has one. */
export type MarkMeanings = ReadonlyMap<string, string>

/** Reads `V = vegan` and the like out of the short texts of a page; marks that it does not explain mean what is usual. */
export function markMeanings(texts: readonly string[]): MarkMeanings {
  const meanings = new Map<string, string>()
  const used = new Set<string>()
  for (const text of texts) {
    for (const [, mark = '', words = ''] of text.slice(0, 600).matchAll(LEGEND)) {
      const meaning = meaningOf(words)
      if (meaning !== undefined) meanings.set(mark.toUpperCase(), meaning)
    }
    for (const mark of marksIn(text)) used.add(mark)
  }
  // Where both are used, the longer one is the stricter one.
  const vg = used.has('V') ? 'vegan' : 'vegetarian'
  return new Map([...USUAL, ['VG', vg], ...meanings])
}

/** What a dish suits, from its words and marks. */
export function dietaryOf(texts: readonly string[], meanings: MarkMeanings): string[] {
  const found = new Set<string>()
  for (const text of texts) {
    for (const mark of marksIn(text)) {
      const meaning = meanings.get(mark)
      if (meaning !== undefined) found.add(meaning)
    }
    for (const [name, pattern] of WORDS) if (isSaid(text, pattern)) found.add(name)
  }
  return WORDS.map(([name]) => name).filter((name) => found.has(name))
}

/** A name without what is said in brackets about whom it suits. */
export function withoutDiet(name: string): string {
  const bare = name.replace(BRACKETED, (whole, inner: string) =>
    meaningOf(inner) === undefined ? whole : ' ',
  )
  return bare.replace(/\s+/g, ' ').trim()
}

/** A text without the marks in it. */
export function withoutMarks(text: string): string {
  return text
    .replace(BRACKETED, (whole, inner: string) => (isMarks(inner) ? ' ' : whole))
    .replace(TRAILING, '')
    .replace(SIGNS, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A leaf says at least that there is no meat in it. */
const USUAL: readonly (readonly [string, string])[] = [
  ...'V VGT VEG 🌱 🌿 🍃 🥬'.split(' ').map((mark) => [mark, 'vegetarian'] as const),
  ...'VE VGN VN Ⓥ'.split(' ').map((mark) => [mark, 'vegan'] as const),
  ['GF', 'gluten-free'],
  ['DF', 'dairy-free'],
  ['LF', 'lactose-free'],
  ['NF', 'nut-free'],
]

/** What dishes suit, in the order in which it is told. */
const WORDS = [...expressionsIn(new URL('diets.txt', import.meta.url))].map(
  ([name, words]) => [name, new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu')] as const,
)

/** What could be had in another way, or is denied, is not said of the dish. */
const UNSURE =
  /^[^.,;]{0,14}(?:option|available|on request|möglich|auf wunsch|auch|possible|sur demande|opcional|su richiesta|verfügbar|\?)/iu
const DENIED =
  /(?:not|non|no|nicht|kein\p{L}*|pas|auch|also|can be(?: made)?|make it|oder|or|ask for|не)[\s-]+$/iu

function isSaid(text: string, pattern: RegExp): boolean {
  const match = pattern.exec(text)
  if (match === null) return false
  const after = text.slice(match.index + match[0].length)
  return !UNSURE.test(after) && !DENIED.test(text.slice(Math.max(0, match.index - 14), match.index))
}

function meaningOf(words: string): string | undefined {
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0]
}

const MARK = 'VGN|VGT|VEG|VG|VE|VN|GF|DF|LF|NF|V|Ⓥ|🌱|🌿|🍃|🥬'
const LEGEND = new RegExp(
  `(?<![\\p{L}\\p{N}])\\(?(${MARK})\\)?\\s*(?:=|:|–|—|-|\\s)\\s*(\\p{L}[\\p{L} -]{3,24})`,
  'giu',
)
const BRACKETED = /[([{]([^()[\]{}]{1,24})[)\]}]/gu
const TRAILING = new RegExp(`(?:\\s+(?:${MARK})(?:[\\s,/|·]+(?:${MARK}))*)\\s*[.…]*$`, 'u')
const SIGNS = /[Ⓥ🌱🌿🍃🥬🌶]\ufe0f?/gu
const BETWEEN = /[\s,/|·+&*]+/u
/** Allergens are given by single letters and numbers. */
const CODE = /^(?:[a-z]|\d{1,2})$/iu

/** Whether a text consists of marks, maybe with codes of allergens between them. */
function isMarks(text: string): boolean {
  const parts = text
    .trim()
    .split(BETWEEN)
    .filter((part) => part !== '')
  return parts.length > 0 && parts.every((part) => KNOWN.has(part.toUpperCase()) || CODE.test(part))
}

/** The marks of a text: in brackets, at its end, or all of it. */
function marksIn(text: string): string[] {
  const places = [...text.slice(0, 400).matchAll(BRACKETED)].map(([, inner = '']) => inner).filter(isMarks)
  const trailing = TRAILING.exec(text.slice(-40))?.[0] ?? ''
  const whole = text.length <= 24 && isMarks(text) ? text : ''
  const written = [...places, trailing, whole].join(' ').split(BETWEEN)
  const signs = text.match(/[Ⓥ🌱🌿🍃🥬]/gu) ?? []
  return [
    ...written.filter((mark) => KNOWN.has(mark.toUpperCase())).map((mark) => mark.toUpperCase()),
    ...signs,
  ]
}

const KNOWN: ReadonlySet<string> = new Set(MARK.split('|'))
