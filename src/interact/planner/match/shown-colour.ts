import { hasRoom } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'

const SHOWN =
  /\b(following|shown|displayed|given|this|same|sample)\b.*\bcolou?r\b|\bcolou?r\b.*\b(shown|displayed|below|above|sample|following)\b/i
const LARGEST = 64

/** The colour that words such as `the following colour` mean: that of the only small patch that is there to be looked at. */
export function shownColour(words: string, tree: PageTree): string | undefined {
  if (!SHOWN.test(words)) return undefined
  const patches = tree.elements.filter(
    (element) =>
      element.role === 'generic' &&
      element.text === '' &&
      element.look.background !== undefined &&
      hasRoom(element) &&
      element.box.width <= LARGEST &&
      element.box.height <= LARGEST &&
      tree.children(element).length === 0,
  )
  const colours = new Set(patches.map((patch) => patch.look.background!))
  return colours.size === 1 ? [...colours][0] : undefined
}
