import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'

const LABEL_TAG = /^(th|dt|label|strong|b)$/

/** What stands beside an element that is only a label: the next cell of its row, the definition of its term. */
export function valueBeside(label: ViewElement, tree: PageTree): string | undefined {
  const cell = tree.closest(label, (element) => /^(td|th|dt)$/.test(element.tag)) ?? label
  const parent = tree.parent(cell)
  const siblings = parent ? tree.children(parent) : []
  const next = siblings[siblings.indexOf(cell) + 1]
  const isLabel =
    LABEL_TAG.test(cell.tag) ||
    label.text.trim().endsWith(':') ||
    (cell.tag === 'td' && siblings.length === 2)
  if (!isLabel || !next) return undefined
  const value = (next.value ?? next.text).trim()
  return value === '' ? undefined : value
}
