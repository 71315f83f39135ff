import { readLines } from '../../language/data-files.ts'
import { decodeUrlPart } from '../../language/decode-url-part.ts'

/** File extensions without readable content. Those that often end names (`.ai`, `.so`) are left out. */
const FILE_EXTENSIONS = new Set(
  readLines(new URL('not-pages.txt', import.meta.url)).flatMap((line) => line.split(' ')),
)
/** Feeds and sitemaps, which repeat the content of pages. */
const FEED = /^(?:sitemap[\w.-]*|feed|rss|atom|index)\.xml$/

export function mayBePage(url: string): boolean {
  const { pathname } = new URL(url)
  const name = fileName(pathname)
  const dot = name.lastIndexOf('.')
  // A wiki's page about a picture is named `File:Picture.jpg`.
  if (dot < 0 || name.includes(':')) return true
  return !FILE_EXTENSIONS.has(name.slice(dot + 1)) && !FEED.test(name)
}

function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const parameter = name.indexOf(';')
  return parameter < 0 ? name : name.slice(0, parameter)
}

const MAX_SEGMENTS = 30
const MAX_PARAMETERS = 20
const REPEATS = 3
const MAX_PATTERN_LENGTH = 3

/** Whether a URL grew by itself: relative links that repeat, or a query that contains an earlier URL. */
export function isEndless(url: string): boolean {
  const { pathname, search } = new URL(url)
  const segments = pathname.split('/').filter(Boolean)
  return (
    segments.length > MAX_SEGMENTS ||
    hasRepeatedSegments(segments) ||
    (search !== '' && isEndlessQuery(search))
  )
}

/**
 * Whether one, two or three segments occur three times in a row. Numbers may repeat in normal dates and ids.
 */
function hasRepeatedSegments(segments: readonly string[]): boolean {
  for (let length = 1; length <= MAX_PATTERN_LENGTH; length++) {
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
  return parameters.length > MAX_PARAMETERS || repeatsItself(parameters) || parameters.some(isNestedParameter)
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

/** Text that was escaped three times: a URL within a URL within a URL. */
const ESCAPED_OFTEN = /%25(?:25){2}/
const UNESCAPE_LEVELS = 3

function isNestedParameter(parameter: string): boolean {
  const end = parameter.indexOf('=')
  const value = end < 1 ? '' : parameter.slice(end + 1)
  if (ESCAPED_OFTEN.test(value)) return true
  if (!/[=%/]/.test(value)) return false
  let text = value
  for (let level = 0; level < UNESCAPE_LEVELS; level++) text = decodeUrlPart(text)
  const name = decodeUrlPart(parameter.slice(0, end + 1))
  const repeats = text.split(/[?&#;]/).filter((part) => part.startsWith(name)).length
  return repeats >= REPEATS - 1 || hasRepeatedSegments(text.split('/').filter(Boolean))
}
