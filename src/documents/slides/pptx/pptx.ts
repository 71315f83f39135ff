import { markedNotes, paragraphsHtml, readSlides, slideTableHtml, titleOf } from '../slides.ts'
import type { Marker, SlideCell, SlideParagraph } from '../slides.ts'
import { damaged } from '../../converted.ts'
import type { Converter } from '../../converted.ts'
import { chartHtml, escapeAttribute, escapeText, joinedLine, MAX_URL_CHARS, Pictures } from '../../markup.ts'
import { texOfOmml } from '../../open-xml/omml.ts'
import {
  linkedRoots,
  openPackage,
  parsePart,
  readChart,
  readPeople,
  readRelationships,
  rootOf,
  shownChoice,
  targetOf,
} from '../../open-xml/package.ts'
import type { Relationships } from '../../open-xml/package.ts'
import { countOf, elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Zip } from '../../zip.ts'
import { Inherited, isFurniture, isTitle, orderShapes, placeholderOf } from './placeholder.ts'

/** Reads presentations of PowerPoint since 2007. Their slides come in the order in which they are shown. */
export const convertPptx: Converter = async ({ bytes }, options, report) => {
  const { zip, mainPart, relationships: links, metadata } = await openPackage(bytes, ['ppt/presentation.xml'])
  const presentation = await rootOf(zip, mainPart)
  if (presentation.name !== 'p:presentation')
    throw damaged('The file is not a presentation: its main part is missing.')
  const parts = elementsOf(elementAt(presentation, 'p:sldIdLst'), 'p:sldId')
    .map(({ attributes }) => links.get(attributes['r:id'] ?? '')?.target)
    .filter((part) => part !== undefined)
  const authors = await readPeople(zip, links, 'commentAuthors', 'authors')
  const pictures = new Pictures(options.keepImages)
  const inheritedBy = inheritance(zip)
  const read = await readSlides(parts, options, report, async (part) => {
    const slide = await rootOf(zip, part)
    if (/^(0|false)$/.test(slide.attributes['show'] ?? '')) return undefined
    const own = await readRelationships(zip, part)
    const inherited = await inheritedBy(own)
    return (async function* () {
      yield* slideBlocks(slide, { inherited, zip, links: own, pictures })
      yield await notesOf(zip, own)
      yield await commentsHtml(zip, own, authors)
    })()
  })
  return { ...read, metadata }
}

async function notesOf(zip: Zip, links: Relationships): Promise<string> {
  const part = targetOf(links, 'notesSlide')
  return part === undefined ? '' : notesHtml(await rootOf(zip, part))
}

/** Finds what slides take from their layout and its master, which are read once for all the slides that use them. */
function inheritance(zip: Zip): (slide: Relationships) => Promise<Inherited> {
  const known = new Map<string, Promise<Inherited>>()
  const read = async (layoutPart: string) => {
    const masterPart = targetOf(await readRelationships(zip, layoutPart), 'slideMaster')
    return new Inherited(await rootOf(zip, layoutPart), await rootOf(zip, masterPart))
  }
  return (slide) => {
    const layoutPart = targetOf(slide, 'slideLayout') ?? ''
    const inherited = known.get(layoutPart) ?? read(layoutPart)
    known.set(layoutPart, inherited)
    return inherited
  }
}

type AuthorNames = ReadonlyMap<string, string>

/** The comments on a slide, with their answers. Two generations of the format differ in little but their prefixes. */
async function commentsHtml(zip: Zip, slide: Relationships, authors: AuthorNames): Promise<string> {
  const blocks: string[] = []
  for await (const root of linkedRoots(zip, slide, 'comments')) {
    for (const comment of commentsIn(root)) {
      const { authorId = '', dt, created } = comment.attributes
      const [author, time, text] = [authors.get(authorId), dt ?? created, textIn(comment)]
      const facts = [author && `author: ${author}`, time && `time: ${time}`].filter(Boolean).join(', ')
      if (text !== '') blocks.push(`<p>${escapeText(`${facts && `[${facts}]: `}${text}`)}</p>`)
    }
  }
  return blocks.join('\n')
}

function commentsIn(root: XmlElement): XmlElement[] {
  return elementsOf(root)
    .filter(({ name }) => /^p(188)?:cm$/.test(name))
    .flatMap((comment) => [
      comment,
      ...elementsOf(comment)
        .filter(({ name }) => name === 'p188:replyLst')
        .flatMap((list) => elementsOf(list)),
    ])
}

function textIn(comment: XmlElement): string {
  const body = elementsOf(comment).find(({ name }) => /^p(188)?:(text|txBody)$/.test(name))
  const paragraphs = elementsOf(body, 'a:p')
  if (paragraphs.length === 0) return textOf(body).trim()
  return paragraphs.map(textOf).join(' ').trim()
}

