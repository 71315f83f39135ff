import { chartKind } from '../markup.ts'
import type { Chart } from '../markup.ts'
import { refuseEncrypted } from '../compound-file/compound-file.ts'
import { documentMetadata } from '../converted.ts'
import type { DocumentMetadata } from '../converted.ts'
import { numberFormat } from '../number-format/number-format.ts'
import { elementAt, elementsOf, parseXml, readXml, textOf } from '../xml.ts'
import type { XmlElement, XmlHandler } from '../xml.ts'
import { openZip, partFrom } from '../zip.ts'
import type { Zip } from '../zip.ts'
import USUAL_PREFIXES from './usual-prefixes.json' with { type: 'json' }

/** An Office file since 2007: an archive of parts that refer to each other. */
export interface OpenXmlPackage {
  zip: Zip
  /** The main part. It may be missing in a damaged file. */
  mainPart: string
  relationships: Relationships
  metadata: DocumentMetadata
}

/**
 * Opens a package. If it does not declare its main part, the first existing one of the usual parts is used.
 */
export async function openPackage(bytes: Uint8Array, usualParts: readonly string[]): Promise<OpenXmlPackage> {
  refuseEncrypted(bytes)
  const zip = await openZip(bytes)
  const whole = await readRelationships(zip, '')
  const mainPart =
    targetOf(whole, 'officeDocument') ?? usualParts.find((part) => zip.has(part)) ?? usualParts[0]!
  const properties = await zip.readText(targetOf(whole, 'core-properties') ?? 'docProps/core.xml')
  return {
    zip,
    mainPart,
    relationships: await readRelationships(zip, mainPart),
    metadata: coreProperties(properties ?? ''),
  }
}

interface Relationship {
  /**
   * The last word of its type, which is equal in both editions of the standard: `slide`, `image`,
   * `hyperlink`.
   */
  type: string
  target: string
  isExternal: boolean
}

/** The references of a part by id. */
export type Relationships = ReadonlyMap<string, Relationship>

/** The references of a part; empty if it has none. The part '' is the package itself. */
export async function readRelationships(zip: Zip, part: string): Promise<Relationships> {
  const relationships = new Map<string, Relationship>()
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const text = await zip.readText(`${folder}_rels/${part.slice(slash)}.rels`)
  readPart(text ?? '', {
    onOpen(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship') return
      const isExternal = TargetMode === 'External'
      const target = isExternal ? Target : partFrom(folder, Target)
      relationships.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target, isExternal })
    },
  })
  return relationships
}

/** The first part that is referenced with this type. */
export function targetOf(relationships: Relationships, type: string): string | undefined {
  for (const link of relationships.values()) if (link.type === type) return link.target
  return undefined
}

function coreProperties(xml: string): DocumentMetadata {
  const root = parsePart(xml)
  const text = (name: string) => textOf(elementAt(root, name)).trim()
  return documentMetadata({
    title: text('dc:title'),
    author: text('dc:creator'),
    description: text('dc:description') || text('dc:subject'),
    keywords: text('cp:keywords'),
    language: text('dc:language'),
    createdTime: text('dcterms:created'),
    modifiedTime: text('dcterms:modified'),
  })
}

/** Streams a part of an Office file. Namespace prefixes are replaced by the usual ones. */
export function readPart(text: string, handler: XmlHandler): void {
  readXml(text, hasUsualPrefixes(text) ? handler : withUsualPrefixes(handler))
}

/** The root element of a part, with the usual prefixes; an empty element if the part is missing. */
export function parsePart(text: string): XmlElement {
  return parseXml(text, readPart)
}

/** The same by the name of the part. */
export async function rootOf(zip: Zip, part: string | undefined): Promise<XmlElement> {
  return parsePart((part && (await zip.readText(part))) || '')
}

/** The roots of all parts that are referenced with one of these types. */
export async function* linkedRoots(
  zip: Zip,
  links: Relationships,
  ...types: string[]
): AsyncGenerator<XmlElement> {
  for (const { type, target } of links.values()) if (types.includes(type)) yield await rootOf(zip, target)
}

/** Names of authors by their id in the document. */
export async function readPeople(zip: Zip, links: Relationships, ...types: string[]) {
  const people = new Map<string, string>()
  for await (const root of linkedRoots(zip, links, ...types)) {
    for (const { attributes } of elementsOf(root))
      people.set(attributes['id'] ?? '', attributes['displayName'] ?? attributes['name'] ?? '')
  }
  return people
}

/** The first of several alternatives for different program versions. */
export function shownChoice(choice: XmlElement): XmlElement | undefined {
  return elementAt(choice, 'mc:Choice') ?? elementAt(choice, 'mc:Fallback')
}

/** Whether every name of a part already has its usual prefix. */
function hasUsualPrefixes(text: string): boolean {
  for (const [, prefix = '', single, double] of text.matchAll(DECLARATION)) {
    const usual = USUAL.get(single ?? double ?? '')
    if (usual !== undefined && usual !== prefix) return false
  }
  return true
}

const DECLARATION = /xmlns(?::([^\s=]{1,100}))?\s{0,9}=\s{0,9}(?:'([^']{0,200})'|"([^"]{0,200})")/g

