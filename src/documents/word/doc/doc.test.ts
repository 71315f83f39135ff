import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import cfb from 'cfb'
import { documentReader } from '../../../../test/support/document-reader.ts'
import { Bytes } from '../../compound-file/compound-file.ts'
import { UnreadableDocument } from '../../converted.ts'
import { convertDoc } from './doc.ts'
import { pictureAtOffset } from './file.ts'

/** A run of text with the properties of its letters. */
type Letters = readonly [text: string, ...properties: number[]]

/** A paragraph with the mark at its end, its style, and its properties. */
interface Line {
  letters: readonly Letters[]
  style?: number
  properties?: readonly number[]
}

interface WordText {
  lines: readonly Line[]
  /** How many characters are in the body; the rest is in footnotes. */
  bodyLength?: number
  flags?: number
  version?: number
  /** Pieces of the table stream by their index. */
  pieces?: Record<number, Buffer>
}

const TEXT_START = 0x400
const PAGE = 512

/** A Word 97 file with one piece of 8-bit text and one page for each kind of properties. */
function doc({ lines, bodyLength, flags = 0x0200, version = 0xc1, pieces = {} }: WordText): Buffer {
  const text = Buffer.from(
    lines.map(({ letters }) => letters.map(([part]) => part).join('')).join(''),
    'latin1',
  )
  const pages = Math.ceil((TEXT_START + text.length) / PAGE)
  const main = Buffer.alloc((pages + 2) * PAGE)
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(version, 2)
  main.writeUInt16LE(flags, 10)
  main.writeUInt32LE(TEXT_START, 0x18)
  main.writeUInt32LE(TEXT_START + text.length, 0x1c)
  main.writeUInt32LE(bodyLength ?? text.length, version < 0xc1 ? 0x34 : 0x4c)
  main.writeUInt32LE(Math.max(text.length - (bodyLength ?? text.length), 0), version < 0xc1 ? 0x38 : 0x50)
  text.copy(main, TEXT_START)
  const paragraphs = lines.map(({ letters, style = 0, properties = [] }) => ({
    length: letters.reduce((sum, [part]) => sum + part.length, 0),
    bytes: Buffer.from([style, 0, ...properties]),
  }))
  const letters = lines.flatMap((line) =>
    line.letters.map(([part, ...properties]) => ({ length: part.length, bytes: Buffer.from(properties) })),
  )
  page(paragraphs, 13).copy(main, pages * PAGE)
  page(letters, 1).copy(main, (pages + 1) * PAGE)
  const table = tableStream(main, {
    13: index(text.length, pages),
    12: index(text.length, pages + 1),
    33: pieceTable(text.length),
    1: STYLES,
    ...pieces,
  })
  const container = cfb.utils.cfb_new()
  cfb.utils.cfb_add(container, 'WordDocument', main)
  cfb.utils.cfb_add(container, '1Table', table)
  return cfb.write(container, { type: 'buffer' }) as Buffer
}

/** A page of properties: the position of each run, then the offset of its properties on the page. */
function page(runs: readonly { length: number; bytes: Buffer }[], entrySize: number): Buffer {
  const written = Buffer.alloc(PAGE)
  let place = TEXT_START
  let free = PAGE - 2
  for (const [at, { length, bytes }] of runs.entries()) {
    written.writeUInt32LE(place, 4 * at)
    place += length
    if (bytes.length > 0) {
      const head = entrySize === 1 ? [bytes.length] : [0, Math.ceil(bytes.length / 2)]
      free -= (head.length + bytes.length + 1) & ~1
      Buffer.from([...head, ...bytes]).copy(written, free)
      written[4 * (runs.length + 1) + entrySize * at] = free / 2
    }
  }
  written.writeUInt32LE(place, 4 * runs.length)
  written[PAGE - 1] = runs.length
  return written
}

function numbers(...values: number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer)
}

function index(textLength: number, pageNumber: number): Buffer {
  return numbers(TEXT_START, TEXT_START + textLength, pageNumber)
}

function pieceTable(textLength: number): Buffer {
  const place = Buffer.alloc(8)
  place.writeUInt32LE((2 * TEXT_START) | 0x4000_0000, 2)
  return Buffer.concat([Buffer.from([2]), numbers(16, 0, textLength), place])
}

function tableStream(main: Buffer, pieces: Record<number, Buffer>): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (const [place, bytes] of Object.entries(pieces)) {
    main.writeUInt32LE(at, 154 + 8 * Number(place))
    main.writeUInt32LE(bytes.length, 158 + 8 * Number(place))
    parts.push(bytes)
    at += bytes.length
  }
  return Buffer.concat(parts)
}

/**
 * Styles: 0 is ordinary, 1 is a heading by its number, 2 is based on that, 3 has an outline level of its own,
 * 4 only looks like 1.
 */
