import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import type { Spot } from './layout.ts'
import { matchesOf } from '../../language/matches-of.ts'

/** A visible line: the texts that no block and no `<br>` parts. */
export interface Line {
  text: string
  /** Its texts, and where each begins in it. */
  first: number
  count: number
  starts: number[]
}

export function linesOf(spots: readonly Spot[]): Line[] {
  const lines: Line[] = []
  for (let first = 0; first < spots.length;) {
    let end = first
    let text = ''
    const starts: number[] = []
    for (; end < spots.length && spots[end]!.line === spots[first]!.line; end++) {
      const spot = spots[end]!
      const isTight = /^[,.;:!?)%\]]/.test(spot.text) || /[([]$/.test(text) || isOfSign(spot, text)
      if (areCents(spot, spots[end + 1], text)) text += '.'
      else if (text !== '' && spot.isParted && !isTight) text += ' '
      starts.push(text.length)
      text += spot.text
    }
    lines.push({ text, first, count: end - first, starts })
    first = end
  }
  return lines
}

/** Whether an amount stands right behind the sign of its currency. */
function isOfSign({ text, isSpaced }: Spot, before: string): boolean {
  return !isSpaced && /^\d/.test(text) && /(?<!\d\s?)\p{Sc}$/u.test(before)
}

/** Cents that are only set apart by their size get the point that a reader sees. */
function areCents({ element, text, line }: Spot, after: Spot | undefined, before: string): boolean {
  const isSmall = element.name === 'sup' || CENTS.test(element.attribs['class'] ?? '')
  if (!isSmall || !/^\d\d(?!\d)/.test(text) || !/(?<![.,]\d*)\d$/.test(before)) return false
  return CURRENCY.test(`${before} ${text} ${after?.line === line ? after.text : ''}`)
}

const CENTS = /cents|decimal|frac/i
const CURRENCY = /\p{Sc}|(?<!\p{L})(?:kr|zł|Kč|Ft|CHF)(?!\p{L})/u

/** The lines of one cell, address or list entry as one text. */
interface Block {
  element: Element
  text: string
  first: number
}

const HOLDING: ReadonlySet<string> = new Set('td dd address li p h1 h2 h3 blockquote figcaption'.split(' '))
const LONGEST = 600

/** What several lines of the same small element say together. */
export function blocksOf(spots: readonly Spot[], lines: readonly Line[]): Block[] {
  const held = new Map<Element, Line[]>()
  for (const line of lines) {
    for (const holder of holdersOf(spots[line.first]!))
      held.set(holder, [...(held.get(holder) ?? []).slice(-40), line])
  }
  return [...held].flatMap(([element, own]) => {
    if (own.length < 2) return []
    const text = joined(own.map((line) => line.text))
    return text.length > LONGEST ? [] : [{ element, text, first: own[0]!.first }]
  })
}

function holdersOf({ block }: Spot): Element[] {
  const holders: Element[] = []
  for (let at: Element | null = block, up = 0; at && up < 4; up++) {
    if (HOLDING.has(at.name)) holders.push(at)
    at = at.parent && isTag(at.parent) ? at.parent : null
  }
  return holders
}

/** Short lines are the parts of an address; longer ones are sentences. */
function joined(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    const isPart = text.length - text.lastIndexOf(',') < 60 && !/[.!?:,;–-]$/.test(text) && line.length < 50
    return `${text}${isPart ? ',' : ''} ${line}`
  })
}

export function lastWords(text: string): string {
  return (text.match(/\S+/g) ?? []).slice(-7).join(' ')
}

export function firstWords(text: string): string {
  return (text.match(/\S+/g) ?? []).slice(0, 6).join(' ')
}

/** One of several values in a line. */
interface Part {
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
