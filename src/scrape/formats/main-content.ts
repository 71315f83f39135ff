import { isTag } from 'domhandler'
import type { AnyNode, ChildNode, Element } from 'domhandler'
import { existsOne, findAll, removeSubsets } from 'domutils'
import { readableLength } from './readable-text.ts'

/**
 * The element that holds what the page is about, when the page says so itself and the claim holds: one `main` or one
 * `article` with a good part of the text. Several articles are a list, and the list is then the content.
 */
export function mainElement(everything: readonly ChildNode[]): Element | undefined {
  const nodes = [...everything]
  const totalLength = readableLength(nodes, (element) => isNoise(element, undefined))
  const share = (element: Element) =>
    readableLength([element], (inner) => inner !== element && isNoise(inner, element)) /
    Math.max(totalLength, 1)

  const mains = outermost(
    findAll((element) => element.name === 'main' || element.attribs['role'] === 'main', nodes),
  )
  const main = mains.toSorted((a, b) => share(b) - share(a))[0]
  if (main && share(main) >= 0.3) return main
  const articles = outermost(findAll(({ name }) => name === 'article', nodes))
  return articles.length === 1 && share(articles[0]!) >= 0.5 ? articles[0] : undefined
}

/** What stands around the content of a page on every page of a site; `main` is where the content is known to be. */
export function isNoise(element: Element, main: Element | undefined): boolean {
  const { name, attribs } = element
  if (element === main || name === 'body' || name === 'html') return false
  if (isHidden(attribs) || NOISE_TAGS.has(name) || NOISE_ROLES.has(attribs['role'] ?? '')) return true
  if (name === 'header') return main === undefined && !holds(element, ['h1'])
  if (name === 'form') return !holds(element, ['h1', 'h2', 'article', 'main', 'table', 'pre'])
  return (
    NOISE_NAME.test(`${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`) &&
    !holds(element, ['h1', 'article', 'main'])
  )
}

const NOISE_TAGS = new Set('nav aside footer dialog button menu'.split(' '))
const NOISE_ROLES = new Set(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip'.split(
    ' ',
  ),
)

const NOISE_NAME =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|breadcrumbs?|sidebar|adverts?|advertisement|newsletter|share|sharing|social|skip-link|sr-only|screen-reader-text|visually-hidden|pagination|site-header|site-footer)(?:$|[\s_-])/i

function isHidden({
  hidden,
  style = '',
  'aria-hidden': ariaHidden,
}: Record<string, string | undefined>): boolean {
  return (
    hidden !== undefined || ariaHidden === 'true' || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
  )
}

function holds(element: Element, names: readonly string[]): boolean {
  return existsOne(({ name }) => names.includes(name), element.children)
}

function outermost(elements: Element[]): Element[] {
  return removeSubsets(elements as AnyNode[]).filter(isTag)
}
