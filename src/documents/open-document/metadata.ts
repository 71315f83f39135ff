import type { DocumentMetadata } from '../converted.ts'
import { elementsOf, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'

/** What an OpenDocument file says about itself. */
export function odfMetadata(meta: XmlElement | undefined): DocumentMetadata {
  const metadata: DocumentMetadata = {}
  for (const [field, names] of FIELDS) {
    const text = names
      .map((name) => elementsOf(meta, name).map(textOf).join(', ').trim())
      .find((found) => found !== '')
    if (text !== undefined) metadata[field] = text
  }
  for (const field of ['createdTime', 'modifiedTime'] as const) {
    const time = new Date(metadata[field] ?? '')
    if (Number.isNaN(time.getTime())) delete metadata[field]
    else metadata[field] = time.toISOString()
  }
  return metadata
}

const FIELDS: readonly (readonly [keyof DocumentMetadata, readonly string[]])[] = [
  ['title', ['dc:title']],
  ['author', ['meta:initial-creator', 'dc:creator']],
  ['description', ['dc:description', 'dc:subject']],
  ['keywords', ['meta:keyword']],
  ['language', ['dc:language']],
  ['createdTime', ['meta:creation-date']],
  ['modifiedTime', ['dc:date']],
]
