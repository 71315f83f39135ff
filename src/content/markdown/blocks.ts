import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { codeBlock } from './code-block.ts'
import { languageAround, languageOf } from './code-language.ts'
import { ContentIndex } from './content-index.ts'
import { definitionsOf } from './definitions.ts'
import { escapeLineStart } from './escape.ts'
import { Footnotes } from './footnotes.ts'
import { formulaOf } from '../formula/formula.ts'
import { formulaText } from './formula-text.ts'
import { addInline, addNode, MARKS } from './inline.ts'
import type { RenderContext } from './inline.ts'
import { entriesOf, LISTS, numberIn } from './list.ts'
import type { Entry } from './list.ts'
import { hasText, isBlank, isVisible } from './plain-text.ts'
import { isLayoutTable, mergedIn, readTable, renderTable } from './table.ts'
import { TextRun } from './text-run.ts'
import type { LineMode, Mark } from './text-run.ts'
import { Writer } from './writer.ts'
import type { AddItem } from './writer.ts'

export function renderContextOf(content: readonly ChildNode[]): RenderContext {
  const contentIndex = new ContentIndex(content)
  return { contentIndex, footnotes: new Footnotes(content, contentIndex.noteLinks) }
}

export class Blocks {
  private readonly writer = new Writer()
  private readonly context: RenderContext
  /** The lists and quotes around: each puts something before every line. */
  private nesting = 0
  private isInItem = false
  private readonly marks: Mark[] = []
  /** A link around blocks that has not found its text yet. */
  private card: { href: string; on: 'heading' | 'text'; hasText: boolean } | undefined
  private language = ''

  constructor(content: readonly ChildNode[], context = renderContextOf(content)) {
    this.context = context
    this.add(content)
  }

  toString(): string {
    return this.writer.toString()
  }

  private add(nodes: readonly ChildNode[]): void {
    let run: TextRun | undefined
    let previous: ChildNode | undefined
    for (const node of nodes) {
      if (isTag(node) && this.context.contentIndex.isBlock(node)) {
        if (run) this.finish(run)
        run = undefined
        this.block(node)
      } else if (run || !isBlank(node)) {
        run ??= this.begin('paragraph', 'text')
        addNode(node, previous, run, this.context)
      }
      previous = node
    }
    if (run) this.finish(run)
  }

  private begin(mode: LineMode, kind: 'heading' | 'text'): TextRun {
    const run = new TextRun(mode)
    if (this.card?.on === kind) run.beginLink(this.card.href)
    for (const mark of this.marks) run.begin(mark)
    return run
  }

