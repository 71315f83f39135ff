import assert from 'node:assert/strict'
import { it } from 'node:test'
import { zipOf } from '../../../test/support/zip-file.ts'
import { convertXlsb } from './xlsb.ts'

function record(type: number, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat(parts)
  const head = type < 0x80 ? [type] : [(type & 0x7f) | 0x80, type >> 7]
  return Buffer.concat([Buffer.from([...head, data.length]), data])
}

function u32(...values: number[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(value >>> 0)
      return bytes
    }),
  )
}

function f64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

const wide = (text: string) => Buffer.concat([u32(text.length), Buffer.from(text, 'utf16le')])
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const link = (id: string, type: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"${mode}/>`

it('reads binary workbooks: cells of all types, merged cells, links, hidden sheets', async () => {
  const xf = (format: number) => record(47, Buffer.from([0, 0, format, 0]), Buffer.alloc(12))
  const cells = [
    record(0, u32(0), Buffer.alloc(20)),
    record(7, u32(0, 0), u32(0)),
    record(2, u32(1, 0), u32((42 << 2) | 2)),
    record(5, u32(2, 1), f64(44_197)),
    record(4, u32(3, 0), Buffer.from([1])),
    record(3, u32(4, 0), Buffer.from([7])),
    record(6, u32(5, 0), wide('in place')),
    record(8, u32(6, 0), wide('made'), Buffer.alloc(4)),
    record(9, u32(7, 2), f64(0.5), Buffer.alloc(4)),
    record(0, u32(1), Buffer.alloc(20)),
    record(7, u32(1, 0), u32(0)),
    record(176, u32(0, 1, 0, 0)),
    record(494, u32(0, 0, 5, 5), wide('h1')),
  ]
  const bytes = zipOf({
    '_rels/.rels': `<Relationships>${link('r', 'officeDocument', 'xl/workbook.bin')}</Relationships>`,
    'xl/workbook.bin': Buffer.concat([
      record(153, u32(0, 0), u32(0)),
      record(156, u32(0, 1), wide('s1'), wide('Sales')),
      record(156, u32(2, 2), wide('s1'), wide('Secret')),
    ]),
    'xl/_rels/workbook.bin.rels': `<Relationships>${link('s1', 'worksheet', 'sheet1.bin')}${link('t', 'sharedStrings', 'strings.bin')}${link('u', 'styles', 'styles.bin')}</Relationships>`,
    'xl/_rels/sheet1.bin.rels': `<Relationships>${link('h1', 'hyperlink', 'https://site.test/', ' TargetMode="External"')}</Relationships>`,
    'xl/strings.bin': record(19, Buffer.from([0]), wide('shared')),
    'xl/styles.bin': Buffer.concat([
      record(44, Buffer.from([170, 0]), wide('0%')),
      xf(9),
      record(617, u32(3)),
      xf(0),
      xf(14),
      xf(170),
      record(618),
    ]),
    'xl/sheet1.bin': Buffer.concat(cells),
  })
  const source = { bytes, fileName: 'book.xlsb', contentType: '' }
  const { content, warnings } = await convertXlsb(source, { keepImages: false, ocr: 'never' }, () => {})
  assert.deepEqual(content, {
    html:
      '<h2>Sales</h2>\n<table role="table" data-merged="repeat">\n' +
      '<tr><th rowspan="2">shared</th><th>42</th><th>2021-01-01</th><th>TRUE</th><th>#DIV/0!</th>' +
      '<th><a href="https://site.test/">in place</a></th><th>made</th><th>50%</th></tr>\n' +
      '<tr><td>shared</td><td></td><td></td><td></td><td></td><td></td><td></td></tr>\n</table>',
  })
  assert.deepEqual(warnings, ["Hidden sheets were left out: 'Secret'."])
})