const STYLES = Buffer.concat([
  Buffer.from([4, 0, 5, 0, 10, 0]),
  styleOf(0, 0xfff, 'Normal'),
  styleOf(1, 0, 'heading 1'),
  styleOf(0xffe, 1, 'Mine'),
  styleOf(0xffe, 0, 'Chapter', [0x40, 0x26, 1]),
  styleOf(0xffe, 1, 'Contents', [0x40, 0x26, 9]),
])

function styleOf(known: number, base: number, name: string, properties: readonly number[] = []): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16LE(known, 0)
  head.writeUInt16LE((base << 4) | 1, 2)
  head.writeUInt16LE(name.length, 10)
  const upx = Buffer.from([2 + properties.length, 0, 0, 0, ...properties])
  const bytes = Buffer.concat([head, Buffer.from(`${name}\0`, 'utf16le'), upx])
  return Buffer.concat([Buffer.from([bytes.length, 0]), bytes, Buffer.alloc(bytes.length % 2)])
}

const BOLD = [0x35, 0x08, 1]
const HIDDEN = [0x3c, 0x08, 1]
const DELETED = [0x00, 0x08, 1]
const SPECIAL = [0x55, 0x08, 1]
const IN_TABLE = [0x16, 0x24, 1]
const ROW_END = [...IN_TABLE, 0x17, 0x24, 1]

/** The end of a row of two cells; `flags` declare how each is merged. */
function rowEnd(flags: readonly [number, number], header = false): Line {
  const layout = Buffer.alloc(1 + 6 + 40)
  layout[0] = 2
  for (const [at, edge] of [0, 1000, 2000].entries()) layout.writeInt16LE(edge, 1 + 2 * at)
  for (const [at, flag] of flags.entries()) layout.writeUInt16LE(flag, 7 + 20 * at)
  const properties = [
    ...ROW_END,
    ...(header ? [0x04, 0x34, 1] : []),
    0x08,
    0xd6,
    layout.length + 1,
    0,
    ...layout,
  ]
  return { letters: [['\x07']], properties }
}

const cell = (text: string): Line => ({ letters: [[`${text}\x07`]], properties: IN_TABLE })
const line = (text: string, style = 0): Line => ({ letters: [[`${text}\r`]], style })

const { convert, html: htmlOf } = documentReader(convertDoc, 'a.doc')
const html = (text: WordText) => htmlOf(doc(text))

const TABLE = '<table role="table" data-merged="repeat">\n'

const CASES: readonly (readonly [what: string, lines: readonly Line[], expected: string])[] = [
  ['paragraphs and breaks', [line('a\x0bb'), line('caf\xe9')], '<p>a<br>b</p>\n<p>café</p>'],
  [
    'letters that stand out, are hidden or were deleted',
    [{ letters: [['a '], ['b', ...BOLD], ['c', ...HIDDEN], ['d', ...DELETED], [' e\r']] }],
    '<p>a <strong>b</strong> e</p>',
  ],
  [
    'headings by the number of a style, by what it is based on, by outline level',
    [line('a', 1), line('b', 2), line('c', 3), line('d', 4)],
    '<h1>a</h1>\n<h1>b</h1>\n<h2>c</h2>\n<p>d</p>',
  ],
  [
    'fields',
    [line('\x13 HYPERLINK "https://a.test/" \x14a\x15 \x13 PAGE \x142\x15')],
    '<p><a href="https://a.test/">a</a> 2</p>',
  ],
  ['an instruction that never ends', [line('a\x13 PAGE'), line('b')], '<p>a</p>\n<p>b</p>'],
  [
    'tables',
    [cell('A'), cell('B'), rowEnd([0, 0], true), cell('1'), cell('2'), rowEnd([0, 0]), line('after')],
    `${TABLE}<tr><th>A</th><th>B</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>\n<p>after</p>`,
  ],
  [
    'cells merged to the right and downwards',
    [
      cell('A'),
      cell(''),
      rowEnd([1, 2]),
      cell('B'),
      cell('1'),
      rowEnd([0x60, 0]),
      cell(''),
      cell('2'),
      rowEnd([0x20, 0]),
    ],
    `${TABLE}<tr><td colspan="2">A</td></tr>\n<tr><td rowspan="2">B</td><td>1</td></tr>\n<tr><td>2</td></tr>\n</table>`,
  ],
]

