import { Parser } from 'htmlparser2'

const MAX_TITLE = 500
const MAX_TEXT = 2_000
const MAX_URL = 8_192
const MAX_READ = 20_000

export function cleanTitle(given: unknown): string | undefined {
  return clean(given, MAX_TITLE)
}

export function cleanText(given: unknown): string | undefined {
  return clean(given, MAX_TEXT)
}

/** A text that is plain already, written so that these read it as it is. */
export function asMarkup(plain: string): string {
  return plain.slice(0, MAX_READ).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

export function webUrl(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > MAX_URL) return undefined
  const parsed = URL.parse(given.trim())
  const isWeb = parsed?.protocol === 'http:' || parsed?.protocol === 'https:'
  return isWeb && parsed.username === '' && parsed.password === '' ? parsed.href : undefined
}

/** A date as it can be read again where that is possible, otherwise as it was written, such as `2 days ago`. */
export function cleanDate(given: unknown): string | undefined {
  const text = clean(given, 100)
  if (text === undefined) return undefined
  const isExact = /^\d{4}-\d{2}-\d{2}|^[A-Z][a-z]{2}, \d/.test(text)
  // What names no zone is not meant in that of this process.
  const zoned =
    /\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text) && !/[+-]\d{2}:\d{2}$/.test(text) ? `${text}Z` : text
  const at = isExact ? Date.parse(zoned) : Number.NaN
  return Number.isNaN(at) ? text : new Date(at).toISOString()
}

export function cleanSize(given: unknown): number | undefined {
  const size = typeof given === 'string' && /^\d{1,6}$/.test(given) ? Number(given) : given
  return typeof size === 'number' && Number.isInteger(size) && size > 0 && size < 1_000_000 ? size : undefined
}

function clean(given: unknown, most: number): string | undefined {
  if (typeof given !== 'string') return undefined
  const text = textOf(given.slice(0, MAX_READ))
    .replaceAll(UNSEEN, '')
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
  if (text === '') return undefined
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
}

const UNSEEN = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g

const INLINE = new Set('a b em i mark span strong sub sup u wbr font code'.split(' '))
const WITHOUT_TEXT = new Set(['script', 'style', 'template', 'noscript', 'iframe'])
function textOf(markup: string): string {
  // A plain "<" is far more often one than the beginning of an element that never ends, and who writes <script> without
  // an end speaks of it.
  const lower = markup.toLowerCase()
  const spokenOf = new Set([...WITHOUT_TEXT].filter((name) => !lower.includes(`</${name}`)))
  const escaped = markup
    .replaceAll(/<(?![a-z/!])/gi, '&lt;')
    .replaceAll(/<([a-z]+)/gi, (sign, name: string) =>
      spokenOf.has(name.toLowerCase()) ? `&lt;${name}` : sign,
    )
  const parts: string[] = []
  let hidden = 0
  const parser = new Parser({
    onopentagname(name) {
      if (WITHOUT_TEXT.has(name)) hidden++
      if (!INLINE.has(name)) parts.push(' ')
    },
    onclosetag(name) {
      if (WITHOUT_TEXT.has(name)) hidden--
      if (!INLINE.has(name)) parts.push(' ')
    },
    ontext(text) {
      if (hidden === 0) parts.push(text)
    },
  })
  parser.end(escaped)
  return parts.join('')
}
