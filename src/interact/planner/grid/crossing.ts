import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable, isField } from '../match/kinds.ts'
import { gapBetween, hasRoom, middleOf } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { isRecord } from '../page/records.ts'
import { todayOf } from '../widgets/date/today.ts'
import { atomsOf, hasCode, saidText } from './atoms.ts'
import type { Atom, SaidText } from './atoms.ts'

/** What is to be done with the cell, which says what it may be. */
type Use = 'click' | 'edit' | 'check' | 'choose' | 'drag' | 'read' | 'any'

interface Label {
  element: ViewElement
  said: SaidText
}

interface Crossed {
  element: ViewElement
  /** How far what names its row and its column is from it, and how much it says that was not asked for. */
  far: number
}

/**
 * The cell that words address by its row and its column: `push for Replies`, `E7`, `Thursday 09:20`. Undefined where a
 * thing has all the words in its own name, where words are left over, or where several cells fit alike.
 */
export function crossing(said: string, tree: PageTree, use: Use): ViewElement | undefined {
  const atoms = atomsOf(said, todayOf(tree))
  return atoms.length < 2 || atoms.length > 8 ? undefined : cellOf(atoms, tree, use, hasCode(said))
}

/** The cell that all of these say together; `isOwn` where one that says all by itself is meant too. */
export function cellOf(
  atoms: readonly Atom[],
  tree: PageTree,
  use: Use,
  isOwn = false,
): ViewElement | undefined {
  const labels = labelsOf(atoms, tree)
  const crossed: Crossed[] = []
  for (const element of tree.elements) {
    if (!isUsable(element, use) || !hasRoom(element)) continue
    const found = cellFor(element, atoms, labels, tree)
    if (found === 'itself' && !isOwn) return undefined
    if (found)
      crossed.push(found === 'itself' ? { element, far: saidText(ownWords(element)).stems.size } : found)
  }
  const inner = crossed.filter(
    ({ element }) =>
      !crossed.some((other) => other.element !== element && tree.holds(element, other.element)),
  )
  const [best, next] = inner.toSorted((a, b) => a.far - b.far)
  if (!best || (next && next.far - best.far < CLEARLY)) return undefined
  return best.element
}

/** How much nearer than the next one a cell must be to its labels. */
const CLEARLY = 0.2
const LONGEST = 80

function labelsOf(atoms: readonly Atom[], tree: PageTree): Label[] {
  return tree.elements.flatMap((element): Label[] => {
    const text = element.ownText || (tree.children(element).length === 0 ? element.text : '')
    if (text === '' || text.length > LONGEST || !hasRoom(element) || element.role === 'button') return []
    const said = saidText(text)
    return atoms.some((atom) => atom.isIn(said)) ? [{ element, said }] : []
  })
}

function cellFor(
  element: ViewElement,
  atoms: readonly Atom[],
  labels: readonly Label[],
  tree: PageTree,
): Crossed | 'itself' | undefined {
  const own = saidText(ownWords(element))
  const left = atoms.filter((atom) => !atom.isIn(own))
  if (left.length === 0) return 'itself'
  const heads = labels.filter((label) => isHeadOf(label.element, element, tree))
  let far = own.stems.size
  const used = new Set<string>()
  for (const atom of left) {
    const saying = heads.filter((label) => atom.isIn(label.said))
    if (saying.length === 0) return undefined
    const gaps = saying.map((label) => gapBetween(label.element, element))
    far += Math.min(...gaps) / 100
    used.add(saying[gaps.indexOf(Math.min(...gaps))]!.element.ref)
  }
  const sides = used.size + (left.length < atoms.length ? 1 : 0)
  return sides < 2 ? undefined : { element, far }
}

function ownWords({ name, text, title, ownText }: ViewElement): string {
  return [name, text.length <= LONGEST ? text : ownText, title ?? ''].join(' ')
}

function isUsable(element: ViewElement, use: Use): boolean {
  switch (use) {
    case 'edit':
      return element.editable || isField(element)
    case 'check':
    case 'choose':
      return isCheckable(element) || isField(element) || element.clickable || element.role === 'gridcell'
    case 'read':
    case 'any':
      return element.clickable || element.ownText !== '' || isField(element)
    default:
      return element.clickable || element.role === 'gridcell' || isField(element)
  }
}

/** Whether a text names the row or the column of a cell, by where both stand. */
function isHeadOf(head: ViewElement, cell: ViewElement, tree: PageTree): boolean {
  if (head === cell || tree.holds(head, cell) || tree.holds(cell, head)) return false
  if (isOfRow(head, cell)) return !isLike(head, cell) || tree.children(tree.parent(head) ?? head)[0] === head
  return isOfColumn(head, cell, tree) && (!isLike(head, cell) || isInFirstRow(head, tree))
}

/** Cells of a grid do not name each other. */
function isLike(one: ViewElement, other: ViewElement): boolean {
  return one.tag === other.tag && one.role === other.role && one.clickable === other.clickable
}

function isInFirstRow(head: ViewElement, tree: PageTree): boolean {
  const row = tree.parent(head)
  const holder = row && tree.parent(row)
  return holder !== undefined && tree.children(holder)[0] === row
}

function isOfRow(head: ViewElement, cell: ViewElement): boolean {
  const { y } = middleOf(cell)
  const isBeside = (y >= head.box.y && y <= head.box.y + head.box.height) || isWithinY(head, cell)
  if (!isBeside) return false
  const isBefore = head.box.x + head.box.width <= cell.box.x + 2
  return isBefore || (head.text.length <= 3 && head.box.x >= cell.box.x + cell.box.width - 2)
}

/** A heading with a line below it stands a little above the middle of its row. */
function isWithinY(head: ViewElement, cell: ViewElement): boolean {
  const { y } = middleOf(head)
  const reach = Math.max(cell.box.height, head.box.height) * 0.6
  return Math.abs(y - middleOf(cell).y) <= reach
}

function isOfColumn(head: ViewElement, cell: ViewElement, tree: PageTree): boolean {
  if (head.box.y + head.box.height > cell.box.y + 2) return false
  const { x } = middleOf(cell)
  const over = x >= head.box.x && x <= head.box.x + head.box.width
  const under = middleOf(head).x >= cell.box.x && middleOf(head).x <= cell.box.x + cell.box.width
  if (!over && !under) return false
  const shared = tree.shared(head, cell)
  if (shared && isRecord(shared, tree) && tree.order(head) < tree.order(cell)) return true
  return head.box.width <= 0.6 * (shared?.box.width ?? tree.view.width)
}
