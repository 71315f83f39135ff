import { encrypted } from '../compound-file/compound-file.ts'
import type { DocumentMetadata } from '../converted.ts'
import { UnreadableDocument } from '../unreadable.ts'
import { elementAt, parseXml } from '../xml.ts'
import { openZip } from '../zip.ts'
import type { Zip } from '../zip.ts'
import { odfMetadata } from './metadata.ts'

/** An OpenDocument file, opened. */
export interface OdfFile {
  zip: Zip
  /** What the document says, as XML. */
  content: string
  metadata: DocumentMetadata
}

export async function openOdf(bytes: Uint8Array): Promise<OdfFile> {
  const zip = await openZip(bytes)
  const manifest = await zip.readText('META-INF/manifest.xml')
  if (manifest?.includes('encryption-data')) throw encrypted()
  const content = await zip.readText('content.xml')
  if (content === undefined) {
    throw new UnreadableDocument('damaged', 'The file is not an OpenDocument file: its content is missing.')
  }
  const meta = parseXml((await zip.readText('meta.xml')) ?? '')
  return { zip, content, metadata: odfMetadata(elementAt(meta, 'office:meta')) }
}
