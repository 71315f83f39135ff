import { stableUrl } from './stable-url.ts'

/** A form in which lines that say the same are equal. Indentation stays: it means something in lists and code. */
export function comparableLine(line: string): string {
  if (line.length > LONGEST_LINE) return line.trimEnd()
  const text = UNUSUAL.test(line) ? withOneBlank(line) : line
  return text.includes('](') || text.includes('="')
    ? text.replaceAll(ADDRESS, (_, before: string, url: string) => before + stableUrl(url))
    : text
}

/** No sentence or row of a table is that long; what is, is compared as it stands. */
const LONGEST_LINE = 100_000

const UNUSUAL = /[^ -~]|[!-~] {2}| $/

const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g

/** No language has so many marks on one letter, and putting them in order takes the square of their number. */
const MARKS_WITHOUT_END = /\p{M}{32}/u

function withOneBlank(line: string): string {
  const visible = line.replaceAll(INVISIBLE, '')
  const seen = (MARKS_WITHOUT_END.test(visible) ? visible : visible.normalize('NFC')).trimEnd()
  const text = seen.trimStart()
  return seen.slice(0, seen.length - text.length) + text.replaceAll(/\s+/g, ' ')
}

/** In a link, a picture, or the HTML of a table. What follows a parenthesis within one is left alone. */
const ADDRESS = /(\]\(<?|\b(?:href|src)=")([^\s<>"()]+)/g
