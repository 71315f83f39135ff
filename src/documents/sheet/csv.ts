import { isUtf8 } from 'node:buffer'
import { encodingDetector } from '../../language/encoding.ts'
import { UnreadableDocument } from '../converted.ts'
import type { Converter } from '../converted.ts'
import { escapeText, lineMarkup, rowHtml } from '../markup.ts'
import ENCODINGS from './encodings.json' with { type: 'json' }
import { MAX_COLUMNS } from './workbook.ts'

const MAX_PLACES = 250_000
const MAX_TEXT_CHARS = 24 * 1024 * 1024

/** Converts delimited text to one table, whose first row is its head. */
export const convertCsv: Converter = ({ bytes, fileName, contentType }) => {
  const text = decodeText(bytes, contentType).replace(/^\ufeff/, '')
  const isTabbed = /\.(tsv|tab)$/i.test(fileName) || /tab-separated/i.test(contentType)
  const { remarks, body, named } = splitPreface(text)
  if (body.trim() === '' && remarks.length === 0) {
    throw new UnreadableDocument('empty', 'The file is empty: it contains no text.')
  }
  // A character that no text contains, so that each line stays whole.
  const delimiter = named ?? findDelimiter(body, isTabbed) ?? '\0'
  const { rows, isCut } = tableRows(body, delimiter)
  const preface = remarks.map((remark) => `<p>${escapeText(remark)}</p>`)
  const lines = rows.map((row, index) => rowHtml(row.map(lineMarkup), index))
  const table = `<table role="table" data-merged="repeat">\n${lines.join('\n')}\n</table>`
  const html = [...preface, table].join('\n')
  const warnings = isCut
    ? [`The table was truncated after ${rows.length} rows: the file has too many cells.`]
    : []
  return Promise.resolve({ content: { html }, metadata: {}, warnings })
}

const MAX_REMARKS = 1000

/**
 * The first line may declare the delimiter, and lines that start with a number sign and a space are comments.
 */
function splitPreface(text: string): { remarks: string[]; body: string; named: string | undefined } {
  const named = /^"?sep=([^"\r\n])"?\r?\n?/i.exec(text)
  let body = named ? text.slice(named[0].length) : text
  const remarks: string[] = []
  for (;;) {
    const remark = /^#(?:[ \t#!][^\r\n]*)?(?:\r\n?|\n|$)/.exec(body)
    if (!remark?.[0] || remarks.length >= MAX_REMARKS)
      return { remarks: remarks.filter(Boolean), body, named: named?.[1] }
    remarks.push(remark[0].replace(/^[#!\s]+/, '').trim())
    body = body.slice(remark[0].length)
  }
}

function tableRows(body: string, delimiter: string): { rows: string[][]; isCut: boolean } {
  const rows: string[][] = []
  let width = 0
  let chars = 0
  let isCut = false
  for (const fields of readRows(body, delimiter)) {
    const row = fields.length > MAX_COLUMNS ? fields.slice(0, MAX_COLUMNS) : fields
    isCut ||= row !== fields
    width = Math.max(width, row.findLastIndex((field) => field.trim() !== '') + 1)
    for (const field of row) chars += field.length
    if (rows.length > 0 && ((rows.length + 1) * width > MAX_PLACES || chars > MAX_TEXT_CHARS)) {
      isCut = true
      break
    }
    rows.push(row)
  }
  return { rows: rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? '')), isCut }
}

/** Decodes a file that rarely declares its encoding: by byte order mark, declaration, or detection. */
function decodeText(bytes: Uint8Array, contentType: string): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return new TextDecoder(marked.label).decode(bytes)
  const wide = wideWithoutMark(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  if (isUtf8(bytes) && !bytes.subarray(0, SAMPLE_BYTES).includes(ESCAPE))
    return new TextDecoder().decode(bytes)
  return labelled(bytes, contentType) ?? new TextDecoder(detected(bytes)).decode(bytes)
}

const MARKS = [
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { mark: [0xfe, 0xff], label: 'utf-16be' },
  { mark: [0xff, 0xfe], label: 'utf-16le' },
]
const SAMPLE_BYTES = 64 * 1024
const ESCAPE = 0x1b
const SWITCHES = ['$@', '$B', '(I', '(J'].map((letters) => `\u001b${letters}`)

