import TAGS from '../tags.json' with { type: 'json' }
import { Parser } from 'htmlparser2'
import { damaged, documentMetadata, tooLarge, UnreadableDocument } from '../converted.ts'
import type { Converter, DocumentMetadata } from '../converted.ts'
import { decodeUrl, escapeAttribute, escapeText, isFollowableUrl, Pictures, pictureType } from '../markup.ts'
import { shownPicture } from '../word/document-html.ts'
import type { Inline } from '../word/document-html.ts'
import { elementAt, elementsOf, parseXml, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { bytesOfParts, openZip, partFrom } from '../zip.ts'
import type { Zip } from '../zip.ts'

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
    throw tooLarge('The book has chapters that are too long to be read.')
  if (chapters.length === 0) throw damaged('The book is damaged: its chapters are missing.')
  const html = joinChapters(chapters.filter(({ isNavigation }) => !isNavigation))
  const cut =
    leftChars < 0 ? [`The book is cut off after ${chapters.length} chapters: it has too much text.`] : []
  return { content: { html }, metadata, warnings: [...pictures.warnings(html), ...cut] }
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|bmp)$/i
const MAX_CHARS = 64 * 1024 * 1024

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

async function openBook(zip: Zip) {
  const path = await publicationPath(zip)
  const text = path === undefined ? undefined : await zip.readText(path)
  if (path === undefined || text === undefined)
    throw damaged('The file is not a book: the list of its chapters is missing.')
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

type ShowPicture = (path: string, alt: string) => Inline | undefined

interface Chapter {
  parts: readonly Part[]
  isNavigation: boolean
  noteAnchors: ReadonlySet<string>
}

type Part = string | { anchor: string; isTag: boolean }

function joinChapters(chapters: readonly Chapter[]): string {
  const wanted = new Set(chapters.flatMap(({ noteAnchors }) => [...noteAnchors]))
  const written = (part: Part) => {
    if (typeof part === 'string') return part
    if (!wanted.has(part.anchor)) return ''
    const name = ` id="${escapeAttribute(part.anchor)}"`
    return part.isTag ? `<a${name}></a>` : name
  }
  return chapters
    .map(({ parts }) => parts.map(written).join('').trim())
    .filter((html) => html !== '')
    .join('\n')
}

function readChapter(text: string, path: string, showPicture: ShowPicture): Chapter {
  const writer = new ChapterWriter(path, showPicture)
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw tooLarge('The book nests too deeply to be read.')
        writer.open(name, attributes)
      },
      ontext: (data) => writer.text(data),
      onclosetag(name) {
        depth--
        writer.close(name)
      },
    },
    { recognizeSelfClosing: true, decodeEntities: true },
  )
  parser.end(text)
  return { parts: writer.parts, isNavigation: writer.isNavigation(), noteAnchors: writer.noteAnchors }
}

/** A parser is slow with what nests deeper, and no book does. */
const MAX_DEPTH = 1000

class ChapterWriter {
  private readonly path: string
  private readonly showPicture: ShowPicture
  readonly parts: Part[] = []
  readonly noteAnchors = new Set<string>()
  private readonly closing: string[] = []
  private skipped = 0
  private isInBody = false
  private innerLinkDepth = 0
  private innerLinkCount = 0
  private innerLinkLetters = 0
  private letters = 0

  constructor(path: string, showPicture: ShowPicture) {
    this.path = path
    this.showPicture = showPicture
  }

