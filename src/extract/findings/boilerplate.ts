import type { Element } from 'domhandler'

const BOILERPLATE_NAMES: ReadonlySet<string> = new Set(['nav', 'footer', 'aside', 'form', 'select'])
const BOILERPLATE_WORDS =
  /(?:^|[\s_-])(?:nav|navbar|navigation|breadcrumbs?|footer|foot|sidebar|related|similar|recommend\w{0,10}|pagination|pager|social|share|sharing|cookies?|toolbar|topbar|filters?|facets?|tags?|ads?|promo|sponsored|newsletter|comments?)(?:$|[\s_-])/i

/** What columns beside the content are called that a page has one of. */
const BESIDE = /^(?:side|aside|secondary|left|right|links|rechts|marge)(?:[-_]?(?:col|column|bar|spalte))?$/i

/** Whether an element stands beside the content of a page, by its name or by what it is called. */
export function isBoilerplate(element: Element): boolean {
  if (BOILERPLATE_NAMES.has(element.name)) return true
  const called = `${element.attribs?.['class'] ?? ''} ${element.attribs?.['id'] ?? ''} ${element.attribs?.['role'] ?? ''}`
  if (BESIDE.test(element.attribs?.['id'] ?? '')) return true
  return called.length > 2 && BOILERPLATE_WORDS.test(called.slice(0, 200))
}
