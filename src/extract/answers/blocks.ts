import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { onOneLine } from './fold.ts'
import { labelledPair } from './labelled-pair.ts'
import { INLINE, shortText, SKIPPED, touches } from './short-text.ts'
import { rowsOf } from './table-rows.ts'
import type { Cell } from './table-rows.ts'

/** A piece of a page that stands for itself: nothing of it continues in the next one. */
export interface Block {
  kind: 'heading' | 'text' | 'item' | 'pair' | 'row' | 'caption' | 'code'
  /** With single blanks, and line breaks where the page breaks lines. A pair is `label: value`, a row `cell | cell`. */
  text: string
  /** What it stands under. */
  heading: Heading | undefined
  /** What a pair is about, or the first cell of a row. */
  label?: string
  /** The line that introduces the list it is an item of. */
  lead?: string
  /** Of a row whose columns have headers. */
  cells?: readonly Cell[]
}

export interface Heading {
  text: string
  level: number
  parent: Heading | undefined
}

/** The blocks of a page's content in their order, as many as are worth reading. */
export function blocksOf(nodes: readonly ChildNode[]): Block[] {
  const walk = new Walk()
  walk.children(nodes, 'text')
  walk.flush('text')
  return walk.blocks
}

const MOST_BLOCKS = 250_000
/** A label is no longer; longer ones are text. */
const LONGEST_LABEL = 200
/** A value that is longer is text under its label. */
const LONGEST_VALUE = 300
const LONGEST_BOLD_HEADING = 100
const LONGEST_BOLD = 40
const LONGEST_HEADING = 300
/** Below every heading that is one to the markup. */
const WEAK_LEVEL = 7
const QUESTION_LEVEL = 8

class Walk {
  readonly blocks: Block[] = []
  private inline: string[] = []
  private heading: Heading | undefined
  private hasOnlyBold = true
  /** The bold words that a line begins with. */
  private bold = ''
  private lead: string | undefined

  children(nodes: readonly ChildNode[], kind: Block['kind']): void {
    for (const node of nodes) {
      if (this.blocks.length >= MOST_BLOCKS) return
      if (isText(node)) this.text(node.data, kind)
      else if (isTag(node)) this.element(node, kind)
    }
  }

  private text(data: string, kind: Block['kind']): void {
    if (data === '') return
    this.inline.push(kind === 'code' ? data.replace(/[^\S\n]+/g, ' ') : data.replace(/\s+/g, ' '))
    if (data.trim() !== '') this.hasOnlyBold = false
  }

  private element(element: Element, kind: Block['kind']): void {
    const { name } = element
    if (SKIPPED.has(name) || name === 'nav' || 'hidden' in element.attribs) return
    if (name === 'br') return void this.inline.push('\n')
    if (INLINE.has(name)) return this.inlineElement(element, kind)
    this.flush(kind)
    const around = this.heading
    const own = OWN[name]
    if (own) own(this, element)
    else {
      const pair = labelledPair(element)
      if (pair && isFigure(pair)) this.tile(pair.label, pair.value)
      else if (pair) this.pair(pair.label, pair.value)
      else this.within(element, name === 'li' ? 'item' : kind)
    }
    if (CLOSED.has(name)) this.heading = around
  }

  private inlineElement(element: Element, kind: Block['kind']): void {
    const { name, children } = element
    if (touches(element)) this.inline.push(' ')
    const onlyBold = this.hasOnlyBold
    const isFirst = this.inline.every((text) => text.trim() === '')
    this.children(children, kind)
    if (name !== 'b' && name !== 'strong') return
    this.hasOnlyBold = onlyBold
    if (isFirst) this.bold = onOneLine(this.inline.join(''))
  }

  within({ children }: Element, kind: Block['kind']): void {
    this.children(children, kind)
    this.flush(kind)
  }

  /** Ends the block that is being read. */
  flush(kind: Block['kind']): void {
    const isBold = this.hasOnlyBold
    const bold = this.bold
    this.hasOnlyBold = true
    this.bold = ''
    if (this.inline.length === 0) return
    const lines = this.inline
      .join('')
      .replace(/ {2,}/g, ' ')
      .replace(/ ?\n ?/g, '\n')
    this.inline = []
    for (const text of lines.split(/\n{2,}/)) this.block(kind, text.trim(), isBold, bold)
  }

