import { Element, isDocument, isTag } from 'domhandler'
import type { Document } from 'domhandler'
import type { Item } from '../structured-data/structured-data.ts'
import { cellsOf } from './cells.ts'
import type { PlacedCell } from './cells.ts'
import { groupSheet } from './group-sheet.ts'
import { itemSheet, itemSheets } from './item-sheets.ts'
import { recordGroupsOf } from './records.ts'
import type { RecordGroup } from './records.ts'
import type { Sheet } from './sheet.ts'
import { tableSheets } from './table-sheets.ts'

const MOST_GROUPS = 24
/** Of long lists only so many records are compared before one is chosen. */
const TRIED = 12

/** A list on the page: as much of it as is needed to judge it, and all of it. */
export interface Listing {
  sample: Sheet
  whole: () => Sheet
  /** Its place among the lists of its kind, the most promising first. */
  rank: number
}

/** Where values are looked for: a page, or one record of it. Everything is read on first use. */
export class Scope {
  readonly root: Element | undefined
  readonly items: readonly Item[]
  readonly isPage: boolean
  #listings: Listing[] | undefined
  #groups: RecordGroup[] | undefined
  #cells: PlacedCell[] | undefined

  constructor(root: Document | Element | undefined, items: readonly Item[], isPage: boolean) {
    this.root = root && isDocument(root) ? bodyOf(root) : root
    this.items = items
    this.isPage = isPage
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
  return { sample, whole: () => groupSheet(group), rank }
}
