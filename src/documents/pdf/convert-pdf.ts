import { damaged, UnreadableDocument } from '../converted.ts'
import type {
  ConversionOptions,
  ConvertedPage,
  Converter,
  DocumentMetadata,
  ReportProgress,
} from '../converted.ts'
import { parseXml, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { unreadableShare } from './clean-words.ts'
import { layOut } from './lay-out.ts'
import { pageFlow } from './page-flow.ts'
import type { PageFlow } from './page-flow.ts'
import type { PdfPage } from './page.ts'
import { differingPages, picturePages, readPdf } from './read-pdf.ts'
import type { PdfPart } from './read-pdf.ts'
import { repairPdf, removeBombs, withoutDrawingMark, withoutImage, lostFontFilter } from './repair-pdf.ts'
import type { LargeImage } from './repair-pdf.ts'

/** Runs OCR on pages, by page number from 1. Calls `report` with the number of finished pages. */
export type OcrPages = (
  bytes: Uint8Array,
  pageNumbers: readonly number[],
  report: (donePages: number) => void,
) => Promise<Map<number, PdfPage>>

/** Creates the PDF converter; pages without text are read with `ocrPages`, if given. */
export function pdfConverter(ocrPages?: OcrPages): Converter {
  return async ({ bytes: source }, options, report) => {
    const given = withoutDrawingMark(source.subarray(startOf(source)))
    const { bytes: pdf, images } = removeBombs(given)
    // Pages that may need OCR are not counted as done after their text was read.
    const mayBePictures = ocrPages !== undefined && options.ocr !== 'never'
    const reportText: ReportProgress = (progress) =>
      report(mayBePictures ? { ...progress, donePages: 0 } : progress)
    const { bytes, warnings, isRepaired, ...file } = await readOrRepair(pdf, options, reportText)
    const { flows, totalPages, facts } = file
    const pictured = await picturePages(bytes, file.letters)
    const wanted = options.ocr === 'always' ? [...flows.keys()] : pictured
    const unread = new Set(pictured)
    if (ocrPages && options.ocr !== 'never' && wanted.length > 0) {
      const read = await ocrPages(bytes, wanted, (donePages) =>
        report({ donePages: flows.size - wanted.length + donePages, totalPages: flows.size }),
      )
      for (const [number, page] of read) {
        if (page.words.length === 0) continue
        flows.set(number, pageFlow(page))
        unread.delete(number)
      }
    }
    const pages = layOut([...flows.values()]).map((page) => withStatus(page, unread))
    if (isRepaired && unread.size === 0 && pages.every(({ blocks }) => blocks.length === 0))
      throw damaged('The PDF is damaged beyond repair: it contains no text. Send an intact copy of the file.')
    return {
      content: { pages },
      metadata: pdfFacts(bytes, facts),
      totalPages,
      isPricedByPage: true,
      warnings: [...warnings, ...(await largeImages(pdf, images)), ...warningsFor(pages, unread.size)],
    }
  }
}

/**
 * A warning for each image that is too large, with its page: the one that renders differently without the
 * image.
 */
async function largeImages(pdf: Uint8Array, images: readonly LargeImage[]): Promise<string[]> {
  const warnings: string[] = []
  for (const image of images.slice(0, MOST_NAMED)) {
    const [page] = await differingPages(pdf, withoutImage(pdf, image))
    const place = page === undefined ? '' : ` on page ${page}`
    warnings.push(
      `An image of ${image.width} x ${image.height} pixels${place} is too large to be read and was left out.`,
    )
  }
  const more = images.length - warnings.length
  return more > 0 ? [...warnings, `${more} more images were left out too.`] : warnings
}

const MOST_NAMED = 5

/**
 * The start of the PDF: mail programs and servers may add lines before it. A file without the mark is not a
 * PDF.
 */
function startOf(bytes: Uint8Array): number {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).indexOf('%PDF-')
  if (start < 0) throw damaged('The file is not a PDF.')
  return start
}

type ReadFile = Awaited<ReturnType<typeof readAll>>

async function readOrRepair(bytes: Uint8Array, options: ConversionOptions, report: ReportProgress) {
  try {
    const file = await readAll(bytes, options, report)
    return { ...file, bytes, warnings: failureOf(file), isRepaired: false }
  } catch (cause) {
    if (!(cause instanceof UnreadableDocument) || cause.reason !== 'damaged') throw cause
    const repaired = repairPdf(bytes)
    if (!repaired) throw cause
    const withoutLost = lostFontFilter(repaired)
    let isTextLost = false
    const file = await readAll(repaired, options, report, (page) => {
      const kept = withoutLost(page)
      isTextLost ||= kept.words.length < page.words.length
      return kept
    })
    const left = 'The PDF is damaged or truncated: only its intact pages were read.'
    const lost = isTextLost ? ['Some of their text is missing, because its font is lost.'] : []
    return { ...file, bytes: repaired, warnings: [left, ...lost, ...failureOf(file)], isRepaired: true }
  }
}

