import { MAX_ADDRESS_CHARS } from '../../address.ts'
import { joinedLine } from '../../line-markup.ts'
import { escapeAttribute, escapeText } from '../../markup.ts'
import type { Relationships } from '../../open-xml/relationships.ts'
import { texOfOmml } from '../../open-xml/omml.ts'
import { elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Marker, SlideParagraph } from '../paragraphs-html.ts'

/** The paragraphs of a text. List styles are asked in their order for what a paragraph leaves open. */
export function readParagraphs(
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
  const isLink = link?.isExternal && link.target.length <= MAX_ADDRESS_CHARS && html !== ''
  return isLink ? `<a href="${escapeAttribute(link.target)}">${html}</a>` : html
}
