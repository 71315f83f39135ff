import { matchesOf } from '../../language/matches-of.ts'

/** One of several values in a line. */
export interface Part {
  text: string
  start: number
}

const LONGEST_LINE = 300
const LONGEST_PART = 80
const MOST = 12
const STRONG = /\s*[·•|‧∙]\s*|;\s+|\s+[–—]\s+|\s+-\s+|\s+\/\s+|\s{2,}/gu
const COMMA = /,\s+|、/gu
const BRACKET = /^(.{2,}?)\s*\(([^()]{2,60})\)$/u

/** What separators part in a line: `3 bed · 2 bath`, `Leeds, United Kingdom (hybrid)`. */
export function partsOf(line: string): Part[] {
  if (line.length > LONGEST_LINE) return []
  const strong = split(line, 0, STRONG)
  const weak = strong.flatMap(({ text, start }) => {
    const inner = split(text, start, COMMA)
    return inner.length > 1 ? inner : []
  })
  const all = [...(strong.length > 1 ? strong : []), ...weak]
  const bracketed = [{ text: line, start: 0 }, ...all].flatMap(({ text, start }) => {
    const found = BRACKET.exec(text)
    return found
      ? [
          { text: found[1]!, start },
          { text: found[2]!, start: start + text.lastIndexOf(found[2]!) },
        ]
      : []
  })
  return [...all, ...bracketed].filter(
    ({ text }) => text.length <= LONGEST_PART && /[\p{L}\p{N}]/u.test(text),
  )
}

function split(line: string, offset: number, separator: RegExp): Part[] {
  const parts: Part[] = []
  let start = 0
  for (const { 0: mark, index } of matchesOf(line, separator)) {
    parts.push({ text: line.slice(start, index), start: offset + start })
    start = index + mark.length
  }
  parts.push({ text: line.slice(start), start: offset + start })
  return parts.length > MOST ? [] : parts.filter(({ text }) => text.trim() !== '')
}
