import { UnreadableDocument } from './converted.ts'
import type { Converter } from './converted.ts'
import { documentKind } from './document-kind.ts'
import type { DocumentKind } from './document-kind.ts'
import MEDIA_TYPES from './media-types.json' with { type: 'json' }
import type { OcrPages } from './pdf/convert-pdf.ts'

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

/** A picture keeps the type that its sender says. */
const CONTENT_TYPES: { [Kind in DocumentKind]?: string } = MEDIA_TYPES.documents

/** Reads a document of whatever kind it turns out to be. */
export const convertDocument: Converter = async (source, wish, report) => {
  if (source.bytes.length === 0) throw new UnreadableDocument('empty', 'The file is empty: it has no bytes.')
  const kind = await documentKind(source)
  const convert = await CONVERTERS[kind]()
  try {
    return { ...(await convert(source, wish, report)), contentType: CONTENT_TYPES[kind] }
  } catch (failure) {
    // What nests too deeply for the stack, or becomes a longer text than there can be.
    if (!(failure instanceof RangeError)) throw failure
    throw new UnreadableDocument('too large', 'Reading the file takes more memory than a document may.', {
      cause: failure,
    })
  }
}
