import { cloneNode, Element } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { existsOne } from 'domutils'
import { cuesOf } from '../findings/cues.ts'
import type { Cues } from '../findings/cues.ts'
import { gridOf, tablesIn, cellNames } from '../findings/tables.ts'
import type { GridRow, CellNames } from '../findings/tables.ts'
import { layoutOf, linesOf } from '../findings/layout.ts'
import type { Spot, Line } from '../findings/layout.ts'
import { ancestorsOf } from '../findings/element-profile.ts'
import { memoizePerObject } from '../../language/memoize.ts'

export interface Block {
  kind: 'heading' | 'text' | 'item' | 'pair' | 'row' | 'caption' | 'code'
  /** With single blanks, and line breaks where the page breaks lines. A pair is `label: value`, a row `cell | cell`. */
  text: string
  heading: Heading | undefined
  label?: string
  cells?: readonly Cell[]
}

export interface Cell {
  header: string | undefined
  text: string
}

export interface Heading {
  text: string
  level: number
  parent: Heading | undefined
  /** The element that it does not reach beyond. */
  within: Element | undefined
}

export function blocksOf(nodes: readonly ChildNode[]): Block[] {
  // Content shares nodes with its page, so what is around them is only right in a copy.
  const root = cloneNode(new Element('div', {}, [...nodes]), true)
  const spots = layoutOf(root, { spots: MOST_TEXTS, chars: LONGEST_TEXT })
  const names = cellNames(root)
  const rows = new Map(
    tablesIn(root).flatMap((table) => gridOf(table).map((row) => [row.element, row] as const)),
  )
  const readContext = new BlockReader({ spots, names, rows, cues: cuesOf(spots, names) })
  let group: Line[] = []
  for (const line of linesOf(spots)) {
    if (group.length > 0 && !readContext.areOne(group, line)) {
      readContext.add(group)
      group = []
    }
    group.push(line)
  }
  if (group.length > 0) readContext.add(group)
  return readContext.blocks
}

const MOST_TEXTS = 30_000
const LONGEST_TEXT = 200_000
const LONGEST_LABEL = 200
const LONGEST_VALUE = 300
const MOST_SENTENCES = 2
/** What a line beside its label has at most; a longer one is a sentence. */
const LONGEST_SHORT = 80
const LONGEST_BOLD_HEADING = 100
/** Below every heading that is one to the markup. */
const WEAK_LEVEL = 7
const QUESTION_LEVEL = 8

type Holders = Partial<Record<string, Element>>

const HOLDERS: ReadonlySet<string> = new Set(
  'nav dt dd tr pre li caption summary figcaption details dl table aside figure blockquote'.split(' '),
)
const CLOSED = 'details dl table aside figure blockquote li'.split(' ')

interface PageLayout {
  spots: readonly Spot[]
  cues: readonly Cues[]
  names: ReadonlyMap<Element, CellNames>
  rows: ReadonlyMap<Element | undefined, GridRow>
}

class BlockReader {
  readonly blocks: Block[] = []
  private readonly shown: PageLayout
  private heading: Heading | undefined
  private term = ''

  constructor(shown: PageLayout) {
    this.shown = shown
  }

  private spotOf({ first }: Line): Spot {
    return this.shown.spots[first]!
  }

  areOne(group: readonly Line[], line: Line): boolean {
    const [before, own] = [this.spotOf(group.at(-1)!), this.spotOf(line)]
    const [held, holders] = [holdersOf(before.block), holdersOf(own.block)]
    if (holders['tr'] && this.rowOf(holders)) return held['tr'] === holders['tr']
    if (holders['dd']) return held['dd'] === holders['dd']
    return before.block === own.block && (own.line - before.line === 1 || holders['pre'] !== undefined)
  }

  /** The row of a table that holds data; one that only serves the layout is read like the rest of the page. */
  private rowOf({ tr }: Holders): GridRow | undefined {
    const row = tr && this.shown.rows.get(tr)
    const isData = row?.cells.every(
      (cell) =>
        cell === undefined ||
        (this.shown.names.has(cell.element) &&
          cell.text.length <= LONGEST_VALUE &&
          (cell.text.match(/[.!?。](?=\s|$)/g)?.length ?? 0) <= MOST_SENTENCES &&
          !existsOne(({ name }) => /^(?:h[1-6]|pre|dl)$/.test(name), cell.element.children)),
    )
    return isData ? row : undefined
  }

  add(group: readonly Line[]): void {
    const spot = this.spotOf(group[0]!)
    const holders = holdersOf(spot.block)
    if (holders['nav']) return
    while (this.heading?.within && !ancestorsOf(spot.block).includes(this.heading.within))
      this.heading = this.heading.parent
    const row = this.rowOf(holders)
    if (row) return this.row(row)
    const text = group.map((line) => line.text).join('\n')
    if (spot.level > 0) return this.headed(text, spot.level, holders)
    if (holders['dd'] && this.term !== '') return this.definition(group, holders)
    if (holders['dt']) return void (this.term = text)
    if (holders['caption'] ?? holders['summary']) return this.headed(text, WEAK_LEVEL, holders)
    this.texts(group, text, holders)
  }

