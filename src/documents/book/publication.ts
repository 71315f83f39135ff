import type { DocumentMetadata } from '../converted.ts'
import { UnreadableDocument } from '../unreadable.ts'
import { elementAt, elementsOf, parseXml, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import type { Zip } from '../zip.ts'
import { pathFrom } from './path.ts'

/** What a book says about itself: where its chapters are, in the order of reading, and its metadata. */
export interface Book {
  /** Of the chapters. */
  paths: string[]
  metadata: DocumentMetadata
}

export async function openBook(zip: Zip): Promise<Book> {
  const path = await publicationPath(zip)
  const text = path === undefined ? undefined : await zip.readText(path)
  if (path === undefined || text === undefined) {
    throw new UnreadableDocument('damaged', 'The file is not a book: the list of its chapters is missing.')
  }
  const root = parseXml(text)
  const metadata = metadataOf(child(root, 'metadata'))
  return { paths: chaptersOf(root, path, zip), metadata }
}

/** Most publications write their own names without a prefix, some with one. */
function child(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return elementAt(parent, name) ?? elementAt(parent, `opf:${name}`)
}

async function publicationPath(zip: Zip): Promise<string | undefined> {
  const container = await zip.readText('META-INF/container.xml')
  const rootFile = container && elementAt(parseXml(container), 'rootfiles', 'rootfile')
  const path = rootFile ? rootFile.attributes['full-path'] : undefined
  return path !== undefined && zip.has(path) ? path : zip.names.find((name) => name.endsWith('.opf'))
}

/** The page of contents is left out: it only leads to what follows. */
function chaptersOf(root: XmlElement, path: string, zip: Zip): string[] {
  const items = new Map<string, XmlElement>()
  for (const item of elementsOf(child(root, 'manifest'))) items.set(item.attributes['id'] ?? '', item)
  const chapters = new Set<string>()
  for (const { attributes } of elementsOf(child(root, 'spine'))) {
    const item = items.get(attributes['idref'] ?? '')?.attributes
    if (!item || /(?:^|\s)nav(?:\s|$)/.test(item['properties'] ?? '')) continue
    const chapter = pathFrom(path, item['href'] ?? '')
    if (/html|xml/.test(item['media-type'] ?? 'html') && zip.has(chapter)) chapters.add(chapter)
  }
  return [...chapters]
}

function metadataOf(element: XmlElement | undefined): DocumentMetadata {
  const all = (name: string) =>
    elementsOf(element, name)
      .map((each) => textOf(each).replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '')
  const metadata: DocumentMetadata = {}
  const set = (field: keyof DocumentMetadata, value: string | undefined) => {
    if (value !== undefined && value !== '') metadata[field] = value
  }
  set('title', all('dc:title')[0])
  set('author', all('dc:creator').join(', '))
  set(
    'description',
    all('dc:description')[0]
      ?.replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  set('keywords', all('dc:subject').join(', '))
  set('language', all('dc:language')[0])
  set('createdTime', timeOf(all('dc:date')[0]))
  const modified = elementsOf(element, 'meta').find(
    ({ attributes }) => attributes['property'] === 'dcterms:modified',
  )
  set('modifiedTime', timeOf(textOf(modified)))
  return metadata
}

function timeOf(text: string | undefined): string | undefined {
  const time = new Date(text?.trim() || Number.NaN)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
