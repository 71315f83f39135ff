import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { wantedOf, toField } from '../choose/field.ts'
import type { Wanted } from '../choose/field.ts'
import { readValue } from '../choose/read-value.ts'
import type { Finding, Source } from '../findings/cues.ts'
import type { Pool } from '../findings/pool.ts'
import { Naming } from '../schema/naming.ts'
import type { ScalarField, FlatList } from '../schema/schema-field.ts'
import { toFlatField } from '../schema/schema-field.ts'
import type { Item } from '../structured-data/structured-data.ts'
import type { Scalar } from '../values/read-scalar.ts'
import { findingsIn, rangeIn, titlesOf } from './group-sheets.ts'
import { textsOf } from './item-sheets.ts'
import type { FoundValue } from './assemble.ts'
import type { Scope } from './scope.ts'
import { plain } from '../choose/finding-facts.ts'

interface Texts {
  labels: readonly { text: string; weight: number }[]
  cells: readonly { text: string; element: Element | undefined; finding?: Finding }[]
  source: Source
  isAside?: boolean
}

const LEAST = 0.55
const MOST = 500

export function fillTexts(list: FlatList, item: ScalarField, scope: Scope): FoundValue[] {
  const name = list.path.at(-1) ?? ''
  const naming = new Naming({ name, words: list.words })
  const wished = toFlatField([...list.path], { ...item, words: list.words }, { around: [], required: false })
  const wanted = wantedOf({ ...toField({ ...wished, path: [name] }), words: list.words })
  let best: { texts: Texts; values: Scalar[]; score: number } | undefined
  const ways = [...itemTexts(scope.items), ...shownTexts(scope), ...columnTexts(scope), ...splitTexts(scope)]
  for (const texts of ways) {
    const named = nameScore(texts, naming, wanted)
    if (named < 0.3) continue
    const values = texts.cells.map(({ text, element, finding }) =>
      valueOf(text, element, finding, wanted, scope),
    )
    const kept = values.filter((value) => value !== undefined)
    if (kept.length === 0 || kept.length * 2 < values.length) continue
    const score =
      named *
        (0.6 + (0.4 * kept.length) / values.length) *
        (texts.isAside ? 0.7 : 1) *
        (kept.length < 2 ? 0.85 : 1) +
      Math.min(kept.length, 5) * 0.004
    if (score >= LEAST && score > (best?.score ?? 0)) best = { texts, values: values as Scalar[], score }
  }
  if (!best && !scope.isPage) best = onlyList(ways, wanted, scope)
  if (!best) return []
  const { texts, values, score } = best
  const seen = new Set<Scalar>()
  return texts.cells
    .flatMap(({ text, element }, index) => {
      const value = values[index]
      if (value === undefined || seen.has(value)) return []
      seen.add(value)
      return [{ text, element, value }]
    })
    .slice(0, Math.min(MOST, list.schemaField.most))
    .map((found, index) => ({
      ...found,
      path: [...list.path, index],
      source: texts.source,
      confidence: Math.min(0.99, score),
    }))
}

/** In one record its only list of some length is meant whatever it is called. */
function onlyList(ways: readonly Texts[], wanted: Wanted, scope: Scope) {
  const lists = ways.filter(({ source, cells }) => source === 'record' && cells.length > 1)
  const [texts] = lists.toSorted((one, other) => other.cells.length - one.cells.length)
  if (!texts || wanted.type !== 'text') return undefined
  const values = texts.cells.map(
    ({ text, element, finding }) => valueOf(text, element, finding, wanted, scope) as Scalar,
  )
  return { texts, values, score: LEAST }
}

function nameScore({ labels }: Texts, naming: Naming, { words, said }: Wanted): number {
  let most = 0
  for (const { text, weight } of labels) {
    if (text === '' || text.length > 80) continue
    const soft = words.likenessTo(text).soft
    most = Math.max(
      most,
      weight *
        Math.max(
          naming.likenessTo(text),
          soft > 0.75 ? soft * 0.9 : 0,
          said.some((pattern) => pattern.test(plain(text))) ? SAID : 0,
        ),
    )
    for (const pattern of said) pattern.lastIndex = 0
  }
  return most
}

