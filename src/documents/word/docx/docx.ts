import type { Chart } from '../../chart.ts'
import { UnreadableDocument } from '../../converted.ts'
import type { Converter } from '../../converted.ts'
import { readChart } from '../../open-xml/chart.ts'
import { openPackage, parsePart, readRelationships } from '../../open-xml/package.ts'
import type { OpenXmlPackage, Relationships } from '../../open-xml/package.ts'
import { Pictures } from '../../pictures.ts'
import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { bytesOfParts } from '../../zip.ts'
import { convertedText, Notes } from '../converted-text.ts'
import { readPart } from './blocks.ts'
import type { WordDocument } from './line.ts'
import { Numbering, Styles } from './styles.ts'

/** Reads Word documents of 2007 and later, with and without macros, transitional and strict. */
export const convertDocx: Converter = async ({ bytes }, { keepImages }) => {
  const source = await openPackage(bytes, ['word/document.xml'])
  const main = await mainElement(source)
  const pictures = new Pictures(keepImages)
  const document = await wordDocument(source, pictures)
  const blocks = readPart(elementAt(main, 'w:body') ?? main, document, source.relationships)
  return convertedText(blocks, { notes: document.notes, pictures, metadata: source.metadata })
}

async function mainElement({ zip, mainPart }: OpenXmlPackage): Promise<XmlElement> {
  const text = await zip.readText(mainPart)
  if (text === undefined) {
    throw new UnreadableDocument('damaged', 'The file is not a Word document: its main part is missing.')
  }
  const main = parsePart(text)
  if (main.name !== 'w:document') {
    throw new UnreadableDocument(
      'damaged',
      'The file is not a Word document: its main part is something else.',
    )
  }
  return main
}

async function wordDocument(source: OpenXmlPackage, pictures: Pictures): Promise<WordDocument> {
  const part = await partReader(source)
  const styles = new Styles((await part('styles'))?.root)
  const numbering = new Numbering((await part('numbering'))?.root, (id) => styles.numberingOf(id))
  const notes = {
    footnote: await notesIn(part('footnotes'), 'w:footnote'),
    endnote: await notesIn(part('endnotes'), 'w:endnote'),
    comment: await notesIn(part('comments'), 'w:comment'),
  }
  const document: WordDocument = {
    styles,
    numbering,
    notes: new Notes(),
    pictures,
    pictureBytes: pictures.areKept ? await pictureBytes(source) : new Map(),
    charts: await chartsOf(source),
    note(kind, id) {
      const element = notes[kind].byId.get(id)
      if (!element) return undefined
      const readBlocks = () => readPart(element, document, notes[kind].relationships)
      return { author: element.attributes['w:author'] ?? '', readBlocks }
    },
  }
  return document
}

interface Part {
  root: XmlElement
  relationships: Relationships
}

/** Finds a part by what the main part says it is. */
async function partReader({
  zip,
  relationships,
}: OpenXmlPackage): Promise<(type: string) => Promise<Part | undefined>> {
  const names = new Map([...relationships.values()].map(({ type, target }) => [type, target]))
  return async (type) => {
    const name = names.get(type)
    const text = name === undefined ? undefined : await zip.readText(name)
    return text === undefined || name === undefined
      ? undefined
      : { root: parsePart(text), relationships: await readRelationships(zip, name) }
  }
}

async function notesIn(
  part: Promise<Part | undefined>,
  name: string,
): Promise<{ byId: ReadonlyMap<string, XmlElement>; relationships: Relationships }> {
  const found = await part
  return {
    byId: new Map(
      elementsOf(found?.root, name).map((element) => [element.attributes['w:id'] ?? '', element]),
    ),
    relationships: found?.relationships ?? new Map(),
  }
}

async function chartsOf({ zip, relationships }: OpenXmlPackage): Promise<Map<string, Chart>> {
  const found = new Map<string, Chart>()
  for (const { type, target, isExternal } of relationships.values()) {
    if (type !== 'chart' || isExternal || found.has(target)) continue
    const chart = readChart((await zip.readText(target)) ?? '')
    if (chart) found.set(target, chart)
  }
  return found
}

/** The bytes of all pictures by the names of their parts. */
async function pictureBytes({ zip, relationships }: OpenXmlPackage): Promise<Map<string, Uint8Array>> {
  const pictures = [...relationships.values()].filter(
    ({ type, isExternal }) => type === 'image' && !isExternal,
  )
  return await bytesOfParts(
    zip,
    pictures.map(({ target }) => target),
  )
}
