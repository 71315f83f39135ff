import { isTag } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import type { Finding } from '../findings/cues.ts'
import type { Pool } from '../findings/pool.ts'
import type { RecordGroup } from './record-groups.ts'
import { textOf } from '../findings/element-profile.ts'
import { mostFrequent, countsOf } from '../../language/counts.ts'
import { readWordSets } from '../../language/data-files.ts'
import type { Column, Sheet } from './item-sheets.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
const MOST_COLUMNS = 90
const MOST_CELLS = 400
const DEEPEST = 14

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

export function findingsIn(pool: Pool, record: Element): Finding[] {
  const range = rangeIn(pool, record)
  if (!range) return []
  const found: Finding[] = []
  for (let at = range[0]; at <= range[1]; at++) found.push(...pool.bySpot[at]!)
  return found
}

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
  const labels = records.slice(0, 40).flatMap((record) => [...new Set(findingsIn(pool, record).map(labelOf))])
  return new Set(
    [...countsOf(labels)].flatMap(([label, count]) => (count > 1 && label !== '' ? [label] : [])),
  )
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

function sharedLabels(cells: readonly (Finding | undefined)[]): string[] {
  const present = cells.filter((cell) => cell !== undefined)
  const labels: string[] = []
  for (const kind of SHARED) {
    const [text = '', count] = mostFrequent(present.map(({ cues }) => cues[kind]).filter((cue) => cue !== ''))
    if (count > 1 && count * 2 > present.length && !labels.includes(text)) labels.push(text)
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

const MOST_STEPS = 40
const HIGHEST_HEADING = 4

export function titlesOf(parent: Element, record: Element | undefined): string[] {
  const called = [parent, record].flatMap((element) => (element === undefined ? [] : classLabels(element)))
  const caption = parent.attribs['aria-label']
  return [headingBefore(parent), caption ?? '', ...called].filter((title) => title !== '').slice(0, 12)
}

export function headingBefore(element: Element): string {
  let at: Element | null = element
  let steps = 0
  for (let level = 0; at !== null && level < HIGHEST_HEADING; level++) {
    const inside = headingIn(at)
    if (inside !== '' && level === 0) return inside
    for (let before = at.prev; before && steps < MOST_STEPS; before = before.prev, steps++) {
      if (!isTag(before)) continue
      const text = /^(?:h[1-6]|caption|legend|summary)$/.test(before.name)
        ? textOf(before, 120)
        : headingIn(before)
      if (text !== '') return text
    }
    at = at.parent !== null && isTag(at.parent) ? at.parent : null
  }
  return ''
}

function headingIn(element: Element): string {
  for (const child of element.children.slice(0, 8)) {
    if (isTag(child) && /^(?:h[1-6]|caption|legend)$/.test(child.name)) return textOf(child, 120)
  }
  return ''
}

const GENERIC = sets('generic')
const MOST_LABELS = 5

function classLabels({ attribs }: Element): string[] {
  const classes = (attribs['class'] ?? '').slice(0, 300).match(/\S+/g) ?? []
  const labels: string[] = []
  for (const name of [...classes, attribs['id'] ?? ''].filter((one) => one !== '').slice(0, 8)) {
    const parted = name
      .slice(0, 60)
      .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
    const words = (parted.match(/\p{L}+/gu) ?? []).filter((word) => word.length > 1 && !GENERIC.has(word))
    if (words.length === 0 || labels.length >= MOST_LABELS) continue
    labels.push(words.join(' '))
    if (words.length > 1) labels.push(words.at(-1)!)
  }
  return labels
}
