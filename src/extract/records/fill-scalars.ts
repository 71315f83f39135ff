import type { Element } from 'domhandler'
import { Naming } from '../schema/naming.ts'
import { asField } from '../schema/wished-field.ts'
import type { WishedField, WishedList } from '../schema/wished-field.ts'
import type { ScalarWish } from '../schema/wish.ts'
import type { Reading } from '../values/read-scalar.ts'
import { readCell } from './read-cell.ts'
import type { Finding } from './finding.ts'
import { isAside, isItem, textsOf } from './item-sheets.ts'
import { elementsOf } from './inside.ts'
import type { Scope } from './scope.ts'
import type { Cell, Column } from './sheet.ts'
import { textOf } from './text-of.ts'
import { titlesOf } from './titles.ts'

const MOST_VALUES = 2000
const SURE_ENOUGH = 0.6

interface Listed {
  cells: Cell[]
  source: Column['source']
  score: number
}

/** Fills a list of single values: from what is described for machines, a list under a heading, a label with several. */
export function fillScalars(list: WishedList, item: ScalarWish, scope: Scope, reading: Reading): Finding[] {
  const name = list.path.at(-1) ?? ''
  const naming = new Naming({
    name,
    words: [list.words, item.words].filter((text) => text !== '').join('. '),
  })
  const field: WishedField = { ...asField([name], item, { around: [], required: false }), naming }
  const ways = [inItems, inGroups, inCells, inColumns]
  let best: Finding[] = []
  let score = 0
  for (const way of ways) {
    for (const listed of way(scope, naming, field)) {
      if (listed.score < SURE_ENOUGH || listed.score <= score) continue
      const findings = readAll(listed, list, { field, reading })
      if (findings.length > 0) [best, score] = [findings, listed.score]
    }
  }
  return best
}

function readAll(
  { cells, source, score }: Listed,
  list: WishedList,
  { field, reading }: { field: WishedField; reading: Reading },
): Finding[] {
  const findings: Finding[] = []
  const seen = new Set<unknown>()
  for (const cell of cells.slice(0, MOST_VALUES)) {
    const value = readCell(cell, field, reading)
    if (value === undefined || seen.has(value) || findings.length >= list.wish.most) continue
    seen.add(value)
    const path = [...list.path, findings.length]
    findings.push({
      path,
      value,
      text: cell.text,
      element: cell.element,
      source,
      confidence: Math.min(1, score),
    })
  }
  return findings
}

