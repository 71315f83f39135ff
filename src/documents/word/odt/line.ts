import { countOf } from '../../open-document/count-of.ts'
import { elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Block } from '../block.ts'
import type { Inline, Marks } from '../inline.ts'
import { readFrame } from './frame.ts'
import type { Reading } from './reading.ts'

/** What a paragraph says: its line, and what is anchored in it without being part of it. */
export interface Line {
  content: Inline[]
  boxes: Block[]
}

/** Reads the line of a paragraph. White space is as in HTML: what counts is written as elements. */
export function readLine(paragraph: XmlElement, reading: Reading): Line {
  const line: OpenLine = { content: [], boxes: [], depth: 0 }
  walk(paragraph, {}, line, reading)
  return line
}

interface OpenLine extends Line {
  /** How many elements are open. */
  depth: number
}

const MAX_DEPTH = 200

/** What is nested deeper than any document is not read. */
function walk(parent: XmlElement, marks: Marks, line: OpenLine, reading: Reading): void {
  if (line.depth >= MAX_DEPTH) return
  line.depth++
  for (const node of parent.children) {
    if (typeof node !== 'string') readElement(node, marks, line, reading)
    else line.content.push({ type: 'text', text: node.replace(/\s+/g, ' '), marks })
  }
  line.depth--
}

function readElement(element: XmlElement, marks: Marks, line: OpenLine, reading: Reading): void {
  const { name, attributes } = element
  const add = (text: string) => line.content.push({ type: 'text', text, marks })
  if (SKIPPED.has(name)) return
  if (name === 'text:span') {
    const style = reading.styles.find('text', attributes['text:style-name'])
    if (!style.isHidden) walk(element, { ...marks, ...style.marks }, line, reading)
  } else if (name === 'text:a') {
    walk(element, { ...marks, href: attributes['xlink:href'] ?? '' }, line, reading)
  } else if (name === 'text:s') {
    add(' '.repeat(countOf(attributes['text:c'], MAX_SPACES)))
  } else if (name === 'text:tab') add('\t')
  else if (name === 'text:line-break') line.content.push({ type: 'break' })
  else if (name === 'text:note') addNote(element, line, reading)
  else if (name === 'office:annotation') addComment(element, line, reading)
  else if (name === 'text:ruby') {
    const base = elementAt(element, 'text:ruby-base')
    if (base) walk(base, marks, line, reading)
  } else if (name.startsWith('draw:')) {
    const { pictures, boxes } = readFrame(element, reading)
    for (const picture of pictures) line.content.push(picture)
    for (const box of boxes) line.boxes.push(box)
  } else walk(element, marks, line, reading)
}

const MAX_SPACES = 1000

/** Marks of places, and what is not shown. */
const SKIPPED = new Set([
  'text:hidden-text',
  'text:hidden-paragraph',
  'office:forms',
  'office:annotation-end',
  'text:ruby-text',
  'text:index-title-template',
])

function addNote(note: XmlElement, line: Line, reading: Reading): void {
  const body = elementAt(note, 'text:note-body')
  if (body) line.content.push(reading.notes.note(note, () => reading.readBlocks(body)))
}

function addComment(comment: XmlElement, line: Line, reading: Reading): void {
  const author = elementsOf(comment, 'dc:creator').map(textOf).join('')
  line.content.push(reading.notes.comment(comment, author, () => reading.readBlocks(comment)))
}
