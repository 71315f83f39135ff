import { selectAll } from 'css-select'
import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../../../contract/document.ts'
import type { Format } from '../../../contract/formats.ts'
import type { Page } from '../../../content/parse/page.ts'

type Attributes = NonNullable<Document['attributes']>

export function attributesOf(
  { root }: Page,
  { selectors }: Extract<Format, { type: 'attributes' }>,
): Attributes {
  return selectors.map(({ selector, attribute }) => ({
    selector,
    attribute,
    values: selectAll<AnyNode, Element>(selector, root)
      .filter(({ attribs }) => Object.hasOwn(attribs, attribute.toLowerCase()))
      .map(({ attribs }) => attribs[attribute.toLowerCase()]!),
  }))
}
