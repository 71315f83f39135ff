import { isTag } from 'domhandler'
import { Naming } from '../schema/naming.ts'
import { isCalledHead, soleCell, widthOf } from './grid.ts'
import type { Grid, GridCell, GridRow } from './grid.ts'
import { mentionsIn } from './mentions.ts'

/** What the page calls something, and how much that is to be trusted, from 0 to 1. */
export interface Label {
  text: string
  weight: number
}

const MOST_HEADS = 3
const LONGEST_HEAD = 60

interface Heads {
  /** What stands over the whole, before the heads of its columns. */
  titles: string[]
  rows: Grid
  /** The rows below. */
  body: Grid
}

/** Which rows at the top of a grid are heads: all of their cells say so, they are marked so, or the first is words. */
export function headsOf(grid: Grid): Heads | undefined {
  const width = widthOf(grid)
  const titles: string[] = []
  let start = 0
  for (; start < grid.length - 1; start++) {
    const sole = soleCell(grid[start]!, width)
    if (!sole) break
    titles.push(sole.text)
  }
  const rest = grid.slice(start)
  const count =
    marked(rest, width, isHeadRow) || marked(rest, width, isMarkedRow) || Number(looksLikeHead(rest))
  return count === 0 ? undefined : { titles, rows: rest.slice(0, count), body: rest.slice(count) }
}

/** How many rows at the top are heads by their marks; none where all are marked so. */
function marked(grid: Grid, width: number, isMarked: (row: GridRow) => boolean): number {
  const count = grid.findIndex((row) => !isMarked(row) || soleCell(row, width) !== undefined)
  return Math.min(count < 0 ? 0 : count, MOST_HEADS)
}

function isHeadRow({ cells }: GridRow): boolean {
  const present = cells.filter((cell) => cell !== undefined)
  return present.length > 0 && present.every(({ isHead, text }) => isHead || text === '')
}

/** Whether a row is called a head, or all that it says is bold. */
function isMarkedRow({ cells, element }: GridRow): boolean {
  const said = cells.filter((cell) => cell !== undefined && cell.text !== '')
  if (said.length < 2 || said.some((cell) => cell!.text.length > LONGEST_HEAD)) return false
  return (element !== undefined && isCalledHead(element)) || said.every((cell) => isBold(cell!))
}

/** A first row of short different words over columns of values. */
function looksLikeHead(grid: Grid): boolean {
  const [top, ...rest] = grid
  const [corner, ...others] = top?.cells ?? []
  if (!top || rest.length < 2 || !corner || others.length === 0) return false
  if (corner.isHead && corner.text !== '' && others.every((cell) => !cell?.isHead)) return false
  const heads = corner.text === '' ? others : [corner, ...others]
  const texts = heads.map((cell) => cell?.text ?? '')
  const areLabels = texts.every(
    (text) => text !== '' && text.length <= LONGEST_HEAD && !/\d/.test(withoutUnit(text)),
  )
  if (!areLabels || new Set(texts).size < texts.length) return false
  const sample = rest.slice(0, 30)
  if (heads.length === 2 && !areAlike(sample.map(({ cells }) => cells[1]?.text ?? ''))) return false
  return top.cells.some(
    (_, x) => sample.filter(({ cells }) => /\d/.test(cells[x]?.text ?? '')).length > sample.length * 0.7,
  )
}

/** Whether values are of one kind: of two columns whose values are not, the first has the labels and the first row no heads. */
function areAlike(values: readonly string[]): boolean {
  const kinds = values.filter((text) => /\d/.test(text)).map((text) => mentionsIn(text)[0]?.kind)
  return new Set(kinds).size < 2
}

function isBold({ element }: GridCell): boolean {
  return element.children.some((child) => isTag(child) && /^(?:b|strong)$/.test(child.name))
}

