import type { ViewElement } from '../../../browser/browser.ts'
import { similarity } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'

const NAMES = [
  'close',
  'x',
  '×',
  '✕',
  '✖',
  '╳',
  'dismiss',
  'no thanks',
  'got it',
  'cancel',
  'not now',
  'ok',
  'done',
]

/** What closes a dialog, banner or panel; the likeliest by its name. */
export function closerOf(panel: ViewElement, tree: PageTree): ViewElement | undefined {
  const controls = tree.descendants(panel).filter((element) => element.clickable && !element.disabled)
  for (const name of NAMES) {
    const match = controls.find((element) =>
      [element.name, element.text, element.title, element.ownText].some(
        (text) => text && similarity(name, text, true) >= 0.9,
      ),
    )
    if (match) return match
  }
  return (
    controls.find((element) =>
      /close|dismiss|^x$/i.test(`${element.hints} ${element.title ?? ''} ${element.name}`.trim()),
    ) ?? controls.find((element) => isCorner(element, panel) || isCorner(element, tree.parent(element)))
  )
}

/** A small thing without a name in the upper right corner of a panel. */
function isCorner(element: ViewElement, panel: ViewElement | undefined): boolean {
  if (
    !panel ||
    element.name !== '' ||
    element.text !== '' ||
    element.box.width > 60 ||
    element.box.height > 60
  )
    return false
  const right = panel.box.x + panel.box.width - (element.box.x + element.box.width)
  return right < 40 && element.box.y - panel.box.y < 40
}