interface SlideContext {
  inherited: Inherited
  zip: Zip
  links: Relationships
  pictures: Pictures
}

const MAX_DEPTH = 50

/** What a slide shows, block by block: its title first and the rest in the order of reading. */
async function* slideBlocks(slide: XmlElement, context: SlideContext): AsyncGenerator<string> {
  const shapes = flatShapes(elementAt(slide, 'p:cSld', 'p:spTree'), context.inherited, 0)
  const titles = shapes.filter((shape) => isTitle(placeholderOf(shape)))
  const others = shapes.filter((shape) => !isTitle(placeholderOf(shape)))
  for (const shape of titles) yield titleHtml(shape, context)
  for (const shape of others) yield await shapeHtml(shape, context)
}

/** All visible shapes; groups are flattened. */
function flatShapes(parent: XmlElement | undefined, inherited: Inherited, depth: number): XmlElement[] {
  if (depth > MAX_DEPTH) return []
  const children = elementsOf(parent).flatMap((child) =>
    child.name === 'mc:AlternateContent' ? elementsOf(shownChoice(child)) : [child],
  )
  const shapes = children.filter((child) => SHAPES.has(child.name) && !isHidden(child))
  return orderShapes(shapes, inherited)
    .flatMap((shape) => (shape.name === 'p:grpSp' ? flatShapes(shape, inherited, depth + 1) : [shape]))
    .filter((shape) => !isFurniture(placeholderOf(shape)))
}

const SHAPES = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:grpSp', 'p:cxnSp'])

function drawnProperties(shape: XmlElement): Record<string, string> {
  const properties = elementsOf(shape).find(({ name }) => name.startsWith('p:nv'))
  return elementAt(properties, 'p:cNvPr')?.attributes ?? {}
}

function isHidden(shape: XmlElement): boolean {
  return /^(1|true)$/.test(drawnProperties(shape)['hidden'] ?? '')
}

function titleHtml(shape: XmlElement, { links }: SlideContext): string {
  const title = titleOf(readParagraphs(elementAt(shape, 'p:txBody'), [], links))
  return title === '' ? '' : `<h1>${title}</h1>`
}

async function shapeHtml(shape: XmlElement, context: SlideContext): Promise<string> {
  if (shape.name === 'p:pic') return await pictureHtml(shape, context)
  if (shape.name === 'p:graphicFrame') return await frameHtml(shape, context)
  const body = elementAt(shape, 'p:txBody')
  return paragraphsHtml(readParagraphs(body, context.inherited.listStylesOf(shape), context.links))
}

/** A picture that is not in the file cannot be seen by anyone. */
async function pictureHtml(shape: XmlElement, { zip, links, pictures }: SlideContext): Promise<string> {
  const id = elementAt(shape, 'p:blipFill', 'a:blip')?.attributes['r:embed']
  const link = id === undefined ? undefined : links.get(id)
  if (!link || link.isExternal || !zip.has(link.target)) return ''
  const alt = drawnProperties(shape)['descr'] ?? ''
  return `<p>${await pictures.showPart(link.target, alt, () => zip.read(link.target))}</p>`
}

async function frameHtml(shape: XmlElement, context: SlideContext): Promise<string> {
  const { zip, links } = context
  const data = elementAt(shape, 'a:graphic', 'a:graphicData')
  const table = elementAt(data, 'a:tbl')
  if (table) return tableHtml(table, links)
  const partOf = (id: string | undefined) => (id === undefined ? undefined : links.get(id)?.target)
  const chartPart = partOf(elementAt(data, 'c:chart')?.attributes['r:id'])
  if (chartPart !== undefined) {
    const chart = readChart((await zip.readText(chartPart)) ?? '')
    return chart ? chartHtml(chart) : ''
  }
  const diagramPart = partOf(elementAt(data, 'dgm:relIds')?.attributes['r:dm'])
  if (diagramPart !== undefined) {
    const xml = (await zip.readText(diagramPart)) ?? ''
    return diagramHtml(xml, await readRelationships(zip, diagramPart))
  }
  const object =
    elementAt(data, 'mc:AlternateContent', 'mc:Fallback', 'p:oleObj') ?? elementAt(data, 'p:oleObj')
  const preview = elementAt(object, 'p:pic')
  return preview ? await pictureHtml(preview, context) : ''
}

/** The texts of a diagram. Its points are listed as they were written, which is how they are read. */
function diagramHtml(xml: string, links: Relationships): string {
  const items = elementsOf(elementAt(parsePart(xml), 'dgm:ptLst'), 'dgm:pt').flatMap((point) => {
    const lines = readParagraphs(elementAt(point, 'dgm:t'), [], links).map(({ html }) => html)
    const text = lines.filter(Boolean).join('<br>')
    return text === '' ? [] : [{ html: text, level: 0, marker: { type: 'bullet' as const } }]
  })
  return paragraphsHtml(items)
}

