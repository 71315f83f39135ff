import { Element } from 'domhandler'
import { findOne } from 'domutils'
import type { Page } from '../parse/page.ts'
import { hasContent } from '../parse/readable-text.ts'

/** The element with all there is to read; some pages close their body before they begin, or have none. */
export function bodyOf({ root }: Page): Element {
  const body = findOne(({ name }) => name === 'body', root.children, true)
  return body && hasContent(body.children) ? body : new Element('body', {}, root.children)
}
