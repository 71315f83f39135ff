import type { ViewElement } from '../../../browser/browser.ts'
import { isField } from '../match/kinds.ts'
import type { PageTree } from '../page/page-tree.ts'

/** A text that stands by itself: a paragraph, a heading, a line, with what is set apart within it. */
export interface Block {
  element: ViewElement
  text: string
  /** The texts that it is made of, in order. */
  parts: readonly string[]
  /** Whether all of it is something to click. */
  clickable: boolean
}

const INLINE =
  /^(a|abbr|b|bdi|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|output|q|s|samp|small|span|strong|sub|sup|time|u|var)$/

/** The texts of a page that stand by themselves, in order. */
export function blocksOf(tree: PageTree): Block[] {
  const blocks: Block[] = []
  const inside = new Set<ViewElement>()
  for (const element of tree.elements) {
    if (inside.has(element) || element.text === '' || isField(element) || element.tag === 'option') continue
    const inner = tree.descendants(element)
    const isWhole = inner.every((one) => (INLINE.test(one.tag) || one.tag === 'svg') && !isField(one))
    if (!isWhole && element.ownText === '') continue
    if (!isWhole) {
      blocks.push({ element, text: element.ownText, parts: [element.ownText], clickable: element.clickable })
      continue
    }
    for (const one of inner) inside.add(one)
    const clickable = [element, ...inner].some((one) => one.clickable && one.text === element.text)
    blocks.push({ element, text: element.text, parts: partsOf(element, tree), clickable })
  }
  return blocks
}

function partsOf(element: ViewElement, tree: PageTree): string[] {
  const children = tree.children(element).filter((child) => child.text !== '')
  const texts = children.map((child) => child.text)
  if (element.ownText === '') return texts
  const isFirst = element.text.startsWith(element.ownText.slice(0, 8))
  return isFirst ? [element.ownText, ...texts] : [...texts, element.ownText]
}
