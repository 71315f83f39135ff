import type { PageTree } from '../page/page-tree.ts'
import type { ViewElement } from '../../../browser/browser.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { closerOf } from '../widgets/closers.ts'

/** Closes what came up unasked and keeps the rest of the page from being used; false when there is no such thing. */
export async function dismissPopup(scene: Scene): Promise<boolean> {
  const tree = await scene.tree()
  const popup = popupIn(tree)
  const closer = popup && closerOf(popup, tree)
  if (!closer) return false
  await scene.act({ do: 'click', ref: closer.ref }, { type: 'click', target: call(closer) })
  return true
}

function popupIn(tree: PageTree): ViewElement | undefined {
  return (
    tree.dialog ??
    tree.elements.find(
      (element) =>
        /\b(popup|modal|overlay|dialog)\b/i.test(element.hints) &&
        tree.descendants(element).some((inner) => inner.clickable),
    )
  )
}
