import type { Element } from 'domhandler'
import { isTag } from 'domhandler'
import type { Spot } from './layout.ts'

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
      const isTight = /^[,.;:!?)%\]]/.test(spot.text) || /[([]$/.test(text) || (/[$€£¥]$/.test(text) && /^\d/.test(spot.text))
      if (text !== '' && spot.isParted && !isTight) text += ' '
      starts.push(text.length)
      text += spot.text
    }
    lines.push({ text, first, count: end - first, starts })
    first = end
  }
  return lines
}

/** The lines of one cell, address or list entry as one text. */
export interface Block {
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
    for (const holder of holdersOf(spots[line.first]!)) held.set(holder, [...(held.get(holder) ?? []).slice(-40), line])
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