  private block(kind: Block['kind'], text: string, isBold: boolean, bold: string): void {
    if (text === '') return
    const isLine = text.length <= LONGEST_LABEL && !text.includes('\n')
    // A line that only asks is the heading of what answers it, and so is one that is all bold.
    if (kind === 'text' && isLine && isQuestion(text)) return this.headed(text, QUESTION_LEVEL)
    const isHeading = isBold && kind === 'text' && text.length <= LONGEST_BOLD_HEADING && isLine
    if (isHeading && !/[.!;,。]$/.test(text)) return this.headed(text, WEAK_LEVEL)
    const lead = kind === 'item' ? this.lead : undefined
    const isLabelled =
      bold !== '' && bold.length <= LONGEST_BOLD && text.length > bold.length && text.startsWith(bold)
    this.push({
      kind,
      text,
      heading: this.heading,
      ...(lead !== undefined && { lead }),
      ...(isLabelled && { label: bold.replace(/\s?[:：–-]$/u, '') }),
    })
  }

  list(element: Element): void {
    const around = this.lead
    const last = this.blocks.at(-1)
    this.lead =
      last && /[:：]$/.test(last.text) && last.kind !== 'heading' ? last.text.slice(-LONGEST_HEADING) : around
    this.within(element, 'text')
    this.lead = around
  }

  push(block: Block): void {
    if (this.blocks.length < MOST_BLOCKS) this.blocks.push(block)
  }

  headed(text: string, level: number): void {
    let parent = this.heading
    while (parent && parent.level >= level) parent = parent.parent
    this.heading = { text, level, parent }
    this.push({ kind: 'heading', text, heading: this.heading })
  }

  pair(label: string, value: string): void {
    const separator = /[:：?？]$/.test(label) ? ' ' : ': '
    this.push({ kind: 'pair', text: `${label}${separator}${value}`, heading: this.heading, label })
  }

  /** A figure with what it counts below it. */
  tile(value: string, label: string): void {
    this.push({ kind: 'pair', text: `${value} ${label}`, heading: this.heading, label })
  }

  row(cells: readonly Cell[]): void {
    const label = (cells.find(({ text }) => /\p{L}/u.test(text)) ?? cells[0]!).text
    const isPairs =
      cells.length % 2 === 0 &&
      cells.every(
        ({ isHead, header }, at) => header === undefined && (cells.length === 2 || isHead === (at % 2 === 0)),
      )
    if (isPairs) {
      for (let at = 0; at < cells.length; at += 2) this.pair(cells[at]!.text, cells[at + 1]!.text)
      return
    }
    const text = cells.map((cell) => cell.text).join(' | ')
    this.push({ kind: 'row', text, heading: this.heading, label, cells })
  }
}

/** A number before the words that say what it is of. */
function isFigure({ label, value }: { label: string; value: string }): boolean {
  return /^\P{L}{0,3}\p{Nd}/u.test(label) && !/\p{Nd}/u.test(value)
}

/** One sentence that asks. */
function isQuestion(text: string): boolean {
  return /[?？؟]["”»)]?$/.test(text) && !/[.!?…]\s/.test(text)
}

/** What a heading in them says ends with them. */
const CLOSED: ReadonlySet<string> = new Set('details dl table aside figure blockquote li'.split(' '))

/** The elements that are not just a block with blocks in it. */
const OWN: Record<string, (walk: Walk, element: Element) => void> = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [
      `h${level}`,
      (walk: Walk, element: Element) => heading(walk, element, level),
    ]),
  ),
  summary: (walk, element) => heading(walk, element, WEAK_LEVEL),
  figcaption: (walk, element) => walk.within(element, 'caption'),
  caption: (walk, element) => heading(walk, element, WEAK_LEVEL),
  pre: (walk, element) => walk.within(element, 'code'),
  table: (walk, element) => {
    for (const part of rowsOf(element)) {
      if ('cells' in part) walk.row(part.cells)
      else walk.within(part.element, 'text')
    }
  },
  dl: (walk, element) => definitions(walk, element),
  ul: (walk, element) => walk.list(element),
  ol: (walk, element) => walk.list(element),
}

function heading(walk: Walk, element: Element, level: number): void {
  const text = shortText(element, LONGEST_HEADING)
  if (text) walk.headed(text, level)
  else walk.within(element, 'text')
}

/** Terms with what is said about each. A long definition is text under its term. */
function definitions(walk: Walk, list: Element): void {
  let label = ''
  for (const entry of list.children.flatMap(entriesOf)) {
    const text = shortText(entry, entry.name === 'dt' ? LONGEST_LABEL : LONGEST_VALUE)
    if (entry.name === 'dt') label = text ?? ''
    else if (label !== '' && text) walk.pair(label, text)
    else {
      if (label !== '') walk.headed(label, WEAK_LEVEL)
      walk.within(entry, 'text')
    }
  }
}

function entriesOf(node: ChildNode): Element[] {
  if (!isTag(node)) return []
  if (node.name !== 'div') return [node]
  return node.children.filter(isTag).filter(({ name }) => name === 'dt' || name === 'dd')
}
