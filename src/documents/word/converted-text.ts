import type { Converted, DocumentMetadata } from '../converted.ts'
import type { Block } from './block.ts'
import { withCodeRuns } from './code-runs.ts'
import { documentHtml } from './document-html.ts'
import type { Notes } from './notes.ts'
import type { Pictures } from '../pictures.ts'
import { withTypedLists } from './typed-lists.ts'

/** What was read of a text document, with its notes after its end. */
export function convertedText(
  blocks: readonly Block[],
  { notes, pictures, metadata }: { notes: Notes; pictures: Pictures; metadata: DocumentMetadata },
): Converted {
  const text = documentHtml(withTypedLists(withCodeRuns(blocks)), notes.room)
  const html = [text, notes.html()].filter((part) => part !== '').join('\n')
  return { content: { html }, metadata, warnings: [...pictures.warnings(html), ...notes.room.warnings()] }
}
