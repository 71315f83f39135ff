import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { similarity, stemsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { valueOf } from '../read/typed-value.ts'
import { putInto } from '../widgets/widgets.ts'
import { pressElement } from './press.ts'

const UP =
  /\b(?:asc\w*|low(?:est)?\b.*\bhigh|low(?:est)? first|cheap\w*|a\s*(?:-|–|to|→)\s*z|old\w*\b|earliest|small\w*|↑|▲)/i
const DOWN =
  /\b(?:desc\w*|high(?:est)?\b.*\blow|high(?:est)? first|expensive|z\s*(?:-|–|to|→)\s*a|new\w*\b|latest|large\w*|most|↓|▼)/i

/** Sorts a list: by an option of a list for that, or by the head of a column, and makes sure of the direction. */
export async function sort(by: string, descending: boolean | undefined, driver: Driver): Promise<void> {
  const tree = await driver.tree()
  const option = sortOption(by, descending, tree)
  if (option) {
    const outcome = await putInto(option.list, option.label, driver)
    if (outcome.state === 'failed') throw new CannotDo(outcome.why)
    driver.last = option.list
    return
  }
  const head = columnHead(by, tree)
  if (!head) throw new CannotDo(`The page has no way to sort by "${by}".`)
  for (let times = 0; times < 3; times++) {
    if (times > 0 && isSorted(by, descending, await driver.tree())) return
    const now = columnHead(by, await driver.tree())
    if (!now) break
    await pressElement(now, driver)
    if (descending === undefined) return
  }
  if (!isSorted(by, descending, await driver.tree()))
    throw new CannotDo(`The list did not get sorted by "${by}" in that direction.`)
}

function sortOption(by: string, descending: boolean | undefined, tree: PageTree) {
  const stems = stemsOf(by)
  const found = tree.elements.flatMap((list) =>
    (list.options ?? []).flatMap(({ label, disabled }) => {
      const words = new Set(stemsOf(label))
      const isNamed = stems.every((stem) => words.has(stem))
      const [isUp, isDown] = [UP.test(label), DOWN.test(label)]
      const isWay =
        descending === undefined || (descending ? isDown && !isUp : isUp && !isDown) || (!isUp && !isDown)
      return !disabled && isNamed && isWay ? [{ list, label, isExact: isUp !== isDown }] : []
    }),
  )
  return found.find(({ isExact }) => isExact) ?? (found.length === 1 ? found[0] : undefined)
}

function columnHead(by: string, tree: PageTree): ViewElement | undefined {
  const heads = tree.elements.filter(
    ({ role, tag, clickable, text, name }) =>
      (role === 'columnheader' || tag === 'th' || (clickable && /\bsort\b/i.test(`${name} ${text}`))) &&
      similarity(by, (text || name).replace(/[▲▼↑↓⇅⇵]|\bsort by\b/giu, '')) >= 0.6,
  )
  const head = heads.toSorted(
    (a, b) => similarity(by, b.text || b.name) - similarity(by, a.text || a.name),
  )[0]
  if (!head) return undefined
  return head.clickable ? head : (tree.descendants(head).find(({ clickable }) => clickable) ?? head)
}

/** Whether the values of a column are in order. */
function isSorted(by: string, descending: boolean | undefined, tree: PageTree): boolean {
  const heads = tree.elements.filter(({ role, tag }) => role === 'columnheader' || tag === 'th')
  const column = heads.find(
    (head) => similarity(by, (head.text || head.name).replace(/[▲▼↑↓⇅⇵]/gu, '')) >= 0.6,
  )
  if (!column) return true
  const at = tree.siblings(column).indexOf(column)
  const cells = tree.elements
    .filter(({ role }) => role === 'row')
    .map((row) => tree.children(row)[at])
    .filter((cell) => cell !== undefined && cell.role !== 'columnheader' && cell.tag !== 'th')
  const values = cells.map((cell) => valueOf(cell!.text))
  const pairs = values.slice(1).map((value, index) => [values[index]!, value] as const)
  return pairs.every(([left, right]) => (descending ? compare(left, right) >= 0 : compare(left, right) <= 0))
}

function compare(left: number | string, right: number | string): number {
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : String(left).localeCompare(String(right))
}
