import { isTag, isText } from 'domhandler'
import type { Element } from 'domhandler'
import { onOneLine } from './fold.ts'

/**
 * The text of an element on one line, with blanks between its blocks; nothing when it is longer than that. Reading stops
 * there, so that nested elements may each be asked without reading the page once for every level.
 */
export function shortText(element: Element, longest: number): string | undefined {
  const reading: Reading = { parts: [], room: longest * 2 + 200, nodes: MOST_NODES }
  if (!read(element, reading)) return undefined
  const text = onOneLine(reading.parts.join(''))
  return text.length <= longest ? text : undefined
}

/** What is not text to a reader. */
export const SKIPPED: ReadonlySet<string> = new Set(
  'script style noscript template svg math iframe object video audio canvas select option textarea'.split(
    ' ',
  ),
)

/** What stands within a line. */
export const INLINE: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark nobr q rp rt ruby s
  samp small span strike strong sub sup time tt u var wbr picture source`.split(/\s+/),
)

const MOST_NODES = 200

interface Reading {
  parts: string[]
  room: number
  nodes: number
}

/** Elements that touch without a blank are set apart by their style, unless one only changes letters of a word. */
export function touches(element: Element): boolean {
  const { prev } = element
  return prev !== null && isTag(prev) && SET_APART.has(element.name) && SET_APART.has(prev.name)
}

const SET_APART: ReadonlySet<string> = new Set(
  'span a code strong b small time data label button em'.split(' '),
)

function read(element: Element, reading: Reading): boolean {
  for (const child of element.children) {
    if (--reading.nodes < 0) return false
    if (isText(child)) {
      reading.room -= child.data.length
      if (reading.room < 0) return false
      reading.parts.push(child.data)
    } else if (isTag(child) && !SKIPPED.has(child.name)) {
      const gap = INLINE.has(child.name) ? '' : ' '
      reading.parts.push(touches(child) ? ' ' : gap)
      if (!read(child, reading)) return false
      reading.parts.push(gap)
    }
  }
  return true
}