async function readAll(
  bytes: Uint8Array,
  options: ConversionOptions,
  report: ReportProgress,
  repairPage: (page: PdfPage) => PdfPage = (page) => page,
) {
  const flows = new Map<number, PageFlow>()
  const letters = new Map<number, number>()
  let totalPages = 0
  let failedCount = 0
  let facts: PdfPart['facts'] | undefined
  for await (const part of readPdf(bytes, options)) {
    for (const page of part.pages.map(repairPage)) {
      letters.set(page.number, letterCount(page))
      flows.set(page.number, pageFlow(page))
    }
    facts ??= part.facts
    totalPages = part.totalPages
    failedCount += part.failedCount
    report({ donePages: flows.size, totalPages: Math.min(totalPages, options.maxPages ?? totalPages) })
  }
  if (failedCount > 0 && flows.size === 0) throw damaged('The PDF is damaged: none of its pages can be read.')
  if (flows.size === 0 || !facts) throw new UnreadableDocument('empty', 'The PDF has no pages.')
  return { flows, letters, totalPages, failedCount, facts }
}

/** A drawing of many lines never needs OCR. Text of a font without a character map does not count. */
function letterCount({ words, rules }: PdfPage): number {
  if (rules.length >= MAX_DRAWING_RULES) return Infinity
  let count = 0
  for (const { text } of words) count += text.length
  if (count === 0) return 0
  const sample = words
    .slice(0, 2000)
    .map(({ text }) => text)
    .join('')
  return unreadableShare(sample) > 0.3 ? 0 : count
}

const MAX_DRAWING_RULES = 10_000

function failureOf({ failedCount, flows }: ReadFile): string[] {
  return failedCount === 0 ? [] : [`${failedCount} of ${flows.size + failedCount} pages could not be read.`]
}

function withStatus(page: ConvertedPage, unread: ReadonlySet<number>): ConvertedPage {
  return unread.has(page.pageNumber)
    ? { ...page, status: page.blocks.length > 0 ? 'partial' : 'failed' }
    : page
}

function warningsFor(pages: readonly ConvertedPage[], unreadCount: number): string[] {
  if (unreadCount > 0) {
    return [
      `${unreadCount} of ${pages.length} pages ${unreadCount === 1 ? 'is an image' : 'are images'} whose text was not read.`,
    ]
  }
  return pages.every(({ blocks }) => blocks.length === 0) ? ['No text was found in the document.'] : []
}

function pdfFacts(bytes: Uint8Array, { xmp, created, modified }: PdfPart['facts']): DocumentMetadata {
  const info = infoStrings(bytes)
  const described = xmp === undefined ? new Map<string, string>() : xmpStrings(xmp)
  const facts: Record<keyof DocumentMetadata, string | undefined> = {
    title: info.get('Title') ?? described.get('dc:title'),
    author: info.get('Author') ?? described.get('dc:creator'),
    description: info.get('Subject') ?? described.get('dc:description'),
    keywords: info.get('Keywords') ?? described.get('pdf:Keywords') ?? described.get('dc:subject'),
    language: info.get('Lang') ?? described.get('dc:language'),
    createdTime: isoTime(created) ?? isoTime(described.get('xmp:CreateDate')),
    modifiedTime: isoTime(modified) ?? isoTime(described.get('xmp:ModifyDate')),
  }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => {
      const text = fact
        ?.replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, MAX_LENGTH)
      return text ? [[name, text]] : []
    }),
  )
}

const MAX_LENGTH = 2000

function xmpStrings(xmp: string): Map<string, string> {
  const strings = new Map<string, string>()
  const look = (element: XmlElement, depth: number): void => {
    if (element.name === 'rdf:Description') {
      for (const [name, text] of Object.entries(element.attributes)) note(name, text)
    }
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (element.name === 'rdf:Description') note(child.name, valuesOf(child).join(', '))
      else if (depth < 5) look(child, depth + 1)
    }
  }
  const note = (name: string, text: string) => {
    if (text.trim() !== '' && !strings.has(name)) strings.set(name, text.trim())
  }
  look(parseXml(xmp), 0)
  return strings
}

