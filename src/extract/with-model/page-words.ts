import { createNumbers } from './page-numbers.ts'
import { monthOf } from './month-names.ts'

/** What stands on a page, to check against it what a model says. */
export interface PageWords {
  /** The page's own text where these words stand one after another, whatever is between and around them. */
  find(phrase: string): string | undefined
  hasNumber(value: number): boolean
  hasDate(date: { year: number; month: number; day?: number | undefined }): boolean
  hasUrl(url: string): boolean
  /** Which share of the words of a text stand on the page, from 0 to 1. */
  overlap(text: string): number
}

/** Scripts that write no spaces are read letter by letter. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|\p{Nd}+|[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv

/** Reads what a model was shown, in time linear in its length. */
export function readPageWords(markdown: string, base: string | undefined): PageWords {
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
  const numbers = createNumbers(text)
  let urls: ReadonlySet<string> | undefined

  function find(phrase: string): string | undefined {
    const wanted = wordsIn(plainText(phrase))
    if (wanted.length === 0)
      return phrase.trim() !== '' && text.includes(phrase.trim()) ? phrase.trim() : undefined
    const counts = wanted.map((word) => places.get(word)?.length ?? 0)
    const rarest = counts.indexOf(Math.min(...counts.slice(0, MOST_COMPARED)))
    for (const place of places.get(wanted[rarest]!) ?? []) {
      const first = place - rarest
      if (first >= 0 && wanted.every((word, at) => words[first + at] === word)) {
        return spanOf(first, first + wanted.length - 1)
      }
    }
    return undefined
  }

  /** From the first word to the end of the last, with the sign that ends the sentence. */
  function spanOf(first: number, last: number): string {
    const end = starts[last]! + (text.slice(starts[last]!).match(WORD_AT_START)?.[0].length ?? 0)
    const closing = /^[.!?…。！？"'”’»]{1,3}/.exec(text.slice(end, end + 3))?.[0] ?? ''
    return `${text.slice(starts[first]!, end)}${closing}`.replaceAll(/\s+/g, ' ')
  }

  function hasDate({ year, month, day }: Parameters<PageWords['hasDate']>[0]): boolean {
    const compact = `${year}${two(month)}${day === undefined ? '' : two(day)}`
    if (places.has(compact)) return true
    const years = [...(places.get(String(year)) ?? []), ...(places.get(two(year % 100)) ?? [])]
    return years.slice(0, MOST_PLACES).some((place) => {
      const near = words.slice(Math.max(0, place - NEAR), place + NEAR + 1)
      const isDay = day === undefined || near.some((word) => word === String(day) || word === two(day))
      const isMonth = (word: string) =>
        word === String(month) || word === two(month) || monthOf(word).includes(month)
      return isDay && near.some(isMonth)
    })
  }

  return {
    find,
    hasNumber: numbers.has,
    hasDate,
    hasUrl(url) {
      urls ??= urlsIn(markdown, base)
      return urls.has(canonical(url, base) ?? '')
    },
    overlap(said) {
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

/** The text of Markdown: where links lead and what only styles it is left out. A picture may stand within a link. */
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

function urlsIn(markdown: string, base: string | undefined): Set<string> {
  const found = new Set<string>()
  const add = (url: string | undefined) => {
    const known = url === undefined ? undefined : canonical(url, base)
    if (known !== undefined) found.add(known)
  }
  add(base)
  for (const { 0: url } of markdown.matchAll(/https?:\/\/[^\s<>()"'\]]+/g)) {
    add(url.replace(/[.,;:!?]+$/, ''))
    if (found.size >= MOST_URLS) break
  }
  for (const { 1: target } of markdown.matchAll(/\]\(([^()\s]*)\)/g)) {
    add(target)
    if (found.size >= MOST_URLS) break
  }
  return found
}

/** An address without what leads to the same place anyway. */
function canonical(url: string, base: string | undefined): string | undefined {
  if (!URL.canParse(url, base)) return undefined
  const { protocol, host, pathname, search } = new URL(url, base)
  return `${protocol.replace('https', 'http')}//${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}${search}`.toLowerCase()
}
