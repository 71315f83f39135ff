import { chartHtml } from '../../chart/chart-html.ts'
import { readChart } from '../../open-xml/chart.ts'
import { parsePart } from '../../open-xml/part.ts'
import { readRelationships } from '../../open-xml/relationships.ts'
import type { Relationships } from '../../open-xml/relationships.ts'
import type { Pictures } from '../../pictures.ts'
import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Zip } from '../../zip.ts'
import { markedNotes } from '../marked-notes.ts'
import { paragraphsHtml } from '../paragraphs-html.ts'
import { orderShapes } from './order-shapes.ts'
import { isFurniture, isTitle, placeholderOf } from './placeholder.ts'
import type { Inherited } from './placeholder.ts'
import { tableHtml } from './table-html.ts'
import { readParagraphs } from './text-body.ts'

/** What the shapes of a slide need of the presentation around them. */
export interface SlideSurroundings {
  inherited: Inherited
  zip: Zip
  links: Relationships
  pictures: Pictures
}

/** Groups may lie in groups. */
const MAX_DEPTH = 50

/** What a slide shows, block by block: its title first and the rest in the order of reading. */
export async function* slideBlocks(slide: XmlElement, around: SlideSurroundings): AsyncGenerator<string> {
  const shapes = flatShapes(elementAt(slide, 'p:cSld', 'p:spTree'), around.inherited, 0)
  const titles = shapes.filter((shape) => isTitle(placeholderOf(shape)))
  const others = shapes.filter((shape) => !isTitle(placeholderOf(shape)))
  for (const shape of titles) yield titleHtml(shape, around)
  for (const shape of others) yield await shapeHtml(shape, around)
}

/** All shapes that can be seen, groups dissolved. Where a program offers a choice, the first is what it would show. */
function flatShapes(parent: XmlElement | undefined, inherited: Inherited, depth: number): XmlElement[] {
  if (depth > MAX_DEPTH) return []
  const children = elementsOf(parent).flatMap((child) => {
    if (child.name !== 'mc:AlternateContent') return [child]
    return elementsOf(elementAt(child, 'mc:Choice') ?? elementAt(child, 'mc:Fallback'))
  })
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

function titleHtml(shape: XmlElement, { links }: SlideSurroundings): string {
  const lines = readParagraphs(elementAt(shape, 'p:txBody'), [], links)
  const title = lines
    .map(({ html }) => html.replaceAll('<br>', ' '))
    .filter(Boolean)
    .join(' ')
  return title === '' ? '' : `<h1>${title}</h1>`
}

async function shapeHtml(shape: XmlElement, around: SlideSurroundings): Promise<string> {
  if (shape.name === 'p:pic') return await pictureHtml(shape, around)
  if (shape.name === 'p:graphicFrame') return await frameHtml(shape, around)
  const body = elementAt(shape, 'p:txBody')
  return paragraphsHtml(readParagraphs(body, around.inherited.listStylesOf(shape), around.links))
}

/** A picture that is not in the file cannot be seen by anyone. */
async function pictureHtml(shape: XmlElement, { zip, links, pictures }: SlideSurroundings): Promise<string> {
  const id = elementAt(shape, 'p:blipFill', 'a:blip')?.attributes['r:embed']
  const link = id === undefined ? undefined : links.get(id)
  if (!link || link.isExternal || !zip.has(link.target)) return ''
  const alt = drawnProperties(shape)['descr'] ?? ''
  return `<p>${await pictures.showPart(link.target, alt, () => zip.read(link.target))}</p>`
}

async function frameHtml(shape: XmlElement, around: SlideSurroundings): Promise<string> {
  const { zip, links } = around
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
  return preview ? await pictureHtml(preview, around) : ''
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
export function notesHtml(notes: XmlElement): string {
  const shapes = elementsOf(elementAt(notes, 'p:cSld', 'p:spTree'), 'p:sp')
  const bodies = shapes.filter((shape) => placeholderOf(shape)?.type === 'body')
  const lines = bodies.flatMap((shape) => readParagraphs(elementAt(shape, 'p:txBody'), [], new Map()))
  return markedNotes(lines.map(({ html }) => html))
}
