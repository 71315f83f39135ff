import { escapeUrl, isBalanced } from './escape-url.ts'
import { inBackticks } from './backticks.ts'
import { escapeBrackets, escapeLineStart, escapeText } from './escape.ts'
import { isBoundary, isPunctuation, mayClose } from './punctuation.ts'
import { SPECIAL, tidy, traitsOf, UNTIDY } from './white-space.ts'

/** What a line break becomes: one on its own line, a tag inside a cell, or nothing but a space. */
export type LineMode = 'paragraph' | 'cell' | 'line'

export type Mark = '**' | '*' | '~~'

/**
 * White space and marks are held back until the next visible character is known: whether marks read back depends
 * on the characters on both sides.
 */
export class TextRun {
  readonly mode: LineMode
  private readonly paragraphs: string[] = []
  private parts: string[] = []
  private hasLines = false
  /** The last visible character, and whether it belongs to the text, a mark or other syntax. */
  private last = ''
  private lastIs: 'start' | 'text' | 'mark' | 'syntax' = 'start'
  /** The last character of text, whatever syntax came after it. */
  private lastSeen = ''
  private sawText = false
  private space = false
  private breaks = 0
  private readonly open: Opened[] = []
  private closing: Opened[] = []
  private code: { index: number; text: string } | undefined

  constructor(mode: LineMode) {
    this.mode = mode
  }

