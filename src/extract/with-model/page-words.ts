import { monthsNamed } from '../../language/months.ts'
import { wordsForNumber } from '../../language/number-words.ts'
import { withAsciiDigits } from '../../language/numbers.ts'

interface DateParts {
  year: number
  month: number
  day?: number | undefined
}

/** The text of a page, to check the answers of a model against it. Places are offsets in it. */
export type PageWords = ReturnType<typeof readPageWords>

/** Scripts that write no spaces are read letter by letter. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|\p{Nd}+|[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv

/** Reads what a model was shown, in time linear in its length. */
export function readPageWords(markdown: string, base: string | undefined) {
  const text = plainText(markdown)
  const words: string[] = []
  const starts: number[] = []
  const places = new Map<string, number[]>()
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const word = folded(found)
    const known = places.get(word)
    if (known === undefined) places.set(word, [words.length])
    else known.push(words.length)
    words.push(word)
    starts.push(index)
  }
  let urls: ReadonlyMap<string, string> | undefined

  function firstOf(wanted: readonly string[]): number | undefined {
    const counts = wanted.map((word) => places.get(word)?.length ?? 0)
    const rarest = counts.indexOf(Math.min(...counts.slice(0, MOST_COMPARED)))
    return places
      .get(wanted[rarest]!)
      ?.map((place) => place - rarest)
      .find((first) => first >= 0 && wanted.every((word, at) => words[first + at] === word))
  }

  function find(phrase: string): string | undefined {
    const wanted = wordsIn(plainText(phrase))
    const sign = phrase.trim()
    if (wanted.length === 0) return sign !== '' && text.includes(sign) ? sign : undefined
    const first = firstOf(wanted)
    return first === undefined ? undefined : spanOf(first, first + wanted.length - 1)
  }

  function spanOf(first: number, last: number): string {
    const end = starts[last]! + (text.slice(starts[last]!).match(WORD_AT_START)?.[0].length ?? 0)
    const closing = /^[.!?…。！？"'”’»]{1,3}/.exec(text.slice(end, end + 3))?.[0] ?? ''
    return `${text.slice(starts[first]!, end)}${closing}`.replaceAll(/\s+/g, ' ')
  }

  function dateAt({ year, month, day }: DateParts): number | undefined {
    const compact = `${year}${two(month)}${day === undefined ? '' : two(day)}`
    const years = [...(places.get(String(year)) ?? []), ...(places.get(two(year % 100)) ?? [])]
    const isMonth = (word: string) =>
      word === String(month) || word === two(month) || monthsNamed(word).includes(month)
    const found =
      places.get(compact)?.[0] ??
      years.slice(0, MOST_PLACES).find((place) => {
        const near = words.slice(Math.max(0, place - NEAR), place + NEAR + 1)
        const isDay = day === undefined || near.some((word) => word === String(day) || word === two(day))
        return isDay && near.some(isMonth)
      })
    return found === undefined ? undefined : starts[found]
  }

  return {
    find,
    at(phrase: string) {
      const wanted = wordsIn(plainText(phrase))
      const first = wanted.length === 0 ? undefined : firstOf(wanted)
      if (first !== undefined) return starts[first]
      const place = wanted.length === 0 && phrase.trim() !== '' ? text.indexOf(phrase.trim()) : -1
      return place === -1 ? undefined : place
    },
    numberAt: numbersOf(text),
    dateAt,
    urlAt(url: string) {
      urls ??= urlsIn(markdown, base)
      const label = urls.get(canonical(url, base) ?? '')
      return label === undefined ? undefined : Math.max(0, text.indexOf(label))
    },
    quote: (place: number) => quoteIn(text, place),
    overlap(said: string) {
      const given = new Set(wordsIn(plainText(said)))
      const known = [...given].filter((word) => places.has(word)).length
      return given.size === 0 ? 1 : known / given.size
    },
  }
}

/** Whether a phrase is rare is seen from its beginning. */
const MOST_COMPARED = 1000
const MOST_PLACES = 2000
/** How many words may stand between the parts of a date. */
const NEAR = 5

const WORD_AT_START = new RegExp(`^(?:${WORD.source})`, 'v')

function wordsIn(text: string): string[] {
  return (text.match(WORD) ?? []).map(folded)
}

const ASCII = /^[\w]+$/

function folded(word: string): string {
  return (ASCII.test(word) ? word : word.normalize('NFKC')).toLowerCase()
}

