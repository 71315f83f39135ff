import { selectAll } from 'css-select'
import { isTag } from 'domhandler'
import type { AnyNode, ChildNode, Element } from 'domhandler'
import { findOne, removeSubsets } from 'domutils'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import type { Page } from '../parse/page.ts'
import { cleanCopy } from './clean-copy.ts'
import { isNoise, mainElement } from './main-content.ts'
import { hasContent } from './readable-text.ts'

/** Which part of a page is wanted, and how clean. */
export type Selection = Pick<
  ScrapeRequest,
  'onlyMainContent' | 'includeTags' | 'excludeTags' | 'removeBase64Images'
>

/** The wanted part of a page as a tree of its own: no scripts, addresses complete. The page stays as it is. */
export function selectContent(page: Page, selection: Selection): ChildNode[] {
  const { includeTags, excludeTags, onlyMainContent, removeBase64Images } = selection
  const excluded = new Set(matching(excludeTags, page))
  const copy = (nodes: readonly ChildNode[], isDropped: (element: Element) => boolean) =>
    cleanCopy(nodes, { base: page.base, removeBase64Images, isDropped })
  const isExcluded = (element: Element) => excluded.has(element)

  if (includeTags.length > 0) {
    return copy(removeSubsets(matching(includeTags, page)) as ChildNode[], isExcluded)
  }
  const body = findOne(({ name }) => name === 'body', page.root.children, true)
  // Some pages close their body before they begin.
  const everything = body && hasContent([body]) ? [body] : page.root.children
  if (onlyMainContent) {
    const main = mainElement(everything)
    const content = copy(
      main ? [main] : everything,
      (element) => isExcluded(element) || isNoise(element, main),
    )
    if (hasContent(content)) return content
  }
  return copy(everything, isExcluded)
}

function matching(selectors: readonly string[], page: Page): Element[] {
  if (selectors.length === 0) return []
  return selectAll<AnyNode, Element>(selectors.join(','), page.root).filter(isTag)
}
