import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import cfb from 'cfb'
import { UnreadableDocument } from '../converted.ts'
import { convertXls } from './xls.ts'

function record(type: number, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat(parts)
  return Buffer.concat([u16(type, data.length), data])
}

function u16(...values: number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value & 0xff, (value >> 8) & 0xff])))
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

function f64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

const wide = (text: string) =>
  Buffer.concat([u16(text.length), Buffer.from([1]), Buffer.from(text, 'utf16le')])
const narrow = (text: string) =>
  Buffer.concat([u16(text.length), Buffer.from([0]), Buffer.from(text, 'latin1')])
const END = record(0x0a)
const begin = (kind: number, version = 0x600) => record(0x809, u16(version, kind, 0, 0))

/** A workbook of these sheets, with the records before them. */
function workbook(
  globals: Buffer[],
  sheets: { name: string; state?: number; records: Buffer[] }[],
  version = 0x600,
): Buffer {
  const isUnicode = version === 0x600
  const bound = (name: string, state: number, start: number) =>
    record(
      0x85,
      u32(start),
      Buffer.from([state, 0, name.length, ...(isUnicode ? [0] : [])]),
      Buffer.from(name, 'latin1'),
    )
  const head = [begin(5, version), ...globals]
  const bodies = sheets.map(({ records }) => Buffer.concat([begin(0x10, version), ...records, END]))
  let start = Buffer.concat([...head, ...sheets.map(({ name }) => bound(name, 0, 0)), END]).length
  const list = sheets.map(({ name, state = 0 }, index) => {
    const entry = bound(name, state, start)
    start += bodies[index]!.length
    return entry
  })
  return container(isUnicode ? 'Workbook' : 'Book', Buffer.concat([...head, ...list, END, ...bodies]))
}

function container(name: string, stream: Buffer): Buffer {
  const file = cfb.utils.cfb_new()
  cfb.utils.cfb_add(file, `/${name}`, stream)
  return cfb.write(file, { type: 'buffer' }) as Buffer
}

async function convert(bytes: Uint8Array) {
  const source = { bytes, fileName: 'book.xls', contentType: '' }
  const { content, warnings } = await convertXls(source, { keepImages: false, ocr: 'never' }, () => {})
  assert.ok('html' in content)
  return { html: content.html, warnings }
}

