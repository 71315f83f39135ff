import { Element, isTag } from 'domhandler'
import type { Document } from 'domhandler'
import type { ColumnForests } from './assign-columns.ts'
import { tablesIn } from '../findings/grid.ts'
import { poolOf } from '../findings/pool.ts'
import type { Pool } from '../findings/pool.ts'
import type { ReadablePage } from '../page.ts'
import type { Item } from '../structured-data/structured-data.ts'
import type { Reading } from '../values/read-scalar.ts'
import { groupSheet } from './group-sheets.ts'
import { itemSheet, itemSheets } from './item-sheets.ts'
import { recordGroupsOf } from './record-groups.ts'
import type { RecordGroup } from './record-groups.ts'
import type { Sheet } from './sheet.ts'
import { tableSheets } from './table-sheets.ts'

const MOST_GROUPS = 24
const CELLS: ReadonlySet<string> = new Set(['td', 'th'])
/** Values that the lists of a page are filled with altogether. */
const MOST_VALUES = 200_000

/** What is the same for all places of a page. */
interface Around {
  pool: Pool
  reading: Reading
  forests: ColumnForests
  /** How much may still be found on the page, in all its lists together. */
  allowance: { values: number }
}

/** Where lists are looked for: a page, or one record of it. Everything is read on first use, and once. */
export class Scope implements Around {
  readonly pool: Pool
  readonly reading: Reading
  readonly forests: ColumnForests
  readonly allowance: { values: number }
  readonly root: Element | undefined
  readonly items: readonly Item[]
  readonly isPage: boolean
  readonly #records = new Map<Element | Item, Scope>()
  #sheets: Sheet[] | undefined
  #groups: RecordGroup[] | undefined

  private constructor(around: Around, root: Element | undefined, items: readonly Item[], isPage: boolean) {
    this.pool = around.pool
    this.reading = around.reading
    this.forests = around.forests
    this.allowance = around.allowance
    this.root = root
    this.items = items
    this.isPage = isPage
  }

  static of(page: ReadablePage, reading: Reading, forests: ColumnForests): Scope {
    const pool = poolOf(page)
    const around = { pool, reading, forests, allowance: { values: MOST_VALUES } }
    return new Scope(around, bodyOf(page.root), pool.items, true)
  }

  /** One record of a list. */
  record(element: Element | undefined, item: Item | undefined): Scope {
    const key = item ?? element
    let record = key && this.#records.get(key)
    if (!record) {
      record = new Scope(this, element, item ? [item] : [], false)
      if (key) this.#records.set(key, record)
    }
    return record
  }

  /** Everything that may be a list of things with several properties. */
  sheets(): readonly Sheet[] {
    this.#sheets ??= this.#readSheets()
    return this.#sheets
  }

  #readSheets(): Sheet[] {
    const tables = this.root ? tableSheets(this.pool, this.root) : []
    const groups = this.groups().filter(({ records }) => !this.#areCells(records) && !areLayout(records))
    return [
      ...this.#itemSheets(),
      ...tables,
      ...groups.slice(0, MOST_GROUPS).map((group) => groupSheet(this.pool, group)),
    ]
  }

  /** Whether records are cells of one line each: what is made of them are the rows around them. */
  #areCells(records: readonly Element[]): boolean {
    const cells = records.filter(({ name }) => CELLS.has(name))
    const { ranges, spots } = this.pool
    const short = cells.filter((cell) => {
      const range = ranges.get(cell)
      return !range || spots[range[0]]!.line === spots[range[1]]!.line
    })
    return short.length * 2 > records.length
  }

  groups(): readonly RecordGroup[] {
    this.#groups ??= this.root ? recordGroupsOf(this.root) : []
    return this.#groups
  }

  /** Of a record only what it holds is a list, and not the record itself. */
  #itemSheets(): Sheet[] {
    if (this.isPage) return itemSheets(this.items)
    return this.items.flatMap((item) =>
      [...item.properties].flatMap(([name, values]) => {
        const inner = values.filter((value) => typeof value === 'object')
        return inner.length === 0 ? [] : [itemSheet(inner, [name, ...(inner[0]!.types ?? [])])]
      }),
    )
  }
}

/** Whether rows only arrange the page: a few of them hold whole tables, the others do not. */
function areLayout(records: readonly Element[]): boolean {
  if (records.some(({ name }) => name !== 'tr')) return false
  const holding = records.filter((record) => tablesIn(record).length > 0).length
  return holding > 0 && holding * 2 < records.length
}

/** The body of a page; one that has none is taken as a whole. */
function bodyOf(root: Document): Element {
  const html = root.children.find((child) => isTag(child) && child.name === 'html')
  for (const around of html && isTag(html) ? [html, root] : [root]) {
    const body = around.children.find((child) => isTag(child) && child.name === 'body')
    if (body && isTag(body)) return body
  }
  const made = new Element('body', {})
  made.children = root.children
  return made
}

/** What is known about all texts of a page: their language, with the order of days and months, and their base URL. */
export function readingOf(page: ReadablePage): Reading {
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