  /** Text of the page: white space collapses, what looks like Markdown is escaped. */
  text(data: string): void {
    const traits = traitsOf(data)
    const text = (traits & UNTIDY) === 0 ? data : tidy(data)
    const start = text.charCodeAt(0) === SPACE ? 1 : 0
    if (start === 1) this.space = true
    if (text.length <= start) return
    const end = text.length - (text.charCodeAt(text.length - 1) === SPACE ? 1 : 0)
    const visible = text.slice(start, end)
    const isAfterMark = visible.startsWith('~') && this.isMarked('~~')
    const before = isAfterMark ? '~' : this.space || this.breaks > 0 ? ' ' : this.last
    // A bracket that ended in the text before would become a link together with this.
    const isJoined = before === ']' && this.lastIs === 'text' && /^[(:[]/.test(visible)
    this.settle(visible[0]!)
    const escaped = (traits & SPECIAL) === 0 ? visible : escapeText(visible, before)
    this.write(isJoined && escaped[0] !== '\\' ? `\\${escaped}` : escaped, visible.at(-1)!, 'text')
    this.lastSeen = this.last
    this.sawText = true
    this.space = end < text.length
    if ((traits & SPECIAL) !== 0) for (const opened of this.open) opened.hasBrackets = true
  }

  /** Markdown that is complete in itself, such as an image or a formula. */
  raw(markdown: string): void {
    if (markdown === '') return
    this.settle(markdown[0]!)
    if (markdown.startsWith('[')) this.escapeExclamation()
    this.write(markdown, markdown.at(-1)!, 'syntax')
    this.lastSeen = ''
  }

  /** A span of code; two side by side are one, because their backticks would run together. */
  codeSpan(text: string): void {
    if (/^\s/.test(text)) this.space = true
    const code = text.trim()
    if (code === '') return
    const isApart = this.space || this.breaks > 0 || this.closing.length > 0 || this.open.at(-1)?.index === -1
    const previous = !isApart && this.code?.index === this.parts.length - 1 ? this.code : undefined
    if (previous && previous.text.length < MAX_JOINED_CHARS) {
      this.parts[previous.index] = inBackticks(previous.text + code)
      previous.text += code
    } else {
      if (previous) this.space = true
      this.settle('`')
      this.write(inBackticks(code), '`', 'syntax')
      this.code = { index: this.parts.length - 1, text: code }
    }
    this.lastSeen = code.at(-1)!
    this.sawText = true
    if (/\s$/.test(text)) this.space = true
  }

  gap(): void {
    this.space = true
  }

  break(): void {
    if (this.mode === 'line' || this.isInLink()) this.space = true
    else this.breaks++
  }

  edge(): void {
    if (this.mode === 'cell' && !this.isInLink()) this.breaks = Math.max(this.breaks, 1)
    else this.space = true
  }

  /** The character of text that the next one would follow directly; empty when there is none. */
  adjacentChar(): string {
    return this.space || this.breaks > 0 ? '' : this.lastSeen
  }

  hasText(): boolean {
    return this.sawText
  }

  isMarked(mark: Mark): boolean {
    return this.open.some((opened) => opened.mark === mark)
  }

  isInLink(): boolean {
    return this.open.some((opened) => opened.mark === '[')
  }

  begin(mark: Mark): void {
    const last = this.closing.at(-1)
    const parent = this.open.at(-1)
    const isDirect = !this.space && this.breaks === 0 && (parent === undefined || parent.index >= 0)
    // Two bold pieces side by side are one: `**a****b**` would not read back.
    if (last?.mark === mark && isDirect) this.open.push(this.closing.pop()!)
    else this.open.push({ mark, href: '', index: -1, hasBrackets: false, isTag: false })
  }

  beginLink(href: string): void {
    this.open.push({ mark: '[', href, index: -1, hasBrackets: false, isTag: false })
  }

  /** Ends what was begun last; what has no visible content leaves no trace. */
  end(): void {
    const opened = this.open.pop()
    if (opened === undefined || opened.index < 0) return
    if (opened.mark !== '[') this.closing.push(opened)
    else {
      this.writeClosing(']')
      if (opened.hasBrackets) this.escapeBrackets(opened.index + 1)
      this.write(`](${escapeUrl(opened.href)})`, ')', 'syntax')
    }
  }

  dropLink(): void {
    const opened = this.open.pop()
    if (opened && opened.index >= 0) this.parts[opened.index] = ''
  }

  finish(): string[] {
    this.finishParagraph()
    return this.paragraphs
  }

  private write(markdown: string, last: string, is: 'text' | 'syntax'): void {
    this.parts.push(markdown)
    this.last = last
    this.lastIs = is
  }

  /** Writes what was held back, now that `next` is known to follow. */
  private settle(next: string): void {
    const isSpaced = this.space || this.breaks > 0
    const begins = this.open.at(-1)?.index === -1
    if (this.closing.length > 0) this.writeClosing(isSpaced ? '' : begins ? this.firstMark() : next)
    if (this.breaks > 1 && this.mode === 'paragraph') this.finishParagraph()
    else if (this.breaks > 0) this.writeBreak()
    else if (this.space && this.parts.length > 0) this.writeSpace()
    this.space = false
    this.breaks = 0
    if (this.open.at(-1)?.index === -1) this.writeOpening(next)
  }

  private firstMark(): string {
    return this.open.find(({ index }) => index < 0)!.mark[0]!
  }

  private writeSpace(): void {
    this.parts.push(' ')
    this.last = ' '
    this.lastIs = 'syntax'
  }

  private writeBreak(): void {
    if (this.parts.length === 0) return
    // White space beside the break stays, so that words do not run together where tags are cut out.
    this.parts.push(this.mode === 'paragraph' ? '  \n' : this.space ? ' <br>' : '<br>')
    this.hasLines = true
    this.last = this.mode === 'cell' ? '>' : ' '
    this.lastIs = 'syntax'
  }

  private writeClosing(next: string): void {
    for (const [at, opened] of this.closing.entries()) {
      const sign = opened.mark[0]!
      const after = this.closing.slice(at + 1).find(({ mark }) => mark[0] !== sign)?.mark[0] ?? next
      // A mark after punctuation ends nothing when a letter follows, as it does where there are no spaces.
      if (!opened.isTag && isPunctuation(this.last, true) && !isBoundary(after)) this.useTag(opened)
      this.parts.push(opened.isTag ? `</${TAGS[opened.mark as Mark]}>` : opened.mark)
      if (opened.isTag) this.last = '>'
      else if (this.closing[at + 1] && this.closing[at + 1]!.mark[0] !== sign) this.last = sign
      this.lastIs = opened.isTag ? 'syntax' : 'mark'
    }
    this.closing = []
  }

  /** Marks of one sign that stand directly inside each other are one row; what counts is what is around the row. */
  private writeOpening(next: string): void {
    const first = this.open.findIndex(({ index }) => index < 0)
    let before = this.lastIs === 'start' ? '' : this.last
    for (let at = first; at < this.open.length; at++) {
      const opened = this.open[at]!
      const sign = opened.mark[0]!
      const inner = this.open.slice(at + 1).find(({ mark }) => mark[0] !== sign)
      const after = inner?.mark[0] ?? next
      const isUnreadable =
        (isPunctuation(after, true) && !isBoundary(before)) || (first > 0 && mayClose(before, after))
      opened.isTag = opened.mark !== '[' && (isUnreadable || (at === first && this.lastIs === 'mark'))
      if (opened.mark === '[' && at === first) this.escapeExclamation()
      opened.index = this.parts.length
      this.parts.push(opened.isTag ? `<${TAGS[opened.mark as Mark]}>` : opened.mark)
      if (opened.isTag) before = '>'
      else if (this.open[at + 1] && this.open[at + 1]!.mark[0] !== sign) before = sign
    }
  }

  /** An exclamation mark right before a link would make an image of it. */
  private escapeExclamation(): void {
    if (this.last !== '!' || this.lastIs !== 'text') return
    this.parts.push(this.parts.pop()!.replace(/!$/, '\\!'))
  }

  private useTag(opened: Opened): void {
    opened.isTag = true
    this.parts[opened.index] = `<${TAGS[opened.mark as Mark]}>`
  }

  private escapeBrackets(from: number): void {
    const text = this.parts.slice(from).join('')
    if (!isBalanced(text.replace(/\\./g, ''), '[', ']')) {
      this.parts.splice(from, Infinity, escapeBrackets(text))
    }
  }

  private finishParagraph(): void {
    for (let at = this.open.length - 1; at >= 0; at--) {
      const opened = this.open[at]!
      if (opened.index >= 0) this.closing.push(opened)
      // What is still open is opened again where the next paragraph begins.
      this.open[at] = { ...opened, index: -1, hasBrackets: false, isTag: false }
    }
    if (this.closing.length > 0) this.writeClosing('')
    const text = this.parts.length === 1 ? this.parts[0]! : this.parts.join('')
    if (text !== '') this.paragraphs.push(this.mode === 'paragraph' ? escapeLines(text, this.hasLines) : text)
    this.parts = []
    this.hasLines = false
    this.code = undefined
    this.last = ''
    this.lastIs = 'start'
  }
}

interface Opened {
  mark: Mark | '['
  href: string
  /** Where among the parts it was written; negative as long as nothing visible stands in it. */
  index: number
  hasBrackets: boolean
  /** Written as an HTML tag because the mark would not read back. */
  isTag: boolean
}

const TAGS: Record<Mark, string> = { '**': 'strong', '*': 'em', '~~': 'del' }
const SPACE = 0x20
/** Code that is longer than this was not split by a highlighter. */
const MAX_JOINED_CHARS = 1000

function escapeLines(text: string, hasLines: boolean): string {
  return hasLines ? text.split('\n').map(escapeLineStart).join('\n') : escapeLineStart(text)
}
