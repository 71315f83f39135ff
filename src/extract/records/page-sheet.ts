import type { ReadablePage } from '../page.ts'
import type { WishedField } from '../schema/wished-field.ts'
import type { Reading } from '../values/read-scalar.ts'
import { assign, valueAt } from './assign.ts'
import type { Assignment } from './assign.ts'
import type { PlacedCell } from './cells.ts'
import type { Finding } from './finding.ts'
import { headColumns } from './head-columns.ts'
import { itemSheet } from './item-sheets.ts'
import { mainItem } from './main-item.ts'
import type { Scope } from './scope.ts'
import type { Column, Sheet } from './sheet.ts'

/** What a page names itself: to machines, and to its readers where it does not do so. */
export interface NamedOnPage {
  described: Map<WishedField, Finding>
  named: Map<WishedField, Finding>
}

export function namedOnPage(
  page: ReadablePage,
  fields: readonly WishedField[],
  { scope, reading }: { scope: Scope; reading: Reading },
): NamedOnPage {
  const described = new Map<WishedField, Finding>()
  const main = mainItem(page, scope.items, fields, reading)
  if (main) take(itemSheet([main], []), fields, { found: described, reading })
  for (const [field, finding] of described) described.set(field, asShown(field, finding, scope))
  const named = new Map<WishedField, Finding>()
  const rest = fields.filter((field) => !described.has(field))
  take(pageSheet(page, scope), rest, { found: named, reading })
  return { described, named }
}

/** A text that is wanted as it is shown is not the one that is there for machines beside it. */
function asShown(field: WishedField, finding: Finding, scope: Scope): Finding {
  const { wish } = field
  if (
    finding.source === 'json-ld' ||
    wish.type !== 'string' ||
    wish.format !== undefined ||
    wish.enum !== undefined
  )
    return finding
  const cell = scope.cells().find(({ machine, text }) => machine === finding.text && text !== machine)
  return cell ? { ...finding, value: cell.text, text: cell.text, element: cell.element } : finding
}

interface Taking {
  found: Map<WishedField, Finding>
  reading: Reading
}

function take(sheet: Sheet, fields: readonly WishedField[], { found, reading }: Taking): void {
  for (const [field, assignment] of assign(sheet, fields, reading)) {
    const read = valueAt(field, assignment, 0, reading)
    if (!read || isAmbiguous(read.column, assignment)) continue
    const { value, cell, column } = read
    if (isOtherLine(field, column.labels[0]?.text)) continue
    const isOneOfMany = column.source === 'pair' && assignment.rivals > 0
    const confidence = Math.min(isOneOfMany ? 0.9 : 1, assignment.score)
    found.set(field, {
      path: field.path,
      value,
      text: cell.text,
      element: cell.element,
      source: column.source,
      confidence,
    })
  }
}

/** A name that several things of a page have tells which only where it is a label of its own. */
function isAmbiguous({ source }: Column, { rivals, score }: Assignment): boolean {
  return source === 'text' && rivals > 0 && score < 0.99
}

/** The page itself as one record: everything it names, each of its own, and what it says in its head. */
function pageSheet(page: ReadablePage, scope: Scope): Sheet {
  const counts = new Map<string, number>()
  const columns = scope.cells().map((cell): Column => {
    const nth = (counts.get(cell.key) ?? 0) + 1
    counts.set(cell.key, nth)
    return {
      ...cell,
      key: nth === 1 ? cell.key : `${cell.key} ${nth}`,
      source: sourceOf(cell),
      cells: [cell],
      repeats: 1,
    }
  })
  return {
    titles: [],
    columns: [...columns, ...headColumns(page)],
    records: [undefined],
    count: 1,
    isPage: true,
  }
}

function sourceOf({ key, isHeading }: PlacedCell): Column['source'] {
  if (key.startsWith('label:')) return 'pair'
  if (key.includes('@')) return 'attribute'
  return isHeading ? 'heading' : 'text'
}

/** Whether this is the number of a fax and not of a phone, or the other way round: they look alike and mean nearly the same. */
export function isOtherLine({ naming }: WishedField, label = ''): boolean {
  return naming.means('phone', 'fax') && naming.means('fax') !== /fax/i.test(label)
}
