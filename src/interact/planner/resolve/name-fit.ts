import type { ViewElement } from '../../../browser/browser.ts'
import { similarity, wordsOf } from '../match/words.ts'
import { isField } from '../match/kinds.ts'
import { matrixName } from '../page/matrix-names.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Target } from '../step.ts'
import { synonymsOf } from './synonyms.ts'

/** How well an element is called what a target says, from 0 to 1, by everything that can be its name. */
export function nameFit(
  target: Pick<Target, 'words' | 'quoted'>,
  element: ViewElement,
  tree: PageTree,
  use: string,
): number {
  const said = best(target.words, target.quoted, element, tree, use)
  if (said >= 0.7 || (target.quoted && target.words.length > 2)) return said
  return Math.max(
    said,
    ...synonymsOf(target.words).map((other) => best(other, false, element, tree, use) * 0.85),
  )
}

function best(words: string, quoted: boolean, element: ViewElement, tree: PageTree, use: string): number {
  const field = isField(element)
  const sources: readonly (readonly [string | undefined, number])[] = [
    [element.name, 1],
    [element.ownText, field ? 0 : 1],
    [element.text, field ? 0 : element.clickable || element.role === 'text' ? 0.95 : 0.85],
    [element.placeholder, 0.95],
    [field && use === 'edit' ? undefined : element.value, 0.9],
    [element.title, 0.95],
    [quoted && (element.name || element.text) ? undefined : element.hints, 0.75],
    [quoted ? undefined : lastOf(element.href), 0.6],
    [field ? labelBefore(element, tree) : undefined, 0.8],
    [matrixName(element, tree), 1],
  ]
  let fit = isCalledByKind(words, element) ? 0.75 : isHinted(words, element) ? 0.9 : 0
  for (const [text, worth] of sources)
    if (text && worth > fit) fit = Math.max(fit, similarity(words, text, quoted || isMany(text)) * worth)
  return fit
}

/** In a text of several things the words of a name stand together; scattered ones are those of others. */
function isMany(text: string): boolean {
  return text.length > LONGEST_NAME
}

const LONGEST_NAME = 160

/** What has no name to be read, an icon, is called by its hints. */
function isHinted(words: string, element: ViewElement): boolean {
  if (element.name !== '' || element.text !== '' || element.hints === '') return false
  const hints = new Set(wordsOf(element.hints))
  const said = wordsOf(words)
  return said.length > 0 && said.every((word) => hints.has(word))
}

/** A control may be called by what it is: `the textarea`. */
function isCalledByKind(words: string, element: ViewElement): boolean {
  if (!element.clickable && !element.editable) return false
  const said = words.toLowerCase()
  return said === element.tag || said === element.type || said === element.role
}

/** The end of an address says where it leads. */
function lastOf(href: string | undefined): string | undefined {
  return href
    ?.replace(/[?#].*$/, '')
    .split('/')
    .findLast(Boolean)
    ?.replace(/[-_.]/g, ' ')
}

/** A field without a name of its own is called by the text right before it. */
function labelBefore(element: ViewElement, tree: PageTree): string | undefined {
  if (element.name) return undefined
  const at = tree.order(element)
  for (let index = at - 1; index >= Math.max(0, at - 4); index--) {
    const other = tree.elements[index]!
    if (isField(other)) return undefined
    if (other.ownText) return other.ownText
  }
  return undefined
}
