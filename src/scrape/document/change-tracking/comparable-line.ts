import { stableUrl } from './stable-url.ts'

/**
 * A normal form that is equal for lines with the same content. Keeps the indentation, which has a meaning in
 * lists and code.
 */
export function comparableLine(line: string): string {
  if (line.length > LONGEST_LINE) return line.trimEnd()
  const text = UNUSUAL.test(line) ? withOneBlank(line) : line
  return text.includes('](') || text.includes('="')
    ? text.replaceAll(ADDRESS, (_, before: string, url: string) => before + stableUrl(url))
    : text
}

/** No sentence or table row is longer. Longer lines are compared unchanged. */
const LONGEST_LINE = 100_000

const UNUSUAL = /[^ -~]|[!-~] {2}| $/

const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g

/** No language has so many marks on one letter, and normalizing their order takes quadratic time. */
const MARKS_WITHOUT_END = /\p{M}{32}/u

function withOneBlank(line: string): string {
  const visible = line.replaceAll(INVISIBLE, '')
  const seen = (MARKS_WITHOUT_END.test(visible) ? visible : visible.normalize('NFC')).trimEnd()
  const text = seen.trimStart()
  return seen.slice(0, seen.length - text.length) + text.replaceAll(/\s+/g, ' ')
}

/** In a link, an image, or the HTML of a table. A part after a parenthesis inside the URL is ignored. */
const ADDRESS = /(\]\(<?|\b(?:href|src)=")([^\s<>"()]+)/g
