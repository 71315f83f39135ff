import { Element } from 'domhandler'
import type { ColumnForests } from './assign-columns.ts'
import { bodyOf } from '../findings/element-profile.ts'
import { poolOf } from '../findings/pool.ts'
import { memoizePerObject } from '../../language/memoize.ts'
import type { Pool } from '../findings/pool.ts'
import type { ReadablePage } from '../page.ts'
import type { Item } from '../structured-data/structured-data.ts'
import type { ReadContext } from '../values/read-scalar.ts'
import { groupSheet } from './group-sheets.ts'
import { itemSheet, itemSheets } from './item-sheets.ts'
import { recordGroupsOf } from './record-groups.ts'
import type { RecordGroup } from './record-groups.ts'
import type { Sheet } from './item-sheets.ts'
import { tableSheets } from './table-sheets.ts'

const MOST_GROUPS = 24
const CELLS: ReadonlySet<string> = new Set(['td', 'th'])
const MOST_VALUES = 200_000

interface ScopeContext {
  pool: Pool
  readContext: ReadContext
  forests: ColumnForests
  /** How much may still be found on the page, in all its lists together. */
  allowance: { values: number }
}

export interface Scope extends ScopeContext {
  root: Element | undefined
  items: readonly Item[]
  isPage: boolean
  groups: () => readonly RecordGroup[]
  /** Everything that may be a list of things with several properties. */
  sheets: () => readonly Sheet[]
  record: (element: Element | undefined, item: Item | undefined) => Scope
}

export function scopeOf(page: ReadablePage, readContext: ReadContext, forests: ColumnForests): Scope {
  const pool = poolOf(page)
  const around = { pool, readContext, forests, allowance: { values: MOST_VALUES } }
  return scopeIn(around, { root: bodyOf(page.root), items: pool.items, isPage: true })
}

function scopeIn(around: ScopeContext, own: Pick<Scope, 'root' | 'items' | 'isPage'>): Scope {
  const { pool } = around
  const { root, items, isPage } = own
  let [groups, sheets]: [RecordGroup[]?, Sheet[]?] = []
  const recordOf = memoizePerObject((key: Element | Item) =>
    'source' in key
      ? scopeIn(around, {
          root: key.source === 'json-ld' ? undefined : key.element,
          items: [key],
          isPage: false,
        })
      : scopeIn(around, { root: key, items: [], isPage: false }),
  )
  const scope: Scope = {
    ...around,
    ...own,
    groups: () => (groups ??= root ? recordGroupsOf(root) : []),
    sheets: () =>
      (sheets ??= [
        // Of a record only what it holds is a list, and not the record itself.
        ...(isPage ? itemSheets(items) : items.flatMap(innerSheets)),
        ...(root ? tableSheets(pool, root) : []),
        ...scope
          .groups()
          .filter(({ records }) => !areCells(records, pool))
          .slice(0, MOST_GROUPS)
          .map((group) => groupSheet(pool, group)),
      ]),
    record: (element, item) => recordOf(item ?? element ?? EMPTY_ELEMENT),
  }
  return scope
}

const EMPTY_ELEMENT = new Element('div', {})

function innerSheets({ properties }: Item): Sheet[] {
  return [...properties].flatMap(([name, values]) => {
    const inner = values.filter((value) => typeof value === 'object')
    return inner.length === 0 ? [] : [itemSheet(inner, [name, ...(inner[0]!.types ?? [])])]
  })
}

/** Whether records are cells of one line each: what is made of them are the rows around them. */
function areCells(records: readonly Element[], { ranges, spots }: Pool): boolean {
  const short = records.filter((record) => {
    const range = ranges.get(record)
    return CELLS.has(record.name) && (!range || spots[range[0]]!.line === spots[range[1]]!.line)
  })
  return short.length * 2 > records.length
}

/** What is known about all texts of a page: their language, with the order of days and months, and their base URL. */
export function readContextOf(page: ReadablePage): ReadContext {
  return { language: languageOf(page), base: page.base ?? page.url }
}

const DAY_FIRST = /(?<![\d/])(?:1[3-9]|2\d|3[01])\/(?:0?[1-9]|1[0-2])\/(?:\d{4}|\d\d)(?!\d)/
const MONTH_FIRST = /(?<![\d/])(?:0?[1-9]|1[0-2])\/(?:1[3-9]|2\d|3[01])\/(?:\d{4}|\d\d)(?!\d)/

/** The language that a page declares; plain English is British where its dates or its money are. */
function languageOf(page: ReadablePage): string | undefined {
  const declared = declaredBy(page)
  if (declared !== undefined && !/^en$/i.test(declared)) return declared
  const { spots } = poolOf(page)
  const has = (pattern: RegExp) => spots.some(({ text }) => pattern.test(text))
  if (has(MONTH_FIRST)) return 'en-us'
  if (has(DAY_FIRST) || has(/£\s?\d/) || /\.(?:uk|au|nz|ie|in)(?:\/|:|$)/.test(page.url ?? '')) return 'en-gb'
  return declared
}

function declaredBy({ landmarks }: ReadablePage): string | undefined {
  const html = landmarks.find(({ name }) => name === 'html')
  const said = html?.attribs['lang'] ?? html?.attribs['xml:lang']
  if (said) return said.trim().slice(0, 20)
  const meta = landmarks.find(
    ({ name, attribs }) => name === 'meta' && /^content-language$/i.test(attribs['http-equiv'] ?? ''),
  )
  return meta?.attribs['content']?.trim().slice(0, 20)
}