/** What a column is called: all that its heads say, and the same without its unit and without what it shares with others. */
export function labelsAt(heads: Grid, x: number): Label[] {
  const texts = [...new Set(heads.map(({ cells }) => cells[x]?.text ?? '').filter((text) => text !== ''))]
  if (texts.length === 0) return []
  const whole = texts.join(' ').slice(0, 120)
  const bare = texts.map(withoutUnit).filter((text) => text !== '')
  const labels: Label[] = [
    { text: whole, weight: 1 },
    { text: bare.join(' ').slice(0, 120), weight: 1 },
    { text: (bare.at(-1) ?? '').slice(0, 120), weight: 0.9 },
  ]
  return labels.filter(({ text }, nth) => text !== '' && labels.findIndex((one) => one.text === text) === nth)
}

/** What the first column is beside what its head says: what its records are called, or how much of something they are. */
export function labelsOfNames(head: readonly Label[], cells: readonly (GridCell | undefined)[]): Label[] {
  const texts = cells.flatMap((cell) => (cell === undefined || cell.text === '' ? [] : [cell.text]))
  const isTelling =
    head.length > 0 && !head.some(({ text }) => DESIGNATIONS.some((one) => one.likenessTo(text) > 0.8))
  if (isTelling || texts.length === 0 || new Set(texts).size < texts.length) return []
  const measured = texts.map((text) => measuredIn(text))
  const [first] = measured
  const quantities = first !== undefined && measured.every((one) => one === first) ? first.split(' ') : []
  const names = texts.every((text) => /\p{L}/u.test(text)) ? NAMES : []
  return [...quantities, ...names].map((text) => ({ text, weight: OF_NAMES }))
}

const NAMES = ['name', 'model', 'variant', 'version', 'type', 'plan']
const OF_NAMES = 0.7
/** Heads that say no more than that a column has what its records are called. */
const DESIGNATIONS = ['name', 'model', 'type', 'variant', 'product', 'item'].map(
  (name) => new Naming({ name }),
)

/** Units, and what is measured in them. */
const QUANTITIES: readonly [units: string, quantities: string][] = [
  ['V kV', 'voltage'],
  ['W kW MW hp PS CV', 'power'],
  ['A mA', 'current'],
  ['Hz kHz MHz GHz', 'frequency'],
  ['kWh Wh mAh Ah', 'capacity'],
  ['kg g mg lb lbs oz t', 'weight'],
  ['l L ml mL cl dl gal', 'volume size capacity'],
  ['mm cm m km in ft " ″', 'size length'],
  ['m² m2 qm sqm ha ft²', 'area size'],
  ['GB MB TB kB', 'storage size'],
  ['°C °F', 'temperature'],
  ['bar mbar psi kPa', 'pressure'],
  ['rpm min⁻¹ 1/min U/min', 'speed'],
  ['dB dB(A) dBA', 'noise'],
  ['m³/h l/min l/s l/h m3/h gpm', 'flow'],
  ['mm² Nm N kN % € $ £ EUR USD GBP CHF min h s ms', ''],
]
const MEASURED = new Map(
  QUANTITIES.flatMap(([units, quantity]) => units.split(' ').map((unit) => [unit, quantity] as const)),
)
const BRACKETED = /\s*(?:\([^()]{1,16}(?:\([^()]{1,4}\))?\)|\[[^[\]]{1,16}\])\s*$/
const TRAILING = /(?:\s*[,/]|\s+in)?\s+(\S{1,8})$/
const LAST_UNIT = /\d\s?(\D\S{0,7})$/

/** What a label says without the unit that its values are in: `Head (m)`, `Power [kW]`, `Flow, l/min`, `Länge in mm`. */
function withoutUnit(label: string): string {
  const bare = label.replace(BRACKETED, '').trim()
  const unit = TRAILING.exec(bare)
  const isUnit = unit !== null && MEASURED.has(unit[1]!) && !/^(?:in|h|s|t|a|m)$/i.test(unit[1]!)
  const isSaid = unit !== null && MEASURED.has(unit[1]!) && /[,/]|\sin\s/.test(unit[0])
  return isUnit || isSaid ? bare.slice(0, unit.index).trim() : bare === '' ? label : bare
}

/** What a text is an amount of, in words that are parted by spaces. */
function measuredIn(text: string): string | undefined {
  const unit = LAST_UNIT.exec(text.trim())?.[1]
  return unit === undefined ? undefined : MEASURED.get(unit) || undefined
}