/** How surely a heading names a list that sentences would introduce with its words. */
const SAID = 0.7

function valueOf(
  text: string,
  element: Element | undefined,
  finding: Finding | undefined,
  wanted: Wanted,
  { readContext }: Scope,
): Scalar | undefined {
  if (wanted.type === 'url' && element?.name === 'a') {
    const href = element.attribs['href']
    if (href) return readValue({ text: href, reader: 'link', kind: 'url' }, wanted, readContext)
  }
  return readValue(finding ?? { text, reader: 'text', kind: undefined }, wanted, readContext)
}

function itemTexts(items: readonly Item[]): Texts[] {
  const found: Texts[] = []
  const visit = (item: Item, depth: number): void => {
    for (const [name, values] of item.properties) {
      const texts = textsOf(values)
      const cells = texts.length === 1 ? splitList(texts[0]!) : texts
      const weight = texts.length > 1 || cells.length > 1 ? 1 : 0.8
      found.push({
        labels: [{ text: name, weight }],
        cells: cells.map((text) => ({ text: text.trim(), element: item.element })),
        source: item.source,
      })
      if (depth < 2) for (const value of values) if (typeof value === 'object') visit(value, depth + 1)
    }
  }
  for (const item of items.slice(0, 20)) visit(item, 0)
  return found.slice(0, 200)
}

const MARKER = /:$/

function shownTexts(scope: Scope): Texts[] {
  const { pool } = scope
  return scope.groups().flatMap(({ parent, records, isAside }): Texts[] => {
    const wholes = records.map((record) => wholeText(pool, record))
    const cells = wholes.flatMap((whole) => (whole ? [whole] : []))
    if (cells.length === 0 || cells.length * 2 < records.length) return []
    // Entries that stand under several headings are several lists.
    const parts = Map.groupBy(cells, ({ finding }) => `${finding.cues.heading}\n${finding.cues.row}`)
    if (parts.size > 1)
      return [...parts.values()].map((own) => {
        const { cues } = own[0]!.finding
        const labels = [
          { text: cues.heading, weight: 0.95 },
          { text: cues.row, weight: 1 },
          { text: lineBefore(pool, own[0]!.element), weight: 0.9 },
        ]
        return { labels, cells: own, source: 'record', isAside }
      })
    const before = lineBefore(pool, records[0]!)
    const first = cells[0]!.finding
    const labels = [
      ...titlesOf(parent, records[0]).map((text, nth) => ({ text, weight: nth === 0 ? 0.95 : 0.85 })),
      { text: before, weight: MARKER.test(before) ? 1 : 0.9 },
      { text: first.cues.row, weight: 1 },
      { text: first.cues.column, weight: 0.95 },
      { text: first.cues.heading, weight: 0.9 },
      { text: first.cues.named, weight: 1 },
    ]
    return [{ labels, cells, source: 'record', isAside }]
  })
}

function wholeText(
  pool: Pool,
  record: Element,
): { text: string; element: Element; finding: Finding } | undefined {
  const range = rangeIn(pool, record)
  if (!range) return undefined
  const lines = new Set(pool.spots.slice(range[0], range[1] + 1).map(({ line }) => line))
  const found = findingsIn(pool, record)
  const finding =
    lines.size === 1
      ? (found.find(({ reader }) => reader === 'line') ?? found.find(({ reader }) => reader === 'text'))
      : found.find(({ reader, element }) => reader === 'block' && element === record)
  return finding ? { text: finding.text, element: finding.spot?.link ?? record, finding } : undefined
}