function valuesOf(property: XmlElement): string[] {
  const items = property.children.flatMap((list) =>
    typeof list === 'string'
      ? []
      : list.children.flatMap((item) => (typeof item === 'string' ? [] : [textOf(item).trim()])),
  )
  return items.length > 0 ? items.slice(0, 50) : [textOf(property)]
}

/** Converts a PDF time, `D:20240131120000+01'00'`, or an XMP time to ISO 8601. */
function isoTime(time: string | undefined): string | undefined {
  const parts =
    /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(time ?? '')?.slice(1) ??
    []
  const [year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = parts
  const [sign, hours, minutes = '00'] = parts.slice(6)
  const zone = sign ? `${sign}${hours}:${minutes}` : 'Z'
  const written = year === undefined ? time : `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
  const date = new Date(written ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** The strings of an unencrypted information dictionary; other files have their metadata in XML. */
export function infoStrings(bytes: Uint8Array): Map<string, string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.includes('/Encrypt ')) return new Map()
  const strings = stringsIn(objectAt(file, '/Info'), NAMES)
  const language = stringsIn(objectAt(file, '/Root'), ['Lang']).get('Lang')
  if (language) strings.set('Lang', language)
  return strings
}

const NAMES = ['Title', 'Author', 'Subject', 'Keywords']
const MAX_OBJECT_BYTES = 16_384

function objectAt(file: Buffer, name: string): string {
  const at = file.lastIndexOf(name)
  if (at < 0) return ''
  const written = file.toString('latin1', at + name.length, at + name.length + MAX_OBJECT_BYTES)
  if (/^\s*<</.test(written)) return cutAtEnd(written)
  const reference = /^\s*(\d{1,10})\s+(\d{1,5})\s+R/.exec(written)
  if (!reference) return ''
  const head = `${reference[1]} ${reference[2]} obj`
  let start = file.lastIndexOf(head)
  while (start > 0 && /\d/.test(String.fromCharCode(file[start - 1]!)))
    start = file.lastIndexOf(head, start - 1)
  return start < 0 ? '' : cutAtEnd(file.toString('latin1', start, start + MAX_OBJECT_BYTES))
}

function cutAtEnd(object: string): string {
  const end = object.search(/endobj|startxref/)
  return end < 0 ? object : object.slice(0, end)
}

function stringsIn(object: string, names: readonly string[]): Map<string, string> {
  const strings = new Map<string, string>()
  for (const name of names) {
    const at = new RegExp(`/${name}\\s*(?=[(<])`).exec(object)
    if (!at) continue
    const text = decoded(stringAt(object, at.index + at[0].length))
    if (text !== '') strings.set(name, text)
  }
  return strings
}

function stringAt(object: string, start: number): number[] {
  if (object[start] === '<') {
    const digits = object.slice(start + 1, object.indexOf('>', start)).replace(/[^\da-f]/gi, '')
    return (digits.match(/.{1,2}/g) ?? []).map((pair) => Number.parseInt(pair.padEnd(2, '0'), 16))
  }
  const bytes: number[] = []
  let depth = 0
  for (let at = start; at < object.length; at++) {
    const sign = object[at]!
    if (sign === '\\') {
      const octal = /^[0-7]{1,3}/.exec(object.slice(at + 1, at + 4))?.[0]
      if (octal) bytes.push(Number.parseInt(octal, 8) & 255)
      else if (!/[\r\n]/.test(object[at + 1] ?? '\n'))
        bytes.push((ESCAPED[object[at + 1]!] ?? object[at + 1]!).charCodeAt(0))
      at += octal?.length ?? 1
      continue
    }
    if (sign === '(' && depth++ === 0) continue
    if (sign === ')' && --depth === 0) break
    bytes.push(sign.charCodeAt(0))
  }
  return bytes
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function decoded(bytes: readonly number[]): string {
  const [first, second] = bytes
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(Uint8Array.from(bytes))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(Uint8Array.from(bytes))
  if (first === 0xef && second === 0xbb) return new TextDecoder().decode(Uint8Array.from(bytes))
  return bytes.map((byte) => DOC_ENCODING.get(byte) ?? String.fromCharCode(byte)).join('')
}

/** Letters of PDF strings that differ from Latin-1. */
const DOC_ENCODING: ReadonlyMap<number, string> = new Map(
  [...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'].map(
    (letter, index) => [0x80 + index, letter.normalize('NFKC')] as const,
  ),
).set(0xa0, '€')
