import { isTag } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import type { Finding } from '../findings/finding.ts'
import type { Pool } from '../findings/pool.ts'
import type { RecordGroup } from './record-groups.ts'
import type { Column, Sheet } from './sheet.ts'
import { titlesOf } from './titles.ts'

const MOST_COLUMNS = 90
const MOST_CELLS = 400
const DEEPEST = 14

/** Repeated parts of a page as records. */
export function groupSheet(pool: Pool, group: RecordGroup): Sheet {
  const { parent, records, isAside } = group
  const shared = labelsShared(pool, records)
  const cells = records.map((record) => cellsIn(pool, record, shared))
  const columns = columnsFrom(cells)
  const over = groupColumn(pool, records)
  return {
    titles: titlesOf(parent, records[0]),
    columns: over ? [...columns, over] : columns,
    records,
    kind: 'group',
    isAside,
  }
}

/** The first and the last text of a record, which may consist of several elements. */
export function rangeIn({ ranges }: Pool, record: Element): readonly [number, number] | undefined {
  const own = ranges.get(record)
  if (own) return own
  let range: readonly [number, number] | undefined
  for (const child of record.children) {
    const one = ranges.get(child)
    if (one) range = range ? [range[0], one[1]] : one
  }
  return range
}

/** The findings in an element, in the order of the page. */
export function findingsIn(pool: Pool, record: Element): Finding[] {
  const range = rangeIn(pool, record)
  if (!range) return []
  const found: Finding[] = []
  for (let at = range[0]; at <= range[1]; at++) found.push(...pool.bySpot[at]!)
  return found
}

/** The finding of a heading. */
export function headingFinding({ findings }: Pool, text: string): Finding | undefined {
  return findings.find((finding) => finding.text === text && finding.spot !== undefined)
}

interface Cell {
  key: string
  finding: Finding
}

function cellsIn(pool: Pool, record: Element, shared: ReadonlySet<string>): Cell[] {
  const holders = new Set<AnyNode>([record, ...(pool.ranges.has(record) ? [] : record.children)])
  const counts = new Map<string, number>()
  const cells: Cell[] = []
  for (const found of findingsIn(pool, record).slice(0, MOST_CELLS)) {
    // Of a term with its descriptions the term is a value too: what the record is called.
    const finding = found.isHead && found.element?.name === 'dt' ? { ...found, isHead: false } : found
    const base = keyOf(finding, holders, shared)
    const nth = counts.get(base) ?? 0
    counts.set(base, nth + 1)
    cells.push({ key: nth === 0 ? base : `${base}#${nth}`, finding })
  }
  return cells
}

/** The labels that several records have: what only one has is no label of a column. */
function labelsShared(pool: Pool, records: readonly Element[]): Set<string> {
  const counts = new Map<string, number>()
  for (const record of records.slice(0, 40)) {
    const own = new Set(findingsIn(pool, record).map(labelOf))
    own.delete('')
    for (const label of own) counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return new Set([...counts].flatMap(([label, count]) => (count > 1 ? [label] : [])))
}

function labelOf({ cues }: Finding): string {
  return (cues.inText || cues.colon || cues.row).toLowerCase()
}

/** What is labelled is the same in each record wherever it stands; other things stand at the same place. */
function keyOf(finding: Finding, holders: ReadonlySet<AnyNode>, shared: ReadonlySet<string>): string {
  const { reader, kind, element, isHead } = finding
  const how = `${reader}${reader === 'mention' ? `/${kind}` : ''}${isHead ? '/head' : ''}`
  const label = labelOf(finding)
  return label !== '' && shared.has(label) ? `${how} label:${label}` : `${how} ${pathOf(element, holders)}`
}

function pathOf(element: Element | undefined, holders: ReadonlySet<AnyNode>): string {
  const steps: string[] = []
  for (let node: AnyNode | null | undefined = element, up = 0; node && up < DEEPEST; up++) {
    if (!isTag(node)) break
    steps.push(`${node.name}.${/^\S+/.exec(node.attribs['class'] ?? '')?.[0]?.replaceAll(/\d+/g, '') ?? ''}`)
    if (holders.has(node)) break
    node = node.parent
  }
  return steps.toReversed().slice(1).join('>') || (steps[0] ?? '')
}

function columnsFrom(records: readonly (readonly Cell[])[]): Column[] {
  const made = new Map<string, (Finding | undefined)[]>()
  records.forEach((cells, index) => {
    for (const { key, finding } of cells) {
      let column = made.get(key)
      if (!column) made.set(key, (column = Array.from({ length: records.length })))
      column[index] ??= finding
    }
  })
  const columns = [...made].map(([key, cells]) => ({ key, cells, labels: sharedLabels(cells) }))
  if (columns.length <= MOST_COLUMNS) return columns
  const filled = ({ cells }: Column) => cells.filter((cell) => cell !== undefined).length
  const kept = new Set(columns.toSorted((one, other) => filled(other) - filled(one)).slice(0, MOST_COLUMNS))
  return columns.filter((column) => kept.has(column))
}

const SHARED = ['inText', 'colon', 'row', 'named', 'marked', 'tile', 'column'] as const

/** The labels that most cells have in common: what differs from record to record names nothing. */
function sharedLabels(cells: readonly (Finding | undefined)[]): string[] {
  const present = cells.filter((cell) => cell !== undefined)
  const labels: string[] = []
  for (const kind of SHARED) {
    const counts = new Map<string, number>()
    for (const { cues } of present)
      if (cues[kind] !== '') counts.set(cues[kind], (counts.get(cues[kind]) ?? 0) + 1)
    const [text, count] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0])
    if (text !== '' && count > 1 && count * 2 > present.length && !labels.includes(text)) labels.push(text)
  }
  return labels
}

/** What stands over some of the records and not over others, such as the day over the entries of a timetable. */
function groupColumn({ spots, bySpot, ...pool }: Pool, records: readonly Element[]): Column | undefined {
  const ranges = records.map((record) => rangeIn({ spots, bySpot, ...pool }, record))
  const inside = new Uint8Array(spots.length)
  for (const range of ranges) if (range) inside.fill(1, range[0], range[1] + 1)
  let over: Finding | undefined
  const cells = ranges.map((range) => {
    if (!range) return undefined
    const before = range[0] - 1
    if (before >= 0 && !inside[before]) {
      const spot = spots[before]!
      over = spot.text.length < 60 ? bySpot[before]!.find(({ reader }) => reader === 'text') : undefined
    }
    return over
  })
  const distinct = new Set(cells.map((cell) => cell?.text))
  distinct.delete(undefined)
  const isOver = distinct.size > 1 && distinct.size < records.length
  return isOver ? { key: 'over', labels: [], cells } : undefined
}