function lineBefore(pool: Pool, record: Element): string {
  const range = rangeIn(pool, record)
  if (!range || range[0] === 0) return ''
  const { line } = pool.spots[range[0]]!
  const before = pool.spots[range[0] - 1]!
  if (line - before.line > 6) return ''
  const text = pool.spots
    .slice(Math.max(0, range[0] - 6), range[0])
    .filter((spot) => spot.line === before.line)
    .map((spot) => spot.text)
    .join(' ')
  return text.length > 60 ? '' : text
}

function columnTexts(scope: Scope): Texts[] {
  return scope
    .sheets()
    .filter(({ kind }) => kind !== 'items')
    .flatMap(({ columns, titles, kind, isAside }) =>
      columns.flatMap(({ cells, labels, key }): Texts[] => {
        const present = cells.flatMap((cell) =>
          cell ? [{ text: cell.text, element: cell.element, finding: cell }] : [],
        )
        if (present.length < 2 || (labels.length === 0 && !/^text h\d|h\d/.test(key))) return []
        const own = labels.map((text) => ({ text, weight: kind === 'table' ? 0.95 : 0.8 }))
        const isHead = /h\d\b/.test(key)
        const called = isHead ? titles.slice(0, 2).map((text) => ({ text, weight: 0.8 })) : []
        return [
          {
            labels: [...own, ...called],
            cells: present,
            source: kind === 'table' ? 'table' : 'record',
            isAside,
          },
        ]
      }),
    )
}

function splitTexts(scope: Scope): Texts[] {
  const { pool, root } = scope
  const findings = scope.isPage ? pool.findings : root ? findingsIn(pool, root) : []
  const found: Texts[] = []
  const chips = new Map<string, { text: string; element: Element | undefined; finding: Finding }[]>()
  for (const finding of findings) {
    const { cues, text, reader, element, spot } = finding
    if (reader === 'part' || reader === 'mention' || reader === 'link' || finding.isHead || text.length > 400)
      continue
    if (cues.inText === '' && isEntry(finding)) continue
    const strong = [cues.inText, cues.row, cues.colon, cues.marked, cues.named].filter(
      (label) => label !== '',
    )
    const label = cues.colon || cues.inText || cues.marked
    if (reader === 'text' && spot?.link) {
      const key = `${cues.group || label}\n${spot.block === element ? '' : spot.line}`
      if (cues.group || label) chips.set(key, [...(chips.get(key) ?? []), { text, element, finding }])
    }
    if (strong.length === 0) continue
    const cells = splitList(text)
    const single = cells.length === 1
    found.push({
      labels: strong.map((one) => ({ text: one, weight: single ? 0.8 : 0.97 })),
      cells: cells.map((one) => ({ text: one, element })),
      source: reader === 'meta' ? 'meta' : 'pair',
      isAside: spot?.isAside ?? false,
    })
  }
  for (const [key, cells] of chips) {
    if (cells.length < 2) continue
    const text = key.split('\n', 1)[0]!
    found.push({ labels: [{ text, weight: 0.97 }], cells, source: 'pair' })
  }
  return found
}

/** Whether a text is an entry of a list with others: what stands before the list names all of them. */
function isEntry({ spot }: Finding): boolean {
  const block = spot?.block
  if (block?.name !== 'li' || !block.parent) return false
  return block.parent.children.filter((child) => isTag(child) && child.name === 'li').length > 1
}

const SEPARATOR = /\s*[;·•|‧]\s*|\s*,\s+(?:and\s|und\s|et\s|y\s|e\s)?|、|\s\/\s/u
const LAST = /\s(?:and|und|et|y|e|en|och|i|&)\s/u

function splitList(text: string): string[] {
  const parts = text.split(SEPARATOR).map((part) => part.trim())
  const last = parts.at(-1)!
  const inner = parts.length > 1 || text.split(' ').length <= 7 ? last.split(LAST) : [last]
  const all = [...parts.slice(0, -1), ...(inner.length === 2 ? inner : [last])]
  return all.map((part) => part.trim().replace(/\.$/, '')).filter((part) => part !== '')
}
