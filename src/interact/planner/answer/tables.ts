import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'

/** A table with its columns named. */
export interface Table {
  columns: readonly string[]
  rows: readonly { element: ViewElement; cells: readonly ViewElement[]; text: string }[]
  /** What it is called. */
  heads: readonly string[]
}

const CELL = /^(cell|gridcell|columnheader|rowheader)$/

export function tablesOf(tree: PageTree): Table[] {
  return tree.elements
    .filter((element) => /^(table|grid|treegrid)$/.test(element.role))
    .flatMap((table) => tableOf(table, tree) ?? [])
}

function tableOf(table: ViewElement, tree: PageTree): Table | undefined {
  const lines = tree
    .descendants(table)
    .filter((element) => element.role === 'row')
    .map((element) => ({
      element,
      cells: tree.children(element).filter((cell) => CELL.test(cell.role) || /^t[dh]$/.test(cell.tag)),
    }))
    .filter(({ cells }) => cells.length > 1)
  const [first, ...rest] = lines
  if (!first || lines.length < 2) return undefined
  const isHead = first.cells
    .slice(1)
    .every((cell) => cell.tag === 'th' || cell.role === 'columnheader' || !/\d/.test(cell.text))
  const columns = isHead ? first.cells.map((cell) => cell.text) : []
  return {
    columns,
    rows: (isHead ? rest : lines).map(({ element, cells }) => ({
      element,
      cells,
      text: cells.map((cell) => cell.text).join(' '),
    })),
    heads: [table.name, captionBefore(table, tree)].filter((text) => text !== ''),
  }
}

function captionBefore(table: ViewElement, tree: PageTree): string {
  const at = tree.order(table)
  return tree.elements.slice(0, at).findLast((element) => element.role === 'heading')?.text ?? ''
}
