import { selectAll } from 'css-select'
import { isTag, isText } from 'domhandler'
import type { AnyNode, ChildNode, Element } from 'domhandler'
import type { ScrapeRequest } from '../../../contract/scrape.ts'
import type { Page } from '../../../content/parse/page.ts'
import { bodyOf } from '../../../content/select/body.ts'
import { mainContentOf } from '../../../content/select/select.ts'
import type { MainContent } from '../../../content/select/select.ts'
import { memoizePerObject } from '../../../language/memoize.ts'
import { cleanCopy } from './clean-copy.ts'
import { hasContent } from '../../../content/parse/readable-text.ts'

export type Selection = Pick<
  ScrapeRequest,
  'onlyMainContent' | 'includeTags' | 'excludeTags' | 'removeBase64Images'
>

/** The wanted part of a page as a tree of its own. The main content is only looked for when it is asked for. */
export function selectContent(
  page: Page,
  selection: Selection,
  main: () => MainContent = () => mainContentOf(page),
): ChildNode[] {
  const { includeTags, excludeTags, removeBase64Images } = selection
  const onlyMainContent = selection.onlyMainContent && !page.isAllContent
  const excluded: ReadonlySet<ChildNode> = new Set(matching(excludeTags, page))
  const isExcluded = excluded.size === 0 ? undefined : (element: Element) => excluded.has(element)
  const settings = {
    base: page.base,
    removeBase64Images,
    withoutFurniture: onlyMainContent,
    isExcluded,
    isDropped: () => false,
  }

  if (includeTags.length > 0) {
    const included = matching(includeTags, page)
    return cleanCopy(outermostOnly(new Set([...included, ...excluded]), included), settings)
  }
  const everything = partsOf(bodyOf(page))
  if (onlyMainContent) {
    const { has } = main()
    const isDropped = (node: ChildNode) => !(has(node) || isBlank(node))
    const content = withoutBody(cleanCopy(everything, { ...settings, isDropped, isRead: has }))
    if (hasContent(content)) return content
  }
  return cleanCopy(everything, settings)
}

function outermostOnly(others: ReadonlySet<ChildNode>, elements: readonly Element[]): Element[] {
  const isInside = memoizePerObject(
    ({ parent }: Element): boolean =>
      parent !== null && isTag(parent) && (others.has(parent) || isInside(parent)),
  )
  return elements.filter((element) => !isInside(element))
}

/** A body that the page does not have itself is not shown. */
function partsOf(body: Element): ChildNode[] {
  return body.parent === null ? body.children : [body]
}

/** A part of a page has no body, and begins and ends with what there is to see. */
function withoutBody(content: readonly ChildNode[]): ChildNode[] {
  const nodes = content.flatMap((node) => (isTag(node) && node.name === 'body' ? node.children : node))
  const isSeen = (node: ChildNode) => !isBlank(node)
  return nodes.slice(Math.max(0, nodes.findIndex(isSeen)), nodes.findLastIndex(isSeen) + 1)
}

/** White space between elements that are kept is kept with them. */
function isBlank(node: ChildNode): boolean {
  return isText(node) && node.data.trim() === ''
}

function matching(selectors: readonly string[], page: Page): Element[] {
  if (selectors.length === 0) return []
  return selectAll<AnyNode, Element>(selectors.join(','), page.root).filter(isTag)
}
