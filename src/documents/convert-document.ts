import { CompoundFile, refuseEncryptedPackage } from './compound-file/compound-file.ts'
import { tooLarge, UnreadableDocument } from './converted.ts'
import type { Converter, DocumentSource } from './converted.ts'
import { documentFamily, endingOf } from './family.ts'
import MEDIA_TYPES from './media-types.json' with { type: 'json' }
import type { OcrPages } from './pdf/convert-pdf.ts'
import { openZip } from './zip.ts'
import type { Zip } from './zip.ts'

/** Few documents have pages that are pictures, and what reads them is large. */
const ocrPages: OcrPages = async (...pages) => (await import('./ocr/ocr.ts')).ocrPdfPages(...pages)

/** Who reads which kind. Each is loaded when the first document of its kind comes, because few processes see them all. */
const CONVERTERS: Record<DocumentKind, () => Promise<Converter>> = {
  pdf: async () => (await import('./pdf/convert-pdf.ts')).pdfConverter(ocrPages),
  docx: async () => (await import('./word/docx/docx.ts')).convertDocx,
  doc: async () => (await import('./word/doc/doc.ts')).convertDoc,
  odt: async () => (await import('./word/odt/odt.ts')).convertOdt,
  rtf: async () => (await import('./word/rtf/rtf.ts')).convertRtf,
  epub: async () => (await import('./book/epub.ts')).convertEpub,
  xlsx: async () => (await import('./sheet/xlsx/xlsx.ts')).convertXlsx,
  xlsb: async () => (await import('./sheet/xlsb.ts')).convertXlsb,
  xls: async () => (await import('./sheet/xls.ts')).convertXls,
  ods: async () => (await import('./sheet/ods.ts')).convertOds,
  csv: async () => (await import('./sheet/csv.ts')).convertCsv,
  pptx: async () => (await import('./slides/pptx/pptx.ts')).convertPptx,
  ppt: async () => (await import('./slides/ppt/ppt.ts')).convertPpt,
  odp: async () => (await import('./slides/odp.ts')).convertOdp,
  image: async () => (await import('./image/convert-image.ts')).convertImage,
  eml: async () => (await import('./mail/eml.ts')).convertEml,
  msg: async () => (await import('./mail/msg.ts')).msgConverter(await CONVERTERS.rtf()),
}

const CONTENT_TYPES: { [Kind in DocumentKind]?: string } = MEDIA_TYPES.documents

export const convertDocument: Converter = async (source, options, report) => {
  if (source.bytes.length === 0) throw new UnreadableDocument('empty', 'The file is empty: it has no bytes.')
  const kind = await documentKind(source)
  const convert = await CONVERTERS[kind]()
  try {
    return { ...(await convert(source, options, report)), contentType: CONTENT_TYPES[kind] }
  } catch (failure) {
    // What nests too deeply for the stack, or becomes a longer text than there can be.
    if (!(failure instanceof RangeError)) throw failure
    throw tooLarge('Reading the file takes more memory than a document may.', failure)
  }
}

type DocumentKind = keyof typeof MEDIA_TYPES.documents | 'image'

/** Told by what is in the document; its name counts only where that leaves room for doubt. */
async function documentKind(source: DocumentSource): Promise<DocumentKind> {
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
