import { Element, isDocument, isTag } from 'domhandler'
import type { Document } from 'domhandler'
import type { WishedList } from '../schema/wished-field.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { cellsOf } from './cells.ts'
import type { PlacedCell } from './cells.ts'
import type { Finding } from './finding.ts'
import { groupSheet } from './group-sheet.ts'
import { itemSheet, itemSheets } from './item-sheets.ts'
import { LabelIndex } from './label-index.ts'
import { recordGroupsOf } from './records.ts'
import type { RecordGroup } from './records.ts'
import type { Sheet } from './sheet.ts'
import { tableSheets } from './table-sheets.ts'

/** A label that is trusted less names nothing. */
const LEAST_WEIGHT = 0.5
const MOST_GROUPS = 24
/** Of long lists only so many records are compared before one is chosen. */
const TRIED = 12

/** Values that the lists of a page are filled with altogether. */
const MOST_VALUES = 200_000

interface Allowance {
  values: number
}

/** A list on the page: as much of it as is needed to judge it, and all of it. */
export interface Listing {
  sample: Sheet
  whole: () => Sheet
  /** Its place among the lists of its kind, the most promising first. */
  rank: number
}

/** Where values are looked for: a page, or one record of it. Everything is read on first use, and once. */
export class Scope {
  readonly root: Element | undefined
  readonly items: readonly Item[]
  readonly isPage: boolean
  /** How much may still be found on the page, in all its lists together. */
  readonly allowance: Allowance
  readonly #filled = new Map<WishedList, Finding[]>()
  readonly #records: Map<Element | Item, Scope>
  #listings: Listing[] | undefined
  #groups: RecordGroup[] | undefined
  #cells: PlacedCell[] | undefined
  #labels: LabelIndex | undefined

  constructor(root: Document | Element | undefined, items: readonly Item[], page?: Scope) {
    this.root = root && isDocument(root) ? bodyOf(root) : root
    this.items = items
    this.isPage = page === undefined
    this.allowance = page?.allowance ?? { values: MOST_VALUES }
    this.#records = page ? page.#records : new Map()
  }

  /** One record of a list, wherever in the page the list is. */
  record(element: Element | undefined, item: Item | undefined): Scope {
    const key = item ?? element
    let record = key && this.#records.get(key)
    if (!record) {
      record = new Scope(element, item ? [item] : [], this)
      if (key) this.#records.set(key, record)
    }
    return record
  }

  /** What a list that is wished for is filled with from here. */
  filled(list: WishedList, fill: () => Finding[]): Finding[] {
    let found = this.#filled.get(list)
    if (!found) this.#filled.set(list, (found = fill()))
    return found
  }

  /** Everything that may be a list of things with several properties. */
  listings(): readonly Listing[] {
    this.#listings ??= [
      ...this.#itemLists().map(asListing),
      ...(this.root ? tableSheets(this.root).map(asListing) : []),
      ...this.groups().slice(0, MOST_GROUPS).map(asGroupListing),
    ]
    return this.#listings
  }

  groups(): readonly RecordGroup[] {
    this.#groups ??= this.root ? recordGroupsOf(this.root) : []
    return this.#groups
  }

  cells(): readonly PlacedCell[] {
    this.#cells ??= this.root ? cellsOf(this.root, this.isPage) : []
    return this.#cells
  }

  /** The same by what the page calls them. */
  labels(): LabelIndex {
    return (this.#labels ??= new LabelIndex(this.cells(), LEAST_WEIGHT))
  }

  /** Of a record only what it holds is a list, and not the record itself. */
  #itemLists(): Sheet[] {
    if (this.isPage) return itemSheets(this.items)
    return this.items.flatMap((item) =>
      [...item.properties].flatMap(([name, values]) => {
        const inner = values.filter((value) => typeof value === 'object')
        return inner.length === 0 ? [] : [itemSheet(inner, [name, ...(inner[0]!.types ?? [])])]
      }),
    )
  }
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

function asListing(sheet: Sheet, rank: number): Listing {
  return { sample: sheet, whole: () => sheet, rank }
}

function asGroupListing(group: RecordGroup, rank: number): Listing {
  if (group.records.length <= TRIED) {
    const sheet = groupSheet(group)
    return { sample: sheet, whole: () => sheet, rank }
  }
  const step = Math.floor(group.records.length / TRIED)
  const sample = groupSheet({
    ...group,
    records: group.records.filter((_, index) => index % step === 0).slice(0, TRIED),
  })
  let whole: Sheet | undefined
  return { sample, whole: () => (whole ??= groupSheet(group)), rank }
}
