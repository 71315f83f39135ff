import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from './page-tree.ts'
import { gapBetween } from './page-tree.ts'

/** An element as it is now; where the page has drawn it anew, the one that took its place: of its kind, saying the same, nearest. */
export function again(former: ViewElement | undefined, tree: PageTree): ViewElement | undefined {
  if (!former) return undefined
  const same = tree.get(former.ref)
  if (same || (former.text === '' && former.name === '')) return same
  return tree.elements
    .filter(
      (other) =>
        other.tag === former.tag &&
        other.role === former.role &&
        other.name === former.name &&
        other.title === former.title &&
        other.text === former.text,
    )
    .sort((a, b) => gapBetween(a, former) - gapBetween(b, former))[0]
}