/** Passes names to a handler with the usual prefixes. Unknown namespaces stay unchanged. */
function withUsualPrefixes(handler: XmlHandler): XmlHandler {
  /** The declarations of each prefix, from the outermost element to the innermost. */
  const bindings = new Map<string, (string | undefined)[]>()
  const open: (readonly string[])[] = []
  const usualName = (name: string, isAttribute: boolean) => {
    const colon = name.indexOf(':')
    if (isAttribute && colon === -1) return name
    const usual = bindings.get(name.slice(0, Math.max(colon, 0)))?.at(-1)
    if (usual === undefined) return name
    return usual === '' ? name.slice(colon + 1) : `${usual}:${name.slice(colon + 1)}`
  }
  return {
    onOpen(name, attributes) {
      const declared: string[] = []
      for (const [key, value] of Object.entries(attributes)) {
        if (key !== 'xmlns' && !key.startsWith('xmlns:')) continue
        const prefix = key.slice('xmlns:'.length)
        const meanings = bindings.get(prefix) ?? []
        bindings.set(prefix, meanings)
        meanings.push(USUAL.get(value))
        declared.push(prefix)
      }
      open.push(declared)
      const named = Object.entries(attributes).map(([key, value]) => [usualName(key, true), value])
      handler.onOpen?.(usualName(name, false), Object.fromEntries(named) as Record<string, string>)
    },
    onText: (text) => handler.onText?.(text),
    onClose(name) {
      handler.onClose?.(usualName(name, false))
      for (const prefix of open.pop() ?? []) bindings.get(prefix)!.pop()
    },
  }
}

/** Usual prefixes by namespace, in both editions of the standard. */
const USUAL: ReadonlyMap<string, string> = new Map(Object.entries(USUAL_PREFIXES))

/** The value of a boolean property. Undefined when it is missing. */
export function isOn(property: XmlElement | undefined): boolean | undefined {
  if (!property) return undefined
  const { 'w:val': inText, 'w14:val': inControl, 'm:val': inFormula } = property.attributes
  return !/^(?:0|false|off|none)$/i.test(inText ?? inControl ?? inFormula ?? '1')
}

/** Resolves a chart's references to cells, for files whose charts do not contain the texts. */
export type ResolveCells = (reference: string) => string[]

/** A larger chart is not readable as a table. */
const MAX_CHART_CHARS = 8 * 1024 * 1024
const MAX_POINTS = 5000
const MAX_SERIES = 256

export function readChart(xml: string, resolve: ResolveCells = () => []): Chart | undefined {
  if (xml.length > MAX_CHART_CHARS) return undefined
  const chart = elementAt(parsePart(xml), 'c:chart')
  const plots = elementsOf(elementAt(chart, 'c:plotArea')).filter(({ name }) => name.endsWith('Chart'))
  if (!chart || plots.length === 0) return undefined
  const series = plots.flatMap((plot) => elementsOf(plot, 'c:ser')).slice(0, MAX_SERIES)
  const category = series.map((one) => elementAt(one, 'c:cat') ?? elementAt(one, 'c:xVal')).find(Boolean)
  return {
    title: titleOf(elementAt(chart, 'c:title'), resolve),
    kind: chartKind(plots[0]!.name.replace(/^c:|(?:3D)?Chart$/g, '')),
    categories: pointsOf(category, resolve),
    series: series.map((one) => ({
      name: pointsOf(elementAt(one, 'c:tx'), resolve).join(' '),
      values: pointsOf(elementAt(one, 'c:val') ?? elementAt(one, 'c:yVal'), resolve),
    })),
  }
}

function titleOf(title: XmlElement | undefined, resolve: ResolveCells): string {
  const rich = elementAt(title, 'c:tx', 'c:rich')
  const lines = rich ? drawnLines(rich) : pointsOf(elementAt(title, 'c:tx'), resolve)
  return lines.join(' ').trim()
}

/** The text of a drawing, one line per paragraph. */
export function drawnLines(body: XmlElement | undefined): string[] {
  const textsOf = (paragraph: XmlElement) => elementsOf(paragraph).map((run) => textOf(elementAt(run, 'a:t')))
  return elementsOf(body, 'a:p').map((paragraph) => textsOf(paragraph).join(''))
}

/** The texts of a series, a title or the categories: cached in the chart, or from the cells. */
function pointsOf(source: XmlElement | undefined, resolve: ResolveCells): string[] {
  if (!source) return []
  const direct = elementAt(source, 'c:v')
  if (direct) return [textOf(direct)]
  for (const reference of elementsOf(source)) {
    const isLiteral = reference.name === 'c:strLit' || reference.name === 'c:numLit'
    const cache = isLiteral ? reference : elementsOf(reference).find(({ name }) => name.endsWith('Cache'))
    const points = cache ? cachedPoints(cache) : []
    if (points.length > 0) return points
    const formula = textOf(elementAt(reference, 'c:f'))
    if (formula !== '') return resolve(formula).slice(0, MAX_POINTS)
  }
  return []
}

function cachedPoints(cache: XmlElement): string[] {
  const format = numberFormat(textOf(elementAt(cache, 'c:formatCode')), false)
  const isNumeric = cache.name.startsWith('c:num')
  const points: string[] = []
  for (const point of elementsOf(elementAt(cache, 'c:lvl') ?? cache, 'c:pt')) {
    const index = Number(point.attributes['idx'])
    if (!(index >= 0 && index < MAX_POINTS)) continue
    const text = textOf(elementAt(point, 'c:v'))
    while (points.length < index) points.push('')
    points[index] =
      isNumeric && text !== '' && !Number.isNaN(Number(text)) ? format.ofNumber(Number(text)) : text
  }
  return points
}
