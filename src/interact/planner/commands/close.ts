import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import { bannerIn } from '../consent/banner.ts'
import type { Driver } from '../driver.ts'
import { closerIn } from '../locate/find.ts'
import { anchorsOf } from '../locate/locate.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Target } from '../parse/command.ts'
import { pressElement } from './press.ts'

/** Pop-ups may come a moment after the page. */
const LATE_MS = [0, 300, 700, 1000]

/** Closes a dialog, a pop-up or a banner by its own button, or by Escape. */
export async function close(targets: readonly Target[], driver: Driver): Promise<void> {
  for (const ms of LATE_MS) {
    const tree = await driver.pause(ms)
    const button = closerOf(tree, targets)
    if (button) return pressElement(button, driver)
  }
  const before = (await driver.tree()).dialog
  if (!before) throw new CannotDo('The page shows nothing that could be closed.')
  await driver.act({ do: 'press', key: 'Escape' }, { type: 'press', value: 'Escape' })
  if ((await driver.tree()).get(before.ref)) throw new CannotDo('The dialog has no button that closes it.')
}

function closerOf(tree: PageTree, targets: readonly Target[]): ViewElement | undefined {
  const named = targets.flatMap((target) => (target.name === '' ? [] : anchorsOf(target, tree)))
  const parts = [
    tree.dialog,
    bannerIn(tree)?.element,
    ...named.flatMap((anchor) => [anchor, ...tree.ancestors(anchor).slice(0, 2)]),
  ]
  for (const part of parts) {
    const closer = part && closerIn(part, tree)
    if (closer) return closer
  }
  return undefined
}
