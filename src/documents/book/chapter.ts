import { Parser } from 'htmlparser2'
import { UnreadableDocument } from '../converted.ts'
import { decodedAddress, escapeAttribute, escapeText, isFollowable } from '../markup.ts'
import type { Inline } from '../word/block.ts'
import { partFrom } from '../zip.ts'

/** Shows the picture at a path of the book; nothing when it has nothing to say. */
type ShowPicture = (path: string, alt: string) => Inline | undefined

export interface Chapter {
  parts: readonly Part[]
  /** Whether it only leads to other chapters. */
  isNavigation: boolean
  /** The places that links to notes lead to. */
  noteAnchors: ReadonlySet<string>
}

/** Markup, or a place that gets a name if a note is there. */
type Part = string | { anchor: string; isTag: boolean }

/** The markup of a book, in which the notes that are referred to have names. */
export function joinChapters(chapters: readonly Chapter[]): string {
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

/** The text of a chapter: its structure without its looks. Links inside the book remain only where they lead to notes. */
export function readChapter(text: string, path: string, showPicture: ShowPicture): Chapter {
  const writer = new ChapterWriter(path, showPicture)
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH)
          throw new UnreadableDocument('too large', 'The book nests too deeply to be read.')
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
  /** For each element that is open, the tag that closes it. */
  private readonly closing: string[] = []
  /** How many elements are open inside of one that is left out, itself among them. */
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

  /** Writes the beginning of an element and gives its end. */
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
    if (isFollowable(source) || source.startsWith('data:')) return
    const picture = this.showPicture(pathFrom(this.path, source), attributes['alt'] ?? '')
    if (picture?.type === 'markup') this.parts.push(picture.html)
  }

  private writeLink(attributes: Record<string, string>): string {
    const href = attributes['href'] ?? ''
    if (isFollowable(href)) {
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

/** A name for a place that no other chapter has. */
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

/** What is not text of the chapter: contents, numbers of printed pages, links back from notes, what is not shown. */
function isLeftOut(name: string, attributes: Record<string, string>): boolean {
  const type = `${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`
  return (
    LEFT_OUT.has(name) ||
    attributes['hidden'] !== undefined ||
    /(?:^|\s)(?:doc-)?(?:pagebreak|backlink|toc|landmarks|page-list|pagelist)(?:\s|$)/.test(type)
  )
}

const LEFT_OUT = new Set('head script style template audio video object iframe form button nav'.split(' '))

const KEPT = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p div section article aside header footer blockquote ul ol li dl dt dd table thead tbody tfoot tr ' +
    'td th caption figure figcaption strong b em i s del sub sup code pre kbd samp br hr ruby rt rp q ' +
    'math semantics annotation mrow mi mn mo mtext ms mspace mfrac msqrt mroot msup msub msubsup mover munder munderover ' +
    'mfenced mtable mtr mtd mlabeledtr mstyle mpadded menclose mphantom mmultiscripts'
  ).split(' '),
)
const KEPT_ATTRIBUTES = 'colspan rowspan start value alttext display encoding open close separators'.split(
  ' ',
)
const VOID = new Set(['br', 'hr'])

/** The path of a part of a book from a reference to it, which stands in the part at `from`. */
export function pathFrom(from: string, reference: string): string {
  return partFrom(from, decodedAddress(reference.replace(/[?#].*$/s, '')))
}
