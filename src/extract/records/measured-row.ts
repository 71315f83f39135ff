import { isTag } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import type { LabelledPair } from './labelled-pair.ts'
import { textOf } from './text-of.ts'
import { isUnit } from './units.ts'

const FEWEST = 2
const MOST_ROWS = 500
const LONGEST_LABEL = 80
const NOTHING = /^(?:[–—−-]{1,3}|n\/?a\.?|k\. ?a\.?|)$/i

/** Reads one of several rows that are a label, a unit and a value, in whichever order the last two stand. */
export function measuredRow(row: Element): LabelledPair | undefined {
  const cells = cellsIn(row)
  const at = cells.length === 3 ? unitColumn(row) : 0
  if (at === 0) return undefined
  const label = textOf(cells[0]!, LONGEST_LABEL)
  const [value, unit] = at === 1 ? [cells[2]!, cells[1]!] : [cells[1]!, cells[2]!]
  const isThere = !NOTHING.test(textOf(value, 20)) && /\p{L}/u.test(label) && !isUnit(label)
  return isThere ? { label, value: NOTHING.test(textOf(unit, 20)) ? value : [value, unit] } : undefined
}

/** Which column of the table has the units; 0 when none has. */
function unitColumn({ parent }: Element): number {
  if (!parent) return 0
  const known = columns.get(parent)
  if (known !== undefined) return known
  const rows = parent.children
    .slice(0, MOST_ROWS)
    .filter(isTag)
    .map(cellsIn)
    .filter((cells) => cells.length === 3)
  const found = [1, 2].find((at) => {
    const units = rows.map((cells) => textOf(cells[at]!, 20))
    const measured = units.filter(isUnit).length
    return measured >= FEWEST && units.every((unit) => isUnit(unit) || NOTHING.test(unit))
  })
  columns.set(parent, found ?? 0)
  return found ?? 0
}

const columns = new WeakMap<AnyNode, number>()

function cellsIn({ name, children }: Element): Element[] {
  return name === 'tr' && children.length <= 8
    ? children.filter(isTag).filter((child) => child.name === 'td' || child.name === 'th')
    : []
}