/** What the speaker of a slide has written for himself. */
function notesHtml(notes: XmlElement): string {
  const shapes = elementsOf(elementAt(notes, 'p:cSld', 'p:spTree'), 'p:sp')
  const bodies = shapes.filter((shape) => placeholderOf(shape)?.type === 'body')
  const lines = bodies.flatMap((shape) => readParagraphs(elementAt(shape, 'p:txBody'), [], new Map()))
  return markedNotes(lines.map(({ html }) => html))
}

function tableHtml(table: XmlElement, links: Relationships): string {
  const rows = elementsOf(table, 'a:tr').map((row) => elementsOf(row, 'a:tc'))
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  const shown = rows.map((cells) =>
    cells
      .filter(({ attributes }) => !isOn(attributes['hMerge']) && !isOn(attributes['vMerge']))
      .map((cell) => cellOf(cell, links)),
  )
  return slideTableHtml(shown, width, 'repeat')
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

function cellOf(cell: XmlElement, links: Relationships): SlideCell {
  const lines = readParagraphs(elementAt(cell, 'a:txBody'), [], links).map(({ html }) => html)
  const { rowSpan, gridSpan } = cell.attributes
  return { html: lines.filter(Boolean).join('<br>'), columns: countOf(gridSpan), rows: countOf(rowSpan) }
}

function readParagraphs(
  body: XmlElement | undefined,
  styles: readonly (XmlElement | undefined)[],
  links: Relationships,
): SlideParagraph[] {
  return elementsOf(body, 'a:p').map((paragraph) => {
    const properties = elementAt(paragraph, 'a:pPr')
    const level = Math.min(Math.max(Number(properties?.attributes['lvl'] ?? 0) || 0, 0), MAX_LEVEL)
    return { html: runsHtml(paragraph, links), level, marker: markerOf(properties, level, styles) }
  })
}

const MAX_LEVEL = 8

function markerOf(
  properties: XmlElement | undefined,
  level: number,
  styles: readonly (XmlElement | undefined)[],
): Marker {
  const own = markerIn(properties)
  if (own) return own
  for (const style of styles) {
    const marker = style && markersOf(style).get(`a:lvl${level + 1}pPr`)
    if (marker) return marker
  }
  // Nothing says so, but what is indented is below something.
  return level > 0 ? { type: 'bullet' } : { type: 'none' }
}

function markerIn(properties: XmlElement | undefined): Marker | undefined {
  for (const { name, attributes } of elementsOf(properties)) {
    if (name === 'a:buNone') return { type: 'none' }
    if (name === 'a:buAutoNum') return { type: 'number', start: Number(attributes['startAt'] ?? 1) || 1 }
    if (name === 'a:buChar' || name === 'a:buBlip') return { type: 'bullet' }
  }
  return undefined
}

/** The marks of a list style by its levels. Every paragraph asks, and the style of a master can be long. */
function markersOf(style: XmlElement): ReadonlyMap<string, Marker> {
  const known = MARKERS.get(style)
  if (known) return known
  const markers = new Map<string, Marker>()
  for (const level of elementsOf(style).toReversed()) {
    const marker = markerIn(level)
    if (marker) markers.set(level.name, marker)
    else markers.delete(level.name)
  }
  MARKERS.set(style, markers)
  return markers
}

const MARKERS = new WeakMap<XmlElement, ReadonlyMap<string, Marker>>()

/** The runs of a paragraph as markup. How they look does not count: slides are decorated everywhere. */
function runsHtml(paragraph: XmlElement, links: Relationships): string {
  const pieces = elementsOf(paragraph).map((run) => {
    if (run.name === 'a:br') return '<br>'
    if (run.name === 'a14:m') return `<math alttext="${escapeAttribute(texOfOmml(run))}"></math>`
    if (run.name === 'mc:AlternateContent') return runsHtml(elementAt(run, 'mc:Choice') ?? NOTHING, links)
    if (run.name === 'a:fld' && /^slidenum|^datetime/.test(run.attributes['type'] ?? '')) return ''
    return linkedHtml(run, links)
  })
  return joinedLine(pieces)
}

const NOTHING: XmlElement = { name: '', attributes: {}, children: [] }

function linkedHtml(run: XmlElement, links: Relationships): string {
  // A line break within a text is written as a vertical tab by some programs.
  const html = escapeText(textOf(elementAt(run, 'a:t'))).replace(/_x000B_|\v/gi, '<br>')
  const id = elementAt(run, 'a:rPr', 'a:hlinkClick')?.attributes['r:id']
  const link = id === undefined ? undefined : links.get(id)
  const isLink = link?.isExternal && link.target.length <= MAX_URL_CHARS && html !== ''
  return isLink ? `<a href="${escapeAttribute(link.target)}">${html}</a>` : html
}
