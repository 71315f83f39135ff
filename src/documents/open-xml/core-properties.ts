import type { DocumentMetadata } from '../converted.ts'
import { elementAt, textOf } from '../xml.ts'
import { parsePart } from './part.ts'

/** What an Office file says about itself. */
export function coreProperties(xml: string): DocumentMetadata {
  const root = parsePart(xml)
  const metadata: DocumentMetadata = {}
  for (const [field, names] of FIELDS) {
    const text = names.map((name) => textOf(elementAt(root, name)).trim()).find((found) => found !== '')
    if (text !== undefined) metadata[field] = text
  }
  for (const [field, name] of TIMES) {
    const time = new Date(textOf(elementAt(root, name)).trim())
    if (!Number.isNaN(time.getTime())) metadata[field] = time.toISOString()
  }
  return metadata
}

const FIELDS: readonly (readonly [keyof DocumentMetadata, readonly string[]])[] = [
  ['title', ['dc:title']],
  ['author', ['dc:creator']],
  ['description', ['dc:description', 'dc:subject']],
  ['keywords', ['cp:keywords']],
  ['language', ['dc:language']],
]

const TIMES: readonly (readonly ['createdTime' | 'modifiedTime', string])[] = [
  ['createdTime', 'dcterms:created'],
  ['modifiedTime', 'dcterms:modified'],
]