  private texts(group: readonly Line[], text: string, holders: Holders): void {
    const { cues, spots } = this.shown
    const [{ first, count }] = group as [Line]
    const kind = holders['pre'] ? 'code' : holders['figcaption'] ? 'caption' : holders['li'] ? 'item' : 'text'
    const own = spots.slice(first, first + count)
    const isLine = group.length === 1 && text.length <= LONGEST_LABEL
    const { row, tile } = cues[first + count - 1]!
    if (text.length <= LONGEST_SHORT && group.length === 1 && isLabel(row) && row !== own[0]!.heading)
      return this.pair(row, count === 1 ? text : own.at(-1)!.text)
    if (isLine && tile !== '' && /^\P{L}{0,3}\p{Nd}/u.test(text)) return this.tile(own[0]!.text, tile)
    // A line that only asks is the heading of what answers it, and so is one that is all bold.
    if (kind === 'text' && isLine && isQuestion(text)) return this.headed(text, QUESTION_LEVEL, holders)
    const isBold = kind === 'text' && isLine && own.every(({ isMarked }) => isMarked)
    if (isBold && text.length <= LONGEST_BOLD_HEADING && !/[.!;,。]$/.test(text))
      return this.headed(text, WEAK_LEVEL, holders)
    this.push({ kind, text })
  }

  private push(block: Omit<Block, 'heading'>): void {
    this.blocks.push({ ...block, heading: this.heading })
  }

  private headed(text: string, level: number, holders: Holders): void {
    let parent = this.heading
    while (parent && parent.level >= level) parent = parent.parent
    const within = CLOSED.flatMap((name) => holders[name] ?? []).find(
      (one, _, all) => !all.some((other) => other !== one && ancestorsOf(other).includes(one)),
    )
    this.heading = { text, level, parent, within }
    this.push({ kind: 'heading', text })
  }

  private pair(label: string, value: string): void {
    if (this.blocks.at(-1)?.text === label) {
      const { kind, heading } = this.blocks.pop()!
      if (kind === 'heading') this.heading = heading!.parent
    }
    const separator = /[:：?？]$/.test(label) ? ' ' : ': '
    this.push({ kind: 'pair', text: `${label}${separator}${value}`, label })
  }

  private tile(value: string, label: string): void {
    this.push({ kind: 'pair', text: `${value} ${label}`, label })
  }

  private definition(group: readonly Line[], holders: Holders): void {
    const text = group.map((line) => line.text).join(' ')
    if (text.length <= LONGEST_VALUE) return this.pair(this.term, text)
    this.headed(this.term, WEAK_LEVEL, holders)
    for (const line of group) this.push({ kind: holders['li'] ? 'item' : 'text', text: line.text })
  }

  private row({ cells }: GridRow): void {
    const { names } = this.shown
    const own = cells
      .filter((cell, at) => cell && cell.text !== '' && cells.indexOf(cell) === at)
      .map((cell) => cell!)
    if (own.length === 0 || (own.length > 1 && own.every(({ isHead }) => isHead))) return
    const isPairs =
      own.length % 2 === 0 &&
      own.every(
        ({ element, isHead }, at) =>
          names.get(element)!.column === '' && (own.length === 2 || isHead === (at % 2 === 0)),
      )
    if (isPairs) {
      for (let at = 0; at < own.length; at += 2) this.pair(own[at]!.text, own[at + 1]!.text)
      return
    }
    const shown = own.map(({ text, element }) => ({ text, header: names.get(element)!.column || undefined }))
    this.push({
      kind: 'row',
      text: own.map(({ text }) => text).join(' | '),
      label: (own.find(({ text }) => /\p{L}/u.test(text)) ?? own[0]!).text,
      cells: shown,
    })
  }
}

const holdersOf = memoizePerObject((block: Element): Holders => {
  const found: Holders = {}
  for (const at of ancestorsOf(block))
    if (HOLDERS.has(at.name) && !(/^d[dt]$/.test(at.name) && (found['dt'] ?? found['dd'])))
      found[at.name] ??= at
  return found
})

function isLabel(text: string): boolean {
  return (
    /\p{L}/u.test(text) &&
    text.length <= LONGEST_SHORT / 2 &&
    !/[!?;,。？！]$|[:：] |(?:\S+ ){4}.*\.$/u.test(text)
  )
}

function isQuestion(text: string): boolean {
  return /[?？؟]["”»)]?$/.test(text) && !/[.!?…]\s/.test(text)
}
