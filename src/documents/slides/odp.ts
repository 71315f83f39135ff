import { chartHtml, escapeText, Pictures } from '../markup.ts'
import { damaged } from '../converted.ts'
import type { Converter } from '../converted.ts'
import { lineHtml, openOdf, readOdfChart } from '../open-document.ts'
import { countOf, elementAt, elementsOf, parseXml, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import type { Zip } from '../zip.ts'
import { markedNotes, paragraphsHtml, readSlides, slideTableHtml, titleOf } from './slides.ts'
import type { Marker, SlideCell, SlideParagraph } from './slides.ts'

export const convertOdp: Converter = async ({ bytes }, options, report) => {
  const { zip, content, metadata } = await openOdf(bytes)
  const document = parseXml(content)
  const presentation = elementAt(document, 'office:body', 'office:presentation')
  if (!presentation) throw damaged('The file is not an OpenDocument presentation: it has no slides.')
  const shared = parseXml((await zip.readText('styles.xml')) ?? '')
  const context = { zip, styles: listStyles([shared, document]), pictures: new Pictures(options.keepImages) }
  const hiddenStyles = hiddenPageStyles(document)
  const pages = elementsOf(presentation, 'draw:page')
  const read = await readSlides(pages, options, report, async (page) =>
    hiddenStyles.has(page.attributes['draw:style-name'] ?? '') ? undefined : slideBlocks(page, context),
  )
  return { ...read, metadata }
}

function hiddenPageStyles(document: XmlElement): Set<string> {
  const styles = elementsOf(elementAt(document, 'office:automatic-styles'), 'style:style')
  const hidden = styles.filter((style) => {
    const visibility = elementAt(style, 'style:drawing-page-properties')?.attributes[
      'presentation:visibility'
    ]
    return visibility === 'hidden'
  })
  return new Set(hidden.map(({ attributes }) => attributes['style:name'] ?? ''))
}

interface SlideContext {
  zip: Zip
  styles: ListStyles
  pictures: Pictures
}

const MAX_TITLE_CHARS = 200
const MAX_DEPTH = 50

/** What a slide shows, under its title or else its name. Shapes come as they were put on it, which is their order. */
async function* slideBlocks(page: XmlElement, context: SlideContext): AsyncGenerator<string> {
  const shapes = flatShapes(page, 0).filter((shape) => !PAGE_FURNITURE.has(classOf(shape)))
  const title = titleShape(shapes, context)
  const name = title ? titleText(title, context) : escapeText(page.attributes['draw:name'] ?? '')
  if (name !== '') yield `<h1>${name}</h1>`
  for (const shape of shapes) if (shape !== title) yield await shapeHtml(shape, context)
  yield notesHtml(page, context)
}

const PAGE_FURNITURE = new Set(['date-time', 'footer', 'page-number', 'header', 'page'])

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
function titleShape(shapes: readonly XmlElement[], context: SlideContext): XmlElement | undefined {
  const marked = shapes.find((shape) => classOf(shape) === 'title' && titleText(shape, context) !== '')
  if (marked) return marked
  const first = shapes.find((shape) => titleText(shape, context) !== '')
  const isTitle = first?.name === 'draw:custom-shape' && titleText(first, context).length <= MAX_TITLE_CHARS
  return isTitle ? first : undefined
}

function titleText(shape: XmlElement, { styles }: SlideContext): string {
  return titleOf(readTextBox(textHolder(shape), styles))
}

function textHolder(shape: XmlElement): XmlElement {
  return elementAt(shape, 'draw:text-box') ?? shape
}

async function shapeHtml(shape: XmlElement, context: SlideContext): Promise<string> {
  const table = elementAt(shape, 'table:table')
  if (table) return tableHtml(table, context.styles)
  const object = elementAt(shape, 'draw:object')?.attributes['xlink:href']
  const chart = object === undefined ? undefined : await readOdfChart(context.zip, object)
  if (chart) return chartHtml(chart)
  const text = paragraphsHtml(readTextBox(textHolder(shape), context.styles))
  return text === '' ? await pictureHtml(shape, context) : text
}

async function pictureHtml(shape: XmlElement, { zip, pictures }: SlideContext): Promise<string> {
  const part = elementAt(shape, 'draw:image')?.attributes['xlink:href']?.replace(/^\.\//, '')
  if (part === undefined || !zip.has(part)) return ''
  const alt = textOf(elementAt(shape, 'svg:desc')) || textOf(elementAt(shape, 'svg:title'))
  return `<p>${await pictures.showPart(part, alt, () => zip.read(part))}</p>`
}

function notesHtml(page: XmlElement, { styles }: SlideContext): string {
  const frames = elementsOf(elementAt(page, 'presentation:notes'), 'draw:frame')
  const notes = frames.filter((frame) => classOf(frame) === 'notes')
  return markedNotes(notes.flatMap((frame) => readTextBox(textHolder(frame), styles)).map(({ html }) => html))
}

/** A table of a slide. Empty rows at its end are only there to be filled. */
function tableHtml(table: XmlElement, styles: ListStyles): string {
  const rows = rowsOf(table)
  const width = rows.reduce((most, row) => Math.max(most, elementsOf(row).length), 0)
  const cells = rows.map((row) => elementsOf(row, 'table:table-cell').map((cell) => cellOf(cell, styles)))
  const last = cells.findLastIndex((row) => row.some(({ html }) => html !== ''))
  return slideTableHtml(cells.slice(0, last + 1), width, 'once')
}

function rowsOf(table: XmlElement): XmlElement[] {
  return elementsOf(table)
    .flatMap((child) => (/^table:table-(header-)?rows$/.test(child.name) ? elementsOf(child) : [child]))
    .filter(({ name }) => name === 'table:table-row')
}

function cellOf(cell: XmlElement, styles: ListStyles): SlideCell {
  const lines = readTextBox(cell, styles)
    .filter(({ html }) => html !== '')
    .map(({ html, marker }) => (marker.type === 'bullet' ? `- ${html}` : html))
  return {
    html: lines.join('<br>'),
    columns: countOf(cell.attributes['table:number-columns-spanned']),
    rows: countOf(cell.attributes['table:number-rows-spanned']),
  }
}

const MAX_LEVEL = 9

function readTextBox(box: XmlElement, styles: ListStyles): SlideParagraph[] {
  return elementsOf(box).flatMap((child) => {
    if (child.name === 'text:list') return listItems(child, '', 0, styles)
    if (child.name !== 'text:p' && child.name !== 'text:h') return []
    return [{ html: lineHtml(child), level: 0, marker: { type: 'none' as const } }]
  })
}

function listItems(
  list: XmlElement,
  outerStyle: string,
  level: number,
  styles: ListStyles,
): SlideParagraph[] {
  if (level > MAX_LEVEL) return []
  const style = list.attributes['text:style-name'] ?? outerStyle
  const marker = styles.get(`${style} ${level}`) ?? { type: 'bullet' }
  return elementsOf(list).flatMap((item) =>
    elementsOf(item).flatMap((child) => {
      if (child.name === 'text:list') return listItems(child, style, level + 1, styles)
      if (child.name !== 'text:p' && child.name !== 'text:h') return []
      const isHeader = item.name === 'text:list-header'
      return [{ html: lineHtml(child), level, marker: isHeader ? { type: 'none' as const } : marker }]
    }),
  )
}

type ListStyles = ReadonlyMap<string, Marker>

function listStyles(documents: readonly XmlElement[]): ListStyles {
  const places = documents.flatMap((document) => [
    elementAt(document, 'office:styles'),
    elementAt(document, 'office:automatic-styles'),
  ])
  const styles = places.flatMap((place) => elementsOf(place, 'text:list-style'))
  return new Map(
    styles.flatMap((style) =>
      elementsOf(style).map((level) => {
        const index = Number(level.attributes['text:level'] ?? 1) - 1
        return [`${style.attributes['style:name']} ${index}`, markerOf(level)] as const
      }),
    ),
  )
}

function markerOf({ name, attributes }: XmlElement): Marker {
  if (name !== 'text:list-level-style-number') {
    return attributes['text:bullet-char']?.trim() === '' ? { type: 'none' } : { type: 'bullet' }
  }
  // A number without a format is counted, but not shown.
  if ((attributes['style:num-format'] ?? '') === '') return { type: 'none' }
  return { type: 'number', start: Number(attributes['text:start-value'] ?? 1) || 1 }
}
