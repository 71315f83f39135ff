import { CompoundFile, refuseEncryptedPackage } from './compound-file/compound-file.ts'
import { UnreadableDocument } from './converted.ts'
import type { DocumentSource } from './converted.ts'
import { documentFamily, endingOf } from './family.ts'
import MEDIA_TYPES from './media-types.json' with { type: 'json' }
import { openZip } from './zip.ts'
import type { Zip } from './zip.ts'

/** Exactly what a document is, which decides who reads it. */
export type DocumentKind = keyof typeof MEDIA_TYPES.documents | 'image'

/** Told by what is in the document; its name counts only where that leaves room for doubt. */
export async function documentKind(source: DocumentSource): Promise<DocumentKind> {
  const family = documentFamily({ ...source, head: source.bytes })
  switch (family) {
    case 'archive':
      return await kindOfArchive(await openZip(source.bytes))
    case 'compound':
      return kindOfCompound(source)
    case 'mail':
      return 'eml'
    case 'table':
      return 'csv'
    case undefined:
      throw new UnreadableDocument('unsupported', 'The file is of a type that is not supported.')
    default:
      return family
  }
}

const PARTS: [part: RegExp, kind: DocumentKind][] = [
  [/^word\/document\d*\.xml$/i, 'docx'],
  [/^xl\/workbook\.xml$/i, 'xlsx'],
  [/^xl\/workbook\.bin$/i, 'xlsb'],
  [/^ppt\/presentation\.xml$/i, 'pptx'],
]

const TYPES: [type: RegExp, kind: DocumentKind][] = [
  [/epub\+zip/, 'epub'],
  [/opendocument\.text/, 'odt'],
  [/opendocument\.spreadsheet/, 'ods'],
  [/opendocument\.presentation/, 'odp'],
  [/wordprocessingml|ms-word/, 'docx'],
  [/spreadsheetml\.sheet\.main|ms-excel\.(?:sheet|template|addin)\.macroenabled/i, 'xlsx'],
  [/ms-excel\.sheet\.binary/i, 'xlsb'],
  [/presentationml|ms-powerpoint/, 'pptx'],
]

async function kindOfArchive(zip: Zip): Promise<DocumentKind> {
  const part = PARTS.find(([pattern]) => zip.names.some((name) => pattern.test(name)))
  if (part) return part[1]
  const stated =
    (await zip.readText('mimetype')) ??
    (await zip.readText('[Content_Types].xml')) ??
    (await zip.readText('META-INF/manifest.xml')) ??
    ''
  const type = TYPES.find(([pattern]) => pattern.test(stated))
  if (type) return type[1]
  if (zip.has('META-INF/container.xml')) return 'epub'
  throw new UnreadableDocument(
    'unsupported',
    'The file is an archive, and not a document: what is in it is not supported.',
  )
}

const STREAMS: [name: string, kind: DocumentKind][] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
  ['__properties_version1.0', 'msg'],
]

function kindOfCompound({ bytes, fileName }: DocumentSource): DocumentKind {
  const container = new CompoundFile(bytes)
  refuseEncryptedPackage(container)
  const stream = STREAMS.find(([name]) => container.has(name))
  if (stream) return stream[1]
  const ending = endingOf(fileName)
  const message = `The file is an old Office container${ending ? ` named .${ending}` : ''}, but holds no document that is supported.`
  throw new UnreadableDocument('unsupported', message)
}
