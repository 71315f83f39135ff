import { readLines } from '../../language/data-files.ts'
import { decodeUrlPart } from '../../language/decode-url-part.ts'

/** Endings of files that have nothing to read. Those that are also the end of many names (`.ai`, `.so`) are left out. */
const NOT_PAGES = new Set(
  readLines(new URL('not-pages.txt', import.meta.url)).flatMap((line) => line.split(' ')),
)
/** Lists for programs, which repeat what the pages say. */
const FEED = /^(?:sitemap[\w.-]*|feed|rss|atom|index)\.xml$/

export function mayBePage(url: string): boolean {
  const { pathname } = new URL(url)
  const name = fileName(pathname)
  const dot = name.lastIndexOf('.')
  // A wiki's page about a picture is called `File:Picture.jpg`.
  if (dot < 0 || name.includes(':')) return true
  return !NOT_PAGES.has(name.slice(dot + 1)) && !FEED.test(name)
}

function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const parameter = name.indexOf(';')
  return parameter < 0 ? name : name.slice(0, parameter)
}

const MAX_SEGMENTS = 30
const MAX_PARAMETERS = 20
const REPEATS = 3
const LONGEST_PATTERN = 3

/** Whether a URL grew by itself: relative links without end, or a query that carries its former self. */
export function isEndless(url: string): boolean {
  const { pathname, search } = new URL(url)
  const segments = pathname.split('/').filter(Boolean)
  return segments.length > MAX_SEGMENTS || repeats(segments) || (search !== '' && isEndlessQuery(search))
}

/** Whether one, two or three segments come three times in a row; numbers do that in honest dates and ids. */
function repeats(segments: readonly string[]): boolean {
  for (let length = 1; length <= LONGEST_PATTERN; length++) {
    let same = 0
    for (let at = length; at < segments.length; at++) {
      same = segments[at] === segments[at - length] ? same + 1 : 0
      if (
        same >= length * (REPEATS - 1) &&
        segments.slice(at - length + 1, at + 1).some((one) => /\D/.test(one))
      )
        return true
    }
  }
  return false
}

function isEndlessQuery(search: string): boolean {
  const parameters = search.slice(1).split('&').filter(Boolean)
  return parameters.length > MAX_PARAMETERS || repeatsItself(parameters) || parameters.some(containsItself)
}

function repeatsItself(parameters: readonly string[]): boolean {
  if (parameters.length < REPEATS) return false
  const counts = new Map<string, number>()
  for (const parameter of parameters) {
    const count = (counts.get(parameter) ?? 0) + 1
    if (count >= REPEATS && /=./.test(parameter)) return true
    counts.set(parameter, count)
  }
  return false
}

/** What was escaped three times over: an address within an address within an address. */
const ESCAPED_OFTEN = /%25(?:25){2}/
const LEVELS = 3

function containsItself(parameter: string): boolean {
  const end = parameter.indexOf('=')
  const value = end < 1 ? '' : parameter.slice(end + 1)
  if (ESCAPED_OFTEN.test(value)) return true
  if (!/[=%/]/.test(value)) return false
  let text = value
  for (let level = 0; level < LEVELS; level++) text = decodeUrlPart(text)
  const name = decodeUrlPart(parameter.slice(0, end + 1))
  const again = text.split(/[?&#;]/).filter((part) => part.startsWith(name)).length
  return again >= REPEATS - 1 || repeats(text.split('/').filter(Boolean))
}
