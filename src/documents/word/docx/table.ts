import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Table } from '../block.ts'
import { joinMerged } from '../merged-cells.ts'
import type { PlacedCell, PlacedRow } from '../merged-cells.ts'
import type { Reading } from './reading.ts'
import { isOn } from '../../open-xml/switch.ts'

/** Reads a table with its merged cells. Rows and cells may stand in controls, and rows that were deleted are gone. */
export function readTable(table: XmlElement, reading: Reading): Table {
  const hasHeaderLook = isFirstRowSpecial(table)
  const rows = within(table, 'w:tr')
    .filter((row) => !elementAt(row, 'w:trPr', 'w:del'))
    .map((row, index) => rowOf(row, reading, index === 0 && hasHeaderLook))
  return joinMerged(rows)
}

/** The look of a table says whether its first row is set apart. */
function isFirstRowSpecial(table: XmlElement): boolean {
  const look = elementAt(table, 'w:tblPr', 'w:tblLook')?.attributes
  if (!look) return false
  const written = look['w:firstRow']
  if (written !== undefined) return written === '1' || written === 'true'
  return (Number.parseInt(look['w:val'] ?? '', 16) & 0x20) !== 0
}

function rowOf(row: XmlElement, reading: Reading, isFirst: boolean): PlacedRow {
  const properties = elementAt(row, 'w:trPr')
  const before = numberIn(elementAt(properties, 'w:gridBefore'), 0)
  const cells: PlacedCell[] = before > 0 ? [{ readBlocks: () => [], colSpan: before, merge: 'none' }] : []
  for (const cell of within(row, 'w:tc')) cells.push(cellOf(cell, reading))
  return { isHeader: isFirst || (isOn(elementAt(properties, 'w:tblHeader')) ?? false), cells }
}

function cellOf(cell: XmlElement, reading: Reading): PlacedCell {
  const properties = elementAt(cell, 'w:tcPr')
  const down = elementAt(properties, 'w:vMerge')
  const merge = !down ? 'none' : down.attributes['w:val'] === 'restart' ? 'start' : 'continued'
  const colSpan = numberIn(elementAt(properties, 'w:gridSpan'), 1)
  return { readBlocks: () => reading.readBlocks(cell), colSpan, merge }
}

function numberIn(element: XmlElement | undefined, otherwise: number): number {
  const value = Number.parseInt(element?.attributes['w:val'] ?? '', 10)
  return value >= 0 && value <= MAX_SPAN ? value : otherwise
}

const MAX_SPAN = 1000

/** The elements of this name, also those that something else is around. */
function within(parent: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const look = (element: XmlElement) => {
    for (const child of elementsOf(element)) {
      if (child.name === name) found.push(child)
      else if (AROUND.has(child.name)) look(child)
    }
  }
  look(parent)
  return found
}

const AROUND = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo'])
