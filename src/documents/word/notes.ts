import { escapeText } from '../markup.ts'
import type { Block } from './block.ts'
import { documentHtml } from './document-html.ts'
import { DocumentRoom } from './document-room.ts'
import type { Inline } from './inline.ts'

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
