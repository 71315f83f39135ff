import { documentMetadata, UnreadableDocument } from '../converted.ts'
import type { Converter, DocumentMetadata } from '../converted.ts'
import { Pictures, pictureType } from '../pictures.ts'
import { shownPicture } from '../word/block.ts'
import { elementAt, elementsOf, parseXml, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { bytesOfParts, openZip } from '../zip.ts'
import type { Zip } from '../zip.ts'
import { joinChapters, pathFrom, readChapter } from './chapter.ts'
import type { Chapter } from './chapter.ts'

/** Reads books: their chapters in the order of reading, without the pages that only lead to others. */
export const convertEpub: Converter = async ({ bytes }, { keepImages }) => {
  const zip = await openZip(bytes)
  await refuseLocked(zip)
  const { paths, metadata } = await openBook(zip)
  const pictures = new Pictures(keepImages)
  const pictureBytes = await bytesOfParts(
    zip,
    keepImages ? zip.names.filter((name) => PICTURE.test(name)) : [],
  )
  const chapters: Chapter[] = []
  let leftChars = MAX_CHARS
  for (const path of paths) {
    const text = await zip.readText(path)
    if (text === undefined) continue
    leftChars -= text.length
    if (leftChars < 0) break
    chapters.push(
      readChapter(text, path, (target, alt) =>
        shownPicture(pictures, { type: pictureType(target), alt, bytes: pictureBytes.get(target) }),
      ),
    )
  }
  if (chapters.length === 0 && leftChars < 0)
    throw new UnreadableDocument('too large', 'The book has chapters that are too long to be read.')
  if (chapters.length === 0)
    throw new UnreadableDocument('damaged', 'The book is damaged: its chapters are missing.')
  const html = joinChapters(chapters.filter(({ isNavigation }) => !isNavigation))
  const cut =
    leftChars < 0 ? [`The book is cut off after ${chapters.length} chapters: it has too much text.`] : []
  return { content: { html }, metadata, warnings: [...pictures.warnings(html), ...cut] }
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|bmp)$/i
/** What all chapters together may have. */
const MAX_CHARS = 64 * 1024 * 1024

/** Throws when the text of a book is locked for everyone but its buyer. Fonts that are only obscured lock nothing. */
async function refuseLocked(zip: Zip): Promise<void> {
  const text = await zip.readText('META-INF/encryption.xml')
  if (text === undefined) return
  const isLocked = elementsOf(parseXml(text)).some((entry) => {
    if (!entry.name.endsWith('EncryptedData')) return false
    const prefix = entry.name.slice(0, -'EncryptedData'.length)
    const file = elementAt(entry, `${prefix}CipherData`, `${prefix}CipherReference`)?.attributes['URI'] ?? ''
    return /\.(?:x?html?|xml)$/i.test(file)
  })
  if (isLocked) {
    throw new UnreadableDocument(
      'encrypted',
      'The book is locked by digital rights management and cannot be read.',
    )
  }
}

/** What a book says about itself: where its chapters are, in the order of reading, and its metadata. */
interface Book {
  /** Of the chapters. */
  paths: string[]
  metadata: DocumentMetadata
}

async function openBook(zip: Zip): Promise<Book> {
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
  const [description] = all('dc:description')
  const modified = elementsOf(element, 'meta').find(
    ({ attributes }) => attributes['property'] === 'dcterms:modified',
  )
  return documentMetadata({
    title: all('dc:title')[0],
    author: all('dc:creator').join(', '),
    description: description?.replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' '),
    keywords: all('dc:subject').join(', '),
    language: all('dc:language')[0],
    createdTime: all('dc:date')[0],
    modifiedTime: textOf(modified),
  })
}