describe('a Word document of before 2007', () => {
  for (const [what, lines, expected] of CASES) {
    it(`has ${what}`, async () => assert.equal(await html({ lines }), expected))
  }

  it('has counted lists', async () => {
    const level = Buffer.alloc(28)
    level.writeUInt32LE(1, 0)
    const lists = Buffer.concat([Buffer.from([1, 0]), numbers(77, 0, 0, 0, 0, 0), Buffer.from([0, 0, 1, 0])])
    const label = Buffer.concat([Buffer.from([2, 0]), Buffer.from('\0.', 'utf16le')])
    const listed = [0x0b, 0x46, 1, 0]
    const item = (text: string): Line => ({ letters: [[`${text}\r`]], properties: listed })
    const pieces = {
      73: Buffer.concat([lists, level, label]),
      74: Buffer.concat([numbers(1, 77, 0, 0, 0)]),
    }
    assert.equal(
      await html({ lines: [item('a'), line('x'), item('b')], pieces }),
      '<ol><li>a</li></ol>\n<p>x</p>\n<ol start="2"><li>b</li></ol>',
    )
  })

  it('has footnotes', async () => {
    const lines: Line[] = [
      { letters: [['a'], ['\x02', ...SPECIAL], ['b\r']] },
      { letters: [['\x02', ...SPECIAL], [' note\r']] },
    ]
    const pieces = { 2: Buffer.concat([numbers(1, 9), Buffer.from([1, 0])]), 3: numbers(0, 7, 8) }
    assert.equal(
      await html({ lines, bodyLength: 4, pieces }),
      '<p>a<sup><a href="#note-1" role="doc-noteref">1</a></sup>b</p>\n<div id="note-1"><p>note</p></div>',
    )
  })

  it('is read as text if it is from Word 95', async () => {
    const lines = [line('A\x07B\x07\x07x\x13 PAGE \x142\x15')]
    assert.equal(await html({ lines, version: 0x68, flags: 0 }), '<p>A\tB</p>\n<p>x2</p>')
  })

  it('decodes Cyrillic letters of Word 95', async () => {
    assert.equal(await html({ lines: [line('\xcf\xf0\xe8')], version: 0x68, flags: 0 }), '<p>При</p>')
  })

  const other = () => {
    const container = cfb.utils.cfb_new()
    cfb.utils.cfb_add(container, 'Workbook', Buffer.from('x'))
    return cfb.write(container, { type: 'buffer' }) as Buffer
  }
  const refusals: readonly (readonly [string, Buffer, string])[] = [
    ['behind a password', doc({ lines: [line('a')], flags: 0x0300 }), 'encrypted'],
    ['of another kind', other(), 'damaged'],
    ['that is cut off', doc({ lines: [line('a')] }).subarray(0, 700), 'damaged'],
    ['whose text cannot be found', doc({ lines: [line('a')], pieces: { 33: Buffer.from([9]) } }), 'damaged'],
  ]
  for (const [what, bytes, reason] of refusals) {
    it(`is rejected ${what}`, async () => {
      await assert.rejects(
        convert(bytes),
        (error) => error instanceof UnreadableDocument && error.reason === reason,
      )
    })
  }

  it('ends where its pieces would continue endlessly', async () => {
    const count = 50_000
    const positions = Array.from({ length: count + 1 }, (_, at) => 2 * at)
    const place = Buffer.alloc(8)
    place.writeUInt32LE((2 * TEXT_START) | 0x4000_0000, 2)
    const table = Buffer.concat([
      Buffer.from([2]),
      numbers(4 + 12 * count, ...positions),
      ...Array<Buffer>(count).fill(place),
    ])
    const text = await html({ lines: [line('a')], bodyLength: 2 * count, pieces: { 33: table } })
    assert.ok(text.length < 40_000)
  })

  it('has its notes once, even if they overlap', async () => {
    const count = 50
    const references = Array.from({ length: count }, (): Letters => ['\x02', ...SPECIAL])
    const note = 'note '.repeat(40)
    const lines: Line[] = [{ letters: [...references, ['\r']] }, { letters: [[`${note}\r`]] }]
    const places = Array.from({ length: count + 1 }, (_, index) => index)
    const texts = Array.from({ length: count + 2 }, (_, index) => (index % 2 === 0 ? 0 : note.length))
    const { content } = await convert(
      doc({
        lines,
        bodyLength: count + 1,
        pieces: { 2: Buffer.concat([numbers(...places), Buffer.alloc(2 * count)]), 3: numbers(...texts) },
      }),
    )
    assert.ok('html' in content)
    assert.equal(content.html.match(/note note/g)?.length, 20)
  })
})

function pictureAfter(gap: number) {
  const block = Buffer.concat([Buffer.alloc(4 + gap), Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')])
  block.writeUInt32LE(block.length, 0)
  return pictureAtOffset(new Bytes(block), 0)
}

it('an image is found after its header', () => {
  const { type, bytes } = pictureAfter(1000)
  assert.deepEqual([type, bytes?.length], ['image/png', 12])
})

it('an image is searched only near its offset, because any number of offsets may refer there', () => {
  assert.equal(pictureAfter(20_000).bytes, undefined)
})