function inItems(scope: Scope, naming: Naming, field: WishedField): Listed[] {
  const found: Listed[] = []
  for (const item of scope.items.slice(0, 50)) {
    if (isAside(item)) continue
    for (const [name, values] of item.properties) {
      const score = naming.likenessTo(name)
      if (score < SURE_ENOUGH) continue
      const texts = naming.means('image') ? addressesOf(values) : textsOf(values)
      if (!wantsAddresses(field) && texts.every((text) => /^https?:\/\//.test(text))) continue
      const parts = texts.length === 1 && texts[0]!.length < 500 ? partsIn(texts[0]!) : texts
      found.push({
        cells: parts.map((text) => ({ text, element: item.element })),
        source: item.source,
        score: score + 0.1,
      })
    }
  }
  return found
}

function wantsAddresses({ wish, naming }: WishedField): boolean {
  return wish.format === 'uri' || wish.format === 'url' || naming.endsIn('image', 'url')
}

function addressesOf(values: Parameters<typeof textsOf>[0]): string[] {
  return values.flatMap((value) => {
    if (!isItem(value)) return [String(value)]
    const [url] = value.properties.get('url') ?? value.properties.get('contentUrl') ?? []
    return url === undefined || isItem(url) ? [] : [url].map(String)
  })
}

/** Groups whose records are short texts, under a heading or with classes that name the list. */
function inGroups(scope: Scope, naming: Naming, { wish }: WishedField): Listed[] {
  const found: Listed[] = []
  for (const { parent, records } of scope.groups()) {
    const titles = titlesOf(parent, records[0])
    const score = Math.max(0, ...titles.map((title, nth) => naming.likenessTo(title) * (nth === 0 ? 1 : 0.9)))
    if (score < SURE_ENOUGH) continue
    const cells = records.map((record) => cellOf(record, wish))
    if (cells.every(({ text }) => text.length < 1000)) found.push({ cells, source: 'record', score })
  }
  return found
}

function cellOf(record: Element, { format }: ScalarWish): Cell {
  const text = textOf(record, 2000)
  if (format !== 'uri' && format !== 'url') return { text, element: record }
  const target = addressIn(record)
  return { text: target ?? text, element: record }
}

function addressIn(element: Element): string | undefined {
  const own = element.attribs['href'] ?? element.attribs['src']
  if (own !== undefined) return own
  for (const child of elementsOf(element)) {
    const inner = addressIn(child)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** A label with several values: a list in it, or a text that lists them; or what comes again and again under one name. */
function inCells(scope: Scope, naming: Naming, field: WishedField): Listed[] {
  const byKey = new Map<string, { cells: Cell[]; score: number; isLabelled: boolean }>()
  const wanted = wantsAddresses(field)
  const alike = [...scope.labels().alike(naming, SURE_ENOUGH)].toSorted(([one], [other]) => one - other)
  for (const [at, score] of alike) {
    const cell = scope.cells()[at]!
    if ((cell.kind !== 'text') !== wanted) continue
    const known = byKey.get(cell.key) ?? { cells: [], score, isLabelled: cell.key.startsWith('label:') }
    known.cells.push({ text: cell.text, element: cell.element })
    byKey.set(cell.key, known)
  }
  return [...byKey.values()].map(({ cells, score, isLabelled }) => {
    const [only] = cells
    if (cells.length > 1 || !only) return { cells, source: 'record', score }
    return { cells: spread(only), source: isLabelled ? 'pair' : 'record', score }
  })
}

/** A column of a table that is called so. */
function inColumns(scope: Scope, naming: Naming): Listed[] {
  return scope.listings().flatMap(({ whole, sample }) => {
    if (sample.columns[0]?.source !== 'table') return []
    return whole().columns.flatMap(({ key, labels: [label], cells }): Listed[] => {
      if (!label || !/^column \d+$/.test(key)) return []
      const filled = cells.filter((cell) => cell !== undefined)
      return [{ cells: filled, source: 'table', score: naming.likenessTo(label.text) }]
    })
  })
}

/** The values in one cell: those of a list or of links in it, else those that its text lists. */
function spread({ text, element }: Cell): Cell[] {
  const inner = element ? listItems(element) : []
  if (inner.length > 1)
    return inner.map((one) => ({ text: textOf(one, 500), element: one })).filter((cell) => cell.text !== '')
  return partsIn(text).map((part) => ({ text: part, element }))
}

function listItems(element: Element): Element[] {
  const children = elementsOf(element)
  const lists = children.filter(({ name }) => name === 'ul' || name === 'ol')
  if (lists.length === 1) return elementsOf(lists[0]!)
  const marked = children.filter(({ name }) => name === 'a' || name === 'span' || name === 'li')
  return marked.length === children.length ? marked : []
}

/** Parts of a text that lists things. A comma inside of a number or a sentence parts nothing. */
function partsIn(text: string): string[] {
  for (const mark of [/\s*[;；]\s*/, /\s+[·•|/]\s+|\s*[·•|]\s*/u, /\s*[、,，](?!\d)\s*/u]) {
    const parts = text
      .split(mark)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    if (parts.length > 1 && parts.every((part) => part.length <= 60)) {
      const last = parts.at(-1)!
      const ended = last.split(/\s+(?:and|und|et|y|e|en|&)\s+/)
      return [...parts.slice(0, -1), ...ended.map((part) => part.replace(/^(?:and|und|et|y|e|en|&)\s+/, ''))]
    }
  }
  return [text]
}
