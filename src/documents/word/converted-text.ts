import type { Converted, DocumentMetadata } from '../converted.ts'
import { escapeText } from '../markup.ts'
import type { Pictures } from '../pictures.ts'
import { inlineText } from './block.ts'
import type { Block, Inline, Marker, Paragraph } from './block.ts'
import { documentHtml, DocumentRoom } from './document-html.ts'

/** What was read of a text document, with its notes after its end. */
export function convertedText(
  blocks: readonly Block[],
  { notes, pictures, metadata }: { notes: Notes; pictures: Pictures; metadata: DocumentMetadata },
): Converted {
  const text = documentHtml(withTypedLists(withCodeRuns(blocks)), notes.room)
  const html = [text, notes.html()].filter((part) => part !== '').join('\n')
  return { content: { html }, metadata, warnings: [...pictures.warnings(html), ...notes.room.warnings()] }
}

/** Notes of a document, collected where the text refers to them and written after its end. */
export class Notes {
  /** Notes and text share it. */
  readonly room = new DocumentRoom()
  private readonly written: string[] = []
  /** By what each was asked for with: anything that is the same when it is the same note. */
  private readonly labels = new Map<unknown, string>()
  private noteCount = 0
  private commentCount = 0
  /** How many notes are being read, one inside the other. */
  private depth = 0

  /** The sign of a footnote or an endnote; asked again with the same key, the same sign. */
  note(key: unknown, readBlocks: () => Block[]): Inline {
    return this.signOf(key, () => String(++this.noteCount), { before: '', readBlocks })
  }

  /** The sign of what somebody remarked. */
  comment(key: unknown, author: string, readBlocks: () => Block[]): Inline {
    const name = author.trim().slice(0, MAX_AUTHOR)
    const before = name === '' ? '' : `${escapeText(name)}: `
    return this.signOf(key, () => `c${++this.commentCount}`, { before, readBlocks })
  }

  private signOf(
    key: unknown,
    newLabel: () => string,
    { before, readBlocks }: { before: string; readBlocks: () => Block[] },
  ): Inline {
    const known = this.labels.get(key)
    if (known !== undefined) return sign(known)
    if (this.depth >= MAX_DEPTH) return { type: 'text', text: '', marks: {} }
    const label = newLabel()
    // It is known before it is read: a note may refer to others, and to itself.
    this.labels.set(key, label)
    this.depth++
    const html = documentHtml(readBlocks(), this.room)
    this.depth--
    const open = `<div id="note-${label}">`
    // What was read has its room already.
    if (this.room.takes(`${open}${before}</div>\n`)) {
      const isLine = html.startsWith('<p>')
      this.written.push(`${open}${isLine ? `<p>${before}${html.slice(3)}` : before + html}</div>`)
    }
    return sign(label)
  }

  html(): string {
    return this.written.join('\n')
  }
}

const MAX_DEPTH = 5
/** Any number of remarks can be of one author, and each repeats the name. */
const MAX_AUTHOR = 200

function sign(label: string): Inline {
  return {
    type: 'markup',
    html: `<sup><a href="#note-${label}" role="doc-noteref">${label}</a></sup>`,
    text: `[${label}]`,
  }
}

/**
 * Blocks in which paragraphs of equally wide letters that read like code are marked as such. In a document that is
 * written on a typewriter the letters say nothing.
 */
export function withCodeRuns(blocks: readonly Block[]): Block[] {
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph')
  const monospaced = paragraphs.filter(isCandidate)
  if (monospaced.length === 0 || monospaced.length * 2 > paragraphs.length + 1) return [...blocks]
  const found: Block[] = []
  let run: Paragraph[] = []
  const flush = () => {
    const isCode = run.some(({ content }) => CODE_SIGNS.test(inlineText(content)))
    for (const paragraph of run) found.push(isCode ? { ...paragraph, style: 'code' } : paragraph)
    run = []
  }
  for (const block of blocks) {
    if (block.kind === 'paragraph' && isCandidate(block)) {
      run.push(block)
      continue
    }
    flush()
    found.push(block)
  }
  flush()
  return found
}

function isCandidate({ isMonospaced, headingLevel, item, style, content }: Paragraph): boolean {
  return (
    isMonospaced === true &&
    headingLevel === undefined &&
    item === undefined &&
    style === 'text' &&
    content.every(({ type }) => type === 'text' || type === 'break')
  )
}

/** Signs that code is full of, and prose is not. The space of a line has no end of a line in it, of any kind. */
const CODE_SIGNS = /[{}\\|=]|;[ \t]*$|\w\(|\w_\w|->|::|<\/?\w|^[ \t]*(?:[#$>]\s?\w|\/\/|--)/m

/** Blocks in which paragraphs that begin with a typed bullet, or a typed number and a tab, are items of a list. */
function withTypedLists(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => (block.kind === 'paragraph' ? (itemOf(block) ?? block) : block))
}

function itemOf(paragraph: Paragraph): Paragraph | undefined {
  const { content, item, headingLevel, style } = paragraph
  if (item || headingLevel !== undefined || style !== 'text') return undefined
  // The sign and the gap after it may be pieces of their own.
  let start = ''
  let count = 0
  for (const piece of content) {
    if (piece.type !== 'text' || start.length >= MAX_START) break
    start += piece.text
    count++
  }
  const found = BULLET.exec(start) ?? NUMBER.exec(start)
  if (!found) return undefined
  const marker: Marker =
    found[1] === undefined
      ? { type: 'bullet' }
      : { type: 'number', value: Number(found[1]), label: `${found[1]}.` }
  return { ...paragraph, item: { level: 0, marker }, content: withoutStart(content, count, found[0].length) }
}

const MAX_START = 12
const BULLET = /^\s*[•‣◦▪●○■□➢❖∙·]\s+(?=\S|$)/
const NUMBER = /^\s*(\d{1,3})[.)]\t\s*(?=\S|$)/

function withoutStart(content: readonly Inline[], count: number, length: number): Inline[] {
  let left = length
  const kept = content.slice(0, count).map((piece): Inline => {
    if (piece.type !== 'text' || left === 0) return piece
    const cut = Math.min(left, piece.text.length)
    left -= cut
    return { ...piece, text: piece.text.slice(cut) }
  })
  return [...kept, ...content.slice(count)]
}
