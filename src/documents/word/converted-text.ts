import type { Converted, DocumentMetadata } from '../converted.ts'
import { escapeText } from '../markup.ts'
import type { Pictures } from '../markup.ts'
import { documentHtml, MarkupBudget, inlineText } from './document-html.ts'
import type { Block, Inline, Marker, Paragraph } from './document-html.ts'
import { grouped } from '../groups.ts'

export function convertedText(
  blocks: readonly Block[],
  { notes, pictures, metadata }: { notes: Notes; pictures: Pictures; metadata: DocumentMetadata },
): Converted {
  const text = documentHtml(withTypedLists(withCodeRuns(blocks)), notes.budget)
  const html = [text, notes.html()].filter((part) => part !== '').join('\n')
  return { content: { html }, metadata, warnings: [...pictures.warnings(html), ...notes.budget.warnings()] }
}

/** Notes of a document, collected where the text refers to them and written after its end. */
export class Notes {
  readonly budget = new MarkupBudget()
  private readonly written: string[] = []
  /** By what each was asked for with: anything that is the same when it is the same note. */
  private readonly labels = new Map<unknown, string>()
  private noteCount = 0
  private commentCount = 0
  private depth = 0

  note(key: unknown, readBlocks: () => Block[]): Inline {
    return this.signOf(key, () => String(++this.noteCount), { before: '', readBlocks })
  }

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
    const html = documentHtml(readBlocks(), this.budget)
    this.depth--
    const open = `<div id="note-${label}">`
    // What was read has its room already.
    if (this.budget.accepts(`${open}${before}</div>\n`)) {
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

/** Marks paragraphs of equally wide letters that read like code, unless the document is written on a typewriter. */
export function withCodeRuns(blocks: readonly Block[]): Block[] {
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph')
  const monospaced = paragraphs.filter(isCandidate)
  if (monospaced.length === 0 || monospaced.length * 2 > paragraphs.length + 1) return [...blocks]
  return grouped(blocks, (run, block) => isCandidate(run.at(-1)!) && isCandidate(block)).flatMap((run) => {
    const isCode = run.some((block) => isCandidate(block) && CODE_SIGNS.test(inlineText(block.content)))
    return isCode ? run.map((block) => ({ ...(block as Paragraph), style: 'code' as const })) : run
  })
}

function isCandidate(block: Block): block is Paragraph {
  return (
    block.kind === 'paragraph' &&
    block.isMonospaced === true &&
    block.headingLevel === undefined &&
    block.item === undefined &&
    block.style === 'text' &&
    block.content.every(({ type }) => type === 'text' || type === 'break')
  )
}

/** Signs that code is full of, and prose is not. The space of a line has no end of a line in it, of any kind. */
const CODE_SIGNS = /[{}\\|=]|;[ \t]*$|\w\(|\w_\w|->|::|<\/?\w|^[ \t]*(?:[#$>]\s?\w|\/\/|--)/m

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