  isNavigation(): boolean {
    return this.innerLinkCount >= MIN_LINKS && this.innerLinkLetters > this.letters * MIN_LINKED_SHARE
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'body') this.isInBody = true
    if (this.skipped > 0 || isLeftOut(name, attributes)) {
      this.skipped++
      return
    }
    if (!this.isInBody) return
    this.closing.push(this.write(name, attributes))
  }

  close(name: string): void {
    if (this.skipped > 0) this.skipped--
    else if (name === 'body') this.isInBody = false
    else if (this.isInBody) {
      const closing = this.closing.pop() ?? ''
      if (closing === INNER_LINK) this.innerLinkDepth--
      else this.parts.push(closing)
    }
  }

  text(data: string): void {
    if (!this.isInBody || this.skipped > 0) return
    this.parts.push(escapeText(data))
    const letters = data.trim().length
    this.letters += letters
    if (this.innerLinkDepth > 0) this.innerLinkLetters += letters
  }

  private write(name: string, attributes: Record<string, string>): string {
    const id = attributes['id']
    if (!KEPT.has(name)) {
      if (id !== undefined) this.parts.push({ anchor: anchorOf(this.path, id), isTag: true })
      if (name === 'a') return this.writeLink(attributes)
      if (name === 'img' || name === 'image') this.writePicture(attributes)
      return ''
    }
    this.parts.push(`<${name}`)
    for (const key of KEPT_ATTRIBUTES) {
      const value = attributes[key]
      if (value !== undefined) this.parts.push(` ${key}="${escapeAttribute(value)}"`)
    }
    if (id !== undefined) this.parts.push({ anchor: anchorOf(this.path, id), isTag: false })
    this.parts.push('>')
    return VOID.has(name) ? '' : `</${name}>`
  }

  private writePicture(attributes: Record<string, string>): void {
    const source = attributes['src'] ?? attributes['xlink:href'] ?? attributes['href'] ?? ''
    if (isFollowableUrl(source) || source.startsWith('data:')) return
    const picture = this.showPicture(pathFrom(this.path, source), attributes['alt'] ?? '')
    if (picture?.type === 'markup') this.parts.push(picture.html)
  }

  private writeLink(attributes: Record<string, string>): string {
    const href = attributes['href'] ?? ''
    if (isFollowableUrl(href)) {
      this.parts.push(`<a href="${escapeAttribute(href)}">`)
      return '</a>'
    }
    if (href === '') return ''
    const fragment = /#(.+)$/s.exec(href)?.[1]
    if (fragment !== undefined && isNoteLink(attributes)) {
      const anchor = anchorOf(href.startsWith('#') ? this.path : pathFrom(this.path, href), fragment)
      this.noteAnchors.add(anchor)
      this.parts.push(`<a href="#${escapeAttribute(anchor)}" role="doc-noteref">`)
      return '</a>'
    }
    this.innerLinkDepth++
    this.innerLinkCount++
    return INNER_LINK
  }
}

/** Stands for the end of a link whose tag is not written. */
const INNER_LINK = '</>'
const MIN_LINKS = 4
const MIN_LINKED_SHARE = 0.8

const MAX_NAME = 200

function anchorOf(path: string, id: string): string {
  return `${path.slice(-MAX_NAME)}-${id.slice(0, MAX_NAME)}`.replace(/[^\w-]+/g, '-')
}

function isNoteLink(attributes: Record<string, string>): boolean {
  return (
    /(?:^|\s)noteref(?:\s|$)/.test(attributes['epub:type'] ?? '') ||
    attributes['role'] === 'doc-noteref' ||
    /(?:^|[\s_-])(?:fnanchor|fnref|noteref|footnote-?ref(?:erence)?|endnote-?ref(?:erence)?)(?:$|[\s_-])/i.test(
      attributes['class'] ?? '',
    )
  )
}

function isLeftOut(name: string, attributes: Record<string, string>): boolean {
  const type = `${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`
  return (
    LEFT_OUT.has(name) ||
    attributes['hidden'] !== undefined ||
    /(?:^|\s)(?:doc-)?(?:pagebreak|backlink|toc|landmarks|page-list|pagelist)(?:\s|$)/.test(type)
  )
}

const LEFT_OUT = new Set(TAGS.book.dropped.split(' '))

const KEPT = new Set(TAGS.book.kept.split(' '))
const KEPT_ATTRIBUTES = TAGS.book.attributes.split(' ')
const VOID = new Set(['br', 'hr'])

function pathFrom(from: string, reference: string): string {
  return partFrom(from, decodeUrl(reference.replace(/[?#].*$/s, '')))
}
