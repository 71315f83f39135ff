import type { ViewElement } from '../../../browser/browser.ts'
import { isField } from '../match/kinds.ts'
import type { PageTree } from '../page/page-tree.ts'

/** What has come up last: what was not there before, over a dialog too; else the dialog on top, else the whole page. */
export function openPart(tree: PageTree, before: PageTree | undefined): readonly ViewElement[] {
  const { dialog } = tree
  const fresh = before ? tree.elements.filter((element) => !before.get(element.ref)) : []
  const isOver = fresh.some((element) => element.clickable && !(dialog && tree.holds(dialog, element)))
  if (dialog && !isOver) return tree.descendants(dialog)
  return fresh.some((element) => element.clickable || isField(element)) ? fresh : tree.elements
}

/** The fields of a part that take text and can be used. */
export function textFields(part: readonly ViewElement[]): ViewElement[] {
  return part.filter(
    (element) =>
      element.editable &&
      !element.disabled &&
      !element.readonly &&
      !/^(number|date|time|range|color|file|password)$/.test(element.type ?? ''),
  )
}