  private finish(run: TextRun, prefix = ''): void {
    for (let count = this.marks.length; count > 0; count--) run.end()
    if (run.isInLink()) {
      // A picture before the text leaves the link to the text.
      if (this.card?.hasText && !run.hasText()) run.dropLink()
      else {
        run.end()
        if (run.hasText()) this.card = undefined
      }
    }
    for (const text of run.finish()) {
      this.writer.block(prefix === '' ? text : prefix + text.replace(/(?<=^|\s)(?=#+$)/, '\\'))
    }
  }

  private block(element: Element): void {
    const label = this.context.footnotes.label(element)
    if (label !== undefined) return this.note(label, element.children)
    const { name, children } = element
    switch (name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return this.heading(children, Number(name[1]))
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return this.list(element)
      case 'blockquote':
        return this.quote(children)
      case 'pre':
      case 'code':
      case 'listing':
      case 'plaintext':
      case 'xmp':
        return this.code(element)
      case 'table':
        return this.table(element)
      case 'dl':
        return this.definitions(element)
      case 'hr':
        return this.writer.block('---')
      case 'dt':
      case 'summary':
        return this.bold(element)
      case 'a':
        return this.linked(element)
    }
    this.container(element)
  }

  private container(element: Element): void {
    const formula = element.name === 'span' ? formulaOf(element) : undefined
    if (formula) return this.writer.block(`$$\n${formulaText(withoutBlankLines(formula.tex))}\n$$`)
    const mark = MARKS.get(element.name)
    if (mark !== undefined && !this.marks.includes(mark) && isShort(element)) {
      this.marks.push(mark)
      this.add(element.children)
      this.marks.pop()
      return
    }
    const outer = this.language
    this.language = languageAround(element) || outer
    this.add(element.children)
    this.language = outer
  }

  private heading(children: readonly ChildNode[], level: number): void {
    const run = this.begin('line', 'heading')
    addInline(children, run, this.context)
    this.finish(run, `${'#'.repeat(level)} `)
  }

  private bold(element: Element): void {
    if (this.context.contentIndex.holds(element, 'block')) return this.add(element.children)
    const run = this.begin('line', 'text')
    const isMarked = run.isMarked('**')
    if (!isMarked) run.begin('**')
    addInline(element.children, run, this.context)
    if (!isMarked) run.end()
    this.finish(run)
  }

  private code(element: Element): void {
    const text = codeBlock(element, languageOf(element) || this.language)
    if (text !== '') this.writer.block(text)
  }

  private quote(children: readonly ChildNode[]): void {
    this.nested(false, (isTooDeep) => {
      if (isTooDeep) this.add(children)
      else this.writer.quote(() => this.add(children))
    })
  }

  private note(label: string, children: readonly ChildNode[]): void {
    this.nested(false, () => this.writer.note(label, () => this.add(children)))
  }

  private list(element: Element): void {
    const entries = entriesOf(element)
    const hasNotes = entries.some(({ item }) => item && this.context.footnotes.label(item) !== undefined)
    // A list without items is how some pages indent.
    if (hasNotes || entries.every(({ item }) => item === undefined)) return this.add(element.children)
    const isOrdered = element.name === 'ol'
    const sign = isOrdered ? this.writer.signFor('.', ')') : this.writer.signFor('-', '*')
    const start = numberIn(element.attribs['start']) ?? 1
    const isTight = this.isInItem && (!isOrdered || start === 1)
    this.nested(true, (isTooDeep) => {
      if (isTooDeep) return this.add(element.children)
      this.writer.list(sign, isTight, (addItem) =>
        this.items(entries, isOrdered ? { sign, number: start } : { sign, number: undefined }, addItem),
      )
    })
  }

  private items(entries: readonly Entry[], { sign, number }: Numbering, addItem: AddItem): void {
    let next = number
    let hasItem = false
    for (const { item, nodes } of entries) {
      if (next !== undefined) next = numberIn(item?.attribs['value']) ?? next
      const marker = next === undefined ? `${sign} ` : `${next}${sign} `
      // A list that stands directly in a list belongs to the item before it.
      const isStrayList = item === undefined && nodes.every((node) => isTag(node) && LISTS.has(node.name))
      const isAdded = addItem(isStrayList ? (hasItem ? marker.replace(/\S/g, ' ') : '') : marker, () =>
        this.add(nodes),
      )
      hasItem ||= isAdded
      if (isAdded && !isStrayList && next !== undefined) next++
    }
  }

  private nested(isItem: boolean, write: (isTooDeep: boolean) => void): void {
    const { isInItem } = this
    this.nesting++
    this.isInItem = isItem
    write(this.nesting > MAX_NESTING)
    this.nesting--
    this.isInItem = isInItem
  }

  private definitions(element: Element): void {
    const groups = definitionsOf(element, this.context.contentIndex)
    if (groups === undefined) return this.container(element)
    for (const { terms, meanings } of groups) {
      const lines = terms.flatMap((term) => this.line(term.children)).map(escapeLineStart)
      for (const meaning of meanings) {
        for (const text of this.line(meaning.children)) lines.push(`: ${escapeLineStart(text)}`)
      }
      if (lines.length > 0) this.writer.block(lines.join('\n'))
    }
  }

  private line(children: readonly ChildNode[]): string[] {
    const run = this.begin('line', 'text')
    addInline(children, run, this.context)
    for (let count = this.marks.length; count > 0; count--) run.end()
    if (run.isInLink()) run.end()
    return run.finish()
  }

  private table(element: Element): void {
    const table = readTable(element)
    this.add(table.caption)
    this.add(table.stray)
    if (!isLayoutTable(element, table, this.context.contentIndex)) {
      return this.writer.block(renderTable(table, mergedIn(element), this.context))
    }
    for (const { cells } of table.rows) this.row(cells)
  }

  /** A row of a table that is no table: short pieces of text side by side stay on one line. */
  private row(all: readonly Element[]): void {
    const cells = all.filter((cell) => isVisible(cell.children))
    const lines = cells.some((cell) => this.context.contentIndex.holds(cell, 'block'))
      ? undefined
      : cells.flatMap((cell) => this.line(cell.children))
    if (lines && lines.reduce((sum, line) => sum + line.length, 0) < MAX_ROW_CHARS) {
      if (lines.length > 0) this.writer.block(escapeLineStart(lines.join(' ')))
    } else for (const cell of cells) this.add(cell.children)
  }

  /** A link around several blocks leads from their heading, or from the first text. */
  private linked(element: Element): void {
    const href = element.attribs['href']
    const { contentIndex } = this.context
    if (href !== undefined && !this.card && !contentIndex.holds(element, 'link')) {
      const on = contentIndex.holds(element, 'heading') ? 'heading' : 'text'
      this.card = { href, on, hasText: hasText(element.children) }
      this.add(element.children)
      this.card = undefined
    } else this.add(element.children)
  }
}

interface Numbering {
  sign: string
  number: number | undefined
}

/** A blank line would end the formula. */
function withoutBlankLines(tex: string): string {
  return tex.replace(/\n\s*(?=\n)/g, '')
}

/** Deeper than any reader follows; what is nested further stays at this level. */
const MAX_NESTING = 16

const MAX_ROW_CHARS = 240

/** Emphasis over more than this is a tag that was never closed. */
const MAX_EMPHASIZED_CHARS = 400

function isShort({ children }: Element): boolean {
  let left = MAX_EMPHASIZED_CHARS
  const read = (nodes: readonly ChildNode[]): boolean =>
    nodes.every((node) => {
      left -= isText(node) ? node.data.length : 1
      return left >= 0 && (!('children' in node) || read(node.children))
    })
  return read(children)
}