/** A link or picture in Markdown. What begins at a bracket ends at the next, so that no text takes longer than it is long. */
const LINK = /!?\[([^[\]]*)\]\([^()\s]*(?:\s"[^"\n]{0,200}")?\)/g

function plainText(markdown: string): string {
  return markdown
    .replaceAll(LINK, '$1')
    .replaceAll(LINK, '$1')
    .replaceAll(/[*_`~\\]/g, '')
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

const MOST_URLS = 50_000

function urlsIn(markdown: string, base: string | undefined): Map<string, string> {
  const found = new Map<string, string>()
  const add = (url: string, label: string) => {
    const known = canonical(url, base)
    if (known !== undefined && found.size < MOST_URLS && !found.has(known)) found.set(known, label)
  }
  if (base !== undefined) add(base, '')
  for (const { 1: label = '', 2: target = '' } of markdown.matchAll(/([^[\]\n]{0,200})\]\(([^()\s]*)\)/g)) {
    add(target, plainText(label))
  }
  for (const { 0: url } of markdown.matchAll(/https?:\/\/[^\s<>()"'\]]+/g))
    add(url.replace(/[.,;:!?]+$/, ''), url)
  return found
}

const MOST_QUOTED = 300
const MOST_LINE = 2000
const MOST_LOOKED = 100_000

/** The line around a place without marks of Markdown, cut to what is near, and the headings above it. */
function quoteIn(text: string, place: number) {
  const from = Math.max(text.lastIndexOf('\n', place - 1) + 1, place - MOST_LINE)
  const end = text.indexOf('\n', place)
  const line = text.slice(from, Math.min(end === -1 ? text.length : end, place + MOST_LINE))
  const near = line.length <= MOST_QUOTED ? line : around(line, place - from)
  const headings: string[] = []
  let level = HEADING.exec(line)?.[1]?.length ?? Infinity
  for (const above of text
    .slice(Math.max(0, from - MOST_LOOKED), from)
    .split('\n')
    .toReversed()) {
    const [, marks = '', heading = ''] = HEADING.exec(above) ?? []
    if (marks === '' || marks.length >= level) continue
    headings.unshift(heading.trim().slice(0, MOST_QUOTED))
    level = marks.length
  }
  const quoted = near
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s#>|+-]+/, '')
    .replace(/[\s|]+$/, '')
  return { text: quoted, ...(headings.length > 0 && { section: headings.join(' > ') }) }
}

const HEADING = /^(#{1,6}) (.*)$/

function around(line: string, at: number): string {
  const from = Math.max(0, at - MOST_QUOTED / 2)
  return line.slice(from, from + MOST_QUOTED).replace(/^\S*\s/, from === 0 ? '$&' : '')
}

function canonical(url: string, base: string | undefined): string | undefined {
  if (!URL.canParse(url, base)) return undefined
  const { protocol, host, pathname, search } = new URL(url, base)
  return `${protocol.replace('https', 'http')}//${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}${search}`.toLowerCase()
}

const NUMBER = /\d+(?:[.,'’\u00A0\u202F\u2009 ]\d+){0,12}/g
const MOST_NUMBERS = 200_000

/** What stands behind a number and makes it larger, or a share. */
const SCALES: readonly (readonly [word: RegExp, scale: number])[] = [
  [/^\s?%/, 0.01],
  [/^\s?(k|tsd|mil|thousand|tausend|mille|тыс|千)(?!\p{L})/iu, 1e3],
  [/^\s?万|^\s?萬|^\s?만/u, 1e4],
  [/^\s?lakhs?(?!\p{L})/iu, 1e5],
  [
    /^\s?(m|mn|mio|mln|million(s|en|i|es)?|millón|millones|milhões|milhão|млн|миллион\p{L}{0,3})(?!\p{L})/iu,
    1e6,
  ],
  [/^\s?crores?(?!\p{L})/iu, 1e7],
  [/^\s?(億|亿|억)/u, 1e8],
  [/^\s?(b|bn|billion|mrd|milliarden?|milliards?|miliardi|млрд)(?!\p{L})/iu, 1e9],
]

/** Finds the position of a number in a text, in any notation. */
function numbersOf(text: string): (value: number) => number | undefined {
  const ascii = withAsciiDigits(text).replaceAll(/[，．٬٫]/g, (mark) => SEPARATORS[mark]!)
  const known = new Map<number, number>()
  const add = (value: number, index: number) => void (known.has(value) || known.set(value, index))
  for (const { 0: run, index } of ascii.matchAll(NUMBER)) {
    const behind = ascii.slice(index + run.length, index + run.length + 14)
    const scale = SCALES.find(([word]) => word.test(behind))?.[1]
    for (const value of numberReadings(run)) {
      add(rounded(value), index)
      if (scale !== undefined) add(rounded(value * scale), index)
    }
    if (known.size > MOST_NUMBERS) break
  }
  return (value) => {
    const size = Math.abs(value)
    const inWords = () =>
      wordsForNumber(size)
        .map((word) => placeOfWord(text, word))
        .find((place) => place !== undefined)
    return known.get(rounded(size)) ?? inWords()
  }
}

export function numberReadings(run: string): number[] {
  const pieces = run.split(/[\u00A0\u202F\u2009 ]/)
  const grouped = [...run.matchAll(/(?<!\d)\d{1,3}(?:[\u00A0\u202F\u2009 ]\d{3})+(?!\d)(?:[.,]\d+)?/g)]
  return [
    ...pieces.flatMap(pieceReadings),
    ...grouped.flatMap(({ 0: group }) => pieceReadings(group.replaceAll(/[\u00A0\u202F\u2009 ]/g, ''))),
  ]
}

/** Digits with dots, commas and apostrophes: which of them are decimal depends on the country. */
function pieceReadings(piece: string): number[] {
  const plain = piece.replaceAll(/['’]/g, '')
  const separators = plain.replaceAll(/\d/g, '')
  if (separators === '') return [Number(plain)]
  const last = separators.at(-1)!
  const isMixed = /^(.)\1*(?!\1).$/.test(separators)
  if (isMixed) {
    const [whole = '', part = ''] = splitAtLast(plain, last)
    return [Number(`${whole.replaceAll(/[.,]/g, '')}.${part}`)]
  }
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(plain)
  const asDecimal = separators.length === 1 ? [Number(plain.replace(',', '.'))] : []
  if (isGrouped) return [Number(plain.replaceAll(/[.,]/g, '')), ...asDecimal]
  // Neither groups nor a decimal: a list, a version or a date.
  return asDecimal.length > 0 ? asDecimal : plain.split(/[.,]/).map(Number)
}

function splitAtLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}

function rounded(value: number): number {
  return Number(value.toPrecision(12))
}

function placeOfWord(text: string, word: string): number | undefined {
  return new RegExp(String.raw`(?<![\p{L}\p{M}])${word}(?![\p{L}\p{M}])`, 'iu').exec(text)?.index
}

const SEPARATORS: Readonly<Record<string, string>> = { '，': ',', '．': '.', '٬': ',', '٫': '.' }
