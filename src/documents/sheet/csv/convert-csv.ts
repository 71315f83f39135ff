import type { Converter } from '../../converted.ts'
import { escapeText } from '../../markup.ts'
import { UnreadableDocument } from '../../unreadable.ts'
import { lineMarkup } from '../../line-markup.ts'
import { MAX_COLUMNS } from '../workbook.ts'
import { decodeText } from './decode-text.ts'
import { findDelimiter } from './find-delimiter.ts'
import { readRows } from './read-rows.ts'

/** Places of the table, empty ones included: short rows are filled up to the longest. */
const MAX_PLACES = 250_000
const MAX_TEXT_CHARS = 24 * 1024 * 1024

/** Reads a table of delimited text as one table, whose first row is its head. */
export const convertCsv: Converter = ({ bytes, fileName, contentType }) => {
  const text = decodeText(bytes, contentType).replace(/^\ufeff/, '')
  const isTabbed = /\.(tsv|tab)$/i.test(fileName) || /tab-separated/i.test(contentType)
  const { remarks, body, named } = splitPreface(text)
  if (body.trim() === '' && remarks.length === 0) {
    throw new UnreadableDocument('empty', 'The file is empty: there is no text in it.')
  }
  // A sign that no text has keeps each line whole.
  const delimiter = named ?? findDelimiter(body, isTabbed) ?? '\0'
  const { rows, isCut } = tableRows(body, delimiter)
  const preface = remarks.map((remark) => `<p>${escapeText(remark)}</p>`)
  const html = [...preface, tableHtml(rows)].join('\n')
  const warnings = isCut
    ? [`The table is cut off after ${rows.length} rows: the file has too many cells.`]
    : []
  return Promise.resolve({ content: { html }, metadata: {}, warnings })
}

const MAX_REMARKS = 1000

/** A first line may name the delimiter, and lines that begin with a number sign and a gap are remarks. */
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

function tableHtml(rows: readonly string[][]): string {
  const lines = rows.map((row, index) => {
    const name = index === 0 ? 'th' : 'td'
    return `<tr>${row.map((field) => `<${name}>${lineMarkup(field)}</${name}>`).join('')}</tr>`
  })
  return `<table role="table" data-merged="repeat">\n${lines.join('\n')}\n</table>`
}