/**
 * Delimiters, line breaks and digits are ASCII in any language, so in UTF-16 half of the bytes are mostly
 * zero.
 */
function wideWithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0]
  const length = Math.min(bytes.length, 4096)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]!++
  const [even = 0, odd = 0] = zeros
  const many = Math.max(length / 20, 2)
  if (odd > many && even <= odd / 10) return 'utf-16le'
  return even > many && odd <= even / 10 ? 'utf-16be' : undefined
}

/** A declared encoding that gives invalid text is ignored. */
function labelled(bytes: Uint8Array, contentType: string): string | undefined {
  const label = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]
  if (label === undefined) return undefined
  try {
    const text = new TextDecoder(label).decode(bytes)
    return text.includes('\ufffd') ? undefined : text
  } catch {
    return undefined
  }
}

function detected(bytes: Uint8Array): string {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE_BYTES))
  if (SWITCHES.some((sequence) => sample.includes(sequence))) return 'iso-2022-jp'
  const found = encodingDetector().detectAll(sample, { detectEncodings: DETECTED, minimumThreshold: 0 })
  const [best] = found
  const western = found.find(({ encoding }) => encoding?.toLowerCase() === WESTERN)
  if ((western?.confidence ?? 0) >= (best?.confidence ?? 0) * NEAR) return WESTERN
  const name = best?.encoding?.toLowerCase() ?? WESTERN
  return DECODED[name] ?? name
}

/**
 * By far the most frequent encoding, so that a few names that look like another language do not outweigh it.
 */
const WESTERN = 'windows-1252'
const NEAR = 0.65

const DETECTED = ENCODINGS.detected.split(' ')

const DECODED: Record<string, string | undefined> = ENCODINGS.decoded

const SAMPLE_CHARS = 64 * 1024
const SAMPLE_ROWS = 200
const CANDIDATES = [',', '\t', ';', '|']
/** How many of the rows must have the same number of fields when the first row has only one. */
const CLEAR_SHARE = 0.6

function findDelimiter(text: string, isTabbed: boolean): string | undefined {
  const sample = text.slice(0, SAMPLE_CHARS)
  const candidates = isTabbed ? ['\t', ...CANDIDATES] : CANDIDATES
  let best: { delimiter: string; score: number } | undefined
  for (const delimiter of candidates) {
    const score = scoreOf(sample, delimiter)
    if (score > (best?.score ?? 0)) best = { delimiter, score }
  }
  return best?.delimiter
}

function scoreOf(sample: string, delimiter: string): number {
  const widths: number[] = []
  for (const row of readRows(sample, delimiter)) {
    widths.push(row.length)
    if (widths.length >= SAMPLE_ROWS) break
  }
  // The sample ends somewhere in its last row.
  if (sample.length === SAMPLE_CHARS && widths.length > 1) widths.pop()
  const counts = new Map<number, number>()
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
  const share = Math.max(0, ...counts.values()) / widths.length
  return (widths[0] ?? 0) > 1 || share >= CLEAR_SHARE ? share : 0
}

/**
 * The fields of delimited text, row by row. A quoted field may contain delimiters, line breaks, and doubled
 * quotes.
 */
function* readRows(text: string, delimiter: string): Generator<string[]> {
  let at = 0
  while (at < text.length) {
    const row: string[] = []
    for (;;) {
      const field = text[at] === '"' ? quotedField(text, at, delimiter) : plainField(text, at, delimiter)
      row.push(field.text)
      at = field.end
      if (text[at] !== delimiter) break
      at++
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    if (row.length > 1 || row[0] !== '') yield row
  }
}

function plainField(text: string, start: number, delimiter: string) {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return { text: text.slice(start, end), end }
}

function quotedField(text: string, start: number, delimiter: string) {
  let inside = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    // An unclosed quote is an ordinary character.
    if (quote === -1) return plainField(text, start, delimiter)
    inside += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      const rest = plainField(text, quote + 1, delimiter)
      return { text: inside + rest.text, end: rest.end }
    }
    inside += '"'
    from = quote + 2
  }
}
