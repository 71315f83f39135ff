import { escapeText } from '../../markup.ts'
import { chartHtml } from '../../chart/chart-html.ts'
import { readOdfChart } from '../../open-document/chart.ts'
import type { Pictures } from '../../pictures.ts'
import { elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Zip } from '../../zip.ts'
import { markedNotes } from '../marked-notes.ts'
import { paragraphsHtml } from '../paragraphs-html.ts'
import type { ListStyles } from './list-styles.ts'
import { tableHtml } from './table-html.ts'
import { readTextBox } from './text-box.ts'

/** What the shapes of a slide need of the presentation around them. */
export interface SlideSurroundings {
  zip: Zip
  styles: ListStyles
  pictures: Pictures
}

/** A longer text at the top of a slide is no title. */
const MAX_TITLE_CHARS = 200
const MAX_DEPTH = 50

/** What a slide shows, under its title or else its name. Shapes come as they were put on it, which is their order. */
export async function* slideBlocks(page: XmlElement, around: SlideSurroundings): AsyncGenerator<string> {
  const shapes = flatShapes(page, 0).filter((shape) => !FURNITURE.has(classOf(shape)))
  const title = titleShape(shapes, around)
  const name = title ? titleText(title, around) : escapeText(page.attributes['draw:name'] ?? '')
  if (name !== '') yield `<h1>${name}</h1>`
  for (const shape of shapes) if (shape !== title) yield await shapeHtml(shape, around)
  yield notesHtml(page, around)
}

/** Dates, footers and numbers, which every slide repeats. */
const FURNITURE = new Set(['date-time', 'footer', 'page-number', 'header', 'page'])

function classOf({ attributes }: XmlElement): string {
  return attributes['presentation:class'] ?? ''
}

function flatShapes(parent: XmlElement, depth: number): XmlElement[] {
  if (depth > MAX_DEPTH) return []
  return elementsOf(parent)
    .filter(({ name }) => name.startsWith('draw:'))
    .flatMap((shape) => (shape.name === 'draw:g' ? flatShapes(shape, depth + 1) : [shape]))
}

/** The shape that is marked as the title; else the first one with text when it is free-standing and short. */
function titleShape(shapes: readonly XmlElement[], around: SlideSurroundings): XmlElement | undefined {
  const marked = shapes.find((shape) => classOf(shape) === 'title' && titleText(shape, around) !== '')
  if (marked) return marked
  const first = shapes.find((shape) => titleText(shape, around) !== '')
  const isTitle = first?.name === 'draw:custom-shape' && titleText(first, around).length <= MAX_TITLE_CHARS
  return isTitle ? first : undefined
}

function titleText(shape: XmlElement, { styles }: SlideSurroundings): string {
  const lines = readTextBox(textHolder(shape), styles).map(({ html }) => html.replaceAll('<br>', ' '))
  return lines.filter(Boolean).join(' ')
}

/** A frame holds its text in a box, a shape itself. */
function textHolder(shape: XmlElement): XmlElement {
  return elementAt(shape, 'draw:text-box') ?? shape
}

async function shapeHtml(shape: XmlElement, around: SlideSurroundings): Promise<string> {
  const table = elementAt(shape, 'table:table')
  if (table) return tableHtml(table, around.styles)
  const object = elementAt(shape, 'draw:object')?.attributes['xlink:href']
  const chart = object === undefined ? undefined : await readOdfChart(around.zip, object)
  if (chart) return chartHtml(chart)
  const text = paragraphsHtml(readTextBox(textHolder(shape), around.styles))
  return text === '' ? await pictureHtml(shape, around) : text
}

async function pictureHtml(shape: XmlElement, { zip, pictures }: SlideSurroundings): Promise<string> {
  const part = elementAt(shape, 'draw:image')?.attributes['xlink:href']?.replace(/^\.\//, '')
  if (part === undefined || !zip.has(part)) return ''
  const alt = textOf(elementAt(shape, 'svg:desc')) || textOf(elementAt(shape, 'svg:title'))
  return `<p>${await pictures.showPart(part, alt, () => zip.read(part))}</p>`
}

function notesHtml(page: XmlElement, { styles }: SlideSurroundings): string {
  const frames = elementsOf(elementAt(page, 'presentation:notes'), 'draw:frame')
  const notes = frames.filter((frame) => classOf(frame) === 'notes')
  return markedNotes(notes.flatMap((frame) => readTextBox(textHolder(frame), styles)).map(({ html }) => html))
}
