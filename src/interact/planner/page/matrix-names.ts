import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from './page-tree.ts'
import { hasRoom, middleOf } from './page-tree.ts'

const NEAR = 12
const known = new WeakMap<PageTree, Map<string, string>>()

/** What a control in a matrix is called: by its row and its column. Undefined for one that stands in none. */
export function matrixName(element: ViewElement, tree: PageTree): string | undefined {
  let names = known.get(tree)
  if (!names) {
    names = readMatrices(tree)
    known.set(tree, names)
  }
  return names.get(element.ref)
}

function readMatrices(tree: PageTree): Map<string, string> {
  const names = new Map<string, string>()
  const controls = tree.elements.filter((element) => isCellControl(element) && hasRoom(element))
  for (const control of controls) {
    const { x, y } = middleOf(control)
    const others = controls.filter((other) => other !== control && other.role === control.role)
    const isInRow = others.some((other) => Math.abs(middleOf(other).y - y) < NEAR)
    const isInColumn = others.some((other) => Math.abs(middleOf(other).x - x) < NEAR)
    if (!isInRow || !isInColumn) continue
    const row = rowHead(control, tree)
    const column = columnHead(control, tree)
    if (row && column) names.set(control.ref, `${row} ${column}`)
  }
  return names
}

function isCellControl({ role, editable }: ViewElement): boolean {
  return editable || /^(checkbox|radio|switch|spinbutton|combobox)$/.test(role)
}

/** The text at the beginning of the line that a control stands in, in the part of the page that has both. */
function rowHead(control: ViewElement, tree: PageTree): string | undefined {
  const { y } = middleOf(control)
  const line = tree.elements
    .filter(
      (element) =>
        /\p{L}/u.test(element.ownText) &&
        !isCellControl(element) &&
        element.box.x + element.box.width <= control.box.x + 1 &&
        element.box.y - NEAR <= y &&
        y <= element.box.y + element.box.height + NEAR,
    )
    .map((element) => ({ element, far: tree.distanceToShared(control, element) }))
    .sort((a, b) => a.far - b.far || a.element.box.x - b.element.box.x || a.element.box.y - b.element.box.y)
  return line[0]?.element.ownText
}

/** The text over the column that a control stands in. */
function columnHead(control: ViewElement, tree: PageTree): string | undefined {
  const { x } = middleOf(control)
  const over = tree.elements
    .filter(
      (element) =>
        /\p{L}/u.test(element.ownText) &&
        !isCellControl(element) &&
        element.box.y + element.box.height <= control.box.y &&
        element.box.x - 1 <= x &&
        x <= element.box.x + element.box.width + 1 &&
        element.box.width < tree.view.width / 2,
    )
    .sort((a, b) => b.box.y - a.box.y)
  return over[0]?.ownText
}
