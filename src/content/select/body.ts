import { Element } from 'domhandler'
import { findOne } from 'domutils'
import type { Page } from '../parse/page.ts'
import { hasContent } from '../parse/readable-text.ts'

/** The element with all content. Some pages close their body too early or have none. */
export function bodyOf({ root }: Page): Element {
  const body = findOne(({ name }) => name === 'body', root.children, true)
  return body && hasContent(body.children) ? body : new Element('body', {}, root.children)
}