describe('workbooks of records', () => {
  it('show each type of cell as displayed', async () => {
    const xf = (format: number) => record(0xe0, u16(0, format), Buffer.alloc(16))
    // The first text continues in a second record, with another character width.
    const strings = [
      record(0xfc, u32(3), u32(3), u16(4), Buffer.from([0]), Buffer.from('ab')),
      record(
        0x3c,
        Buffer.from([1]),
        Buffer.from('cд', 'utf16le'),
        u16(1),
        Buffer.from([8]),
        u16(1),
        Buffer.from('x'),
        u32(0),
        narrow('next'),
      ),
    ]
    const globals = [record(0x41e, u16(170), narrow('0.0%')), xf(0), xf(14), xf(170), ...strings]
    const place = (column: number, style = 0, row = 0) => u16(row, column, style)
    const cells = [
      record(0xfd, place(0), u32(0)),
      record(0xfd, place(1), u32(1)),
      record(0x203, place(2, 1), f64(44_197)),
      record(0x27e, place(3, 2), u32((25 << 2) | 3)),
      record(0xbd, u16(0, 4), u16(0), u32((7 << 2) | 2), u16(0), u32((8 << 2) | 2), u16(5)),
      record(0x205, place(6), Buffer.from([1, 0])),
      record(0x205, place(7), Buffer.from([0x2a, 1])),
      record(0x06, place(8), Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]), Buffer.alloc(8)),
      record(0x207, wide('made')),
      record(0x204, place(9), narrow('old')),
      record(0xfd, place(10), u32(2)),
      record(0xe5, u16(1, 0, 1, 0, 0)),
      record(0x204, u16(1, 1, 0), narrow('below')),
    ]
    const { html } = await convert(workbook(globals, [{ name: 'Sales', records: cells }]))
    assert.match(
      html,
      /<h2>Sales<\/h2>\n<table[^>]*>\n<tr><th rowspan="2">abcд<\/th><th>x<\/th><th>2021-01-01<\/th><th>25\.0%<\/th><th>7<\/th><th>8<\/th><th>TRUE<\/th><th>#N\/A<\/th><th>made<\/th><th>old<\/th><th>next<\/th><\/tr>\n<tr><td>below<\/td>/,
    )
  })

  it('join the text of a formula that continues in further records', async () => {
    const formula = (column: number) =>
      record(0x06, u16(0, column, 0), Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]), Buffer.alloc(8))
    const records = [
      formula(0),
      record(0x207, u16(9), Buffer.from([0]), Buffer.from('abc')),
      record(0x3c, Buffer.from([1]), Buffer.from('dд', 'utf16le')),
      record(0x3c, Buffer.from([0]), Buffer.from('fghi and more')),
      formula(1),
      record(0x207, u16(9), Buffer.from([0]), Buffer.from('cut')),
      record(0x204, u16(1, 0, 0), narrow('cell')),
      formula(2),
      record(0x207, u16(9), Buffer.from([0]), Buffer.from('last')),
    ]
    const { html } = await convert(workbook([], [{ name: 'A', records }]))
    assert.match(html, /<tr><th>abcdдfghi<\/th><th>cut<\/th><th>last<\/th><\/tr>\n<tr><td>cell<\/td>/)
  })

  it('leave out hidden sheets and charts on a sheet', async () => {
    const records = [
      begin(0x20),
      record(0x204, u16(0, 0, 0), narrow('chart')),
      END,
      record(0x204, u16(0, 0, 0), narrow('cell')),
    ]
    const { html, warnings } = await convert(
      workbook(
        [],
        [
          { name: 'A', records },
          { name: 'B', state: 2, records },
        ],
      ),
    )
    assert.equal(
      html,
      '<h2>A</h2>\n<table role="table" data-merged="repeat">\n<tr><th>cell</th></tr>\n</table>',
    )
    assert.deepEqual(warnings, ["Hidden sheets were left out: 'B'."])
  })

  it('link cells and keep notes', async () => {
    const address = Buffer.from('https://site.test/\0', 'utf16le')
    const records = [
      record(0x204, u16(0, 0, 0), narrow('Site')),
      record(
        0x1b8,
        u16(0, 0, 0, 0),
        Buffer.alloc(24),
        Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex'),
        u32(address.length),
        address,
      ),
      record(0x5d, u16(0x15, 0x12, 0x19, 3), Buffer.alloc(14)),
      record(0x1b6, Buffer.alloc(10), u16(9), Buffer.alloc(6)),
      record(0x3c, Buffer.from([0]), Buffer.from('Ann:\nHigh')),
      record(0x3c, Buffer.alloc(16, 0x41)),
      record(0x1c, u16(0, 0, 0, 3), narrow('Ann'), Buffer.from([0])),
    ]
    const { html } = await convert(workbook([], [{ name: 'A', records }]))
    assert.match(html, /<a href="https:\/\/site\.test\/">Site<\/a>/)
    assert.match(html, /<p>\[author: Ann\]: High<\/p>$/)
  })

  it('read the texts of Excel 5 in their code page', async () => {
    const text = Buffer.from([0xcf, 0xf0, 0xe8])
    const records = [record(0x204, u16(0, 0, 0), u16(text.length), text)]
    const { html } = await convert(workbook([record(0x42, u16(1251))], [{ name: 'A', records }], 0x500))
    assert.match(html, /<th>При<\/th>/)
  })

  const isUnreadable = (reason: string) => (error: unknown) =>
    error instanceof UnreadableDocument && error.reason === reason

  it('report a password, damage or another file type', async () => {
    await assert.rejects(async () => convert(workbook([record(0x2f, u16(1))], [])), isUnreadable('encrypted'))
    await assert.rejects(
      async () => convert(container('WordDocument', Buffer.alloc(8))),
      isUnreadable('damaged'),
    )
    await assert.rejects(
      async () => convert(Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')),
      isUnreadable('damaged'),
    )
  })

  it('are read up to the point where they are truncated', async () => {
    const records = [record(0x204, u16(0, 0, 0), narrow('cell')), record(0x203, u16(1)), Buffer.from([0x03])]
    assert.match((await convert(workbook([], [{ name: 'A', records }]))).html, /<th>cell<\/th>/)
  })

  it('read shared records once, even if many sheets refer to them', async () => {
    const sheet = Buffer.concat([begin(0x10), ...Array.from({ length: 5000 }, () => record(0x999)), END])
    const bound = (start: number) => record(0x85, u32(start), Buffer.from([0, 0, 1, 0]), Buffer.from('S'))
    const start = begin(5).length + 5000 * bound(0).length + END.length
    const list = Array.from({ length: 5000 }, () => bound(start))
    const { warnings } = await convert(container('Workbook', Buffer.concat([begin(5), ...list, END, sheet])))
    assert.deepEqual(warnings, [
      "The document has too many cells, so not all were read. Truncated sheets: 'S'.",
    ])
  })
})
