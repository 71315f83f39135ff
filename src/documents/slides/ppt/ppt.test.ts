import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import cfb from 'cfb'
import { UnreadableDocument } from '../../converted.ts'
import { convertPpt } from './ppt.ts'

function record(type: number, data: Buffer, instance = 0, version = 0): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16LE((instance << 4) | version, 0)
  head.writeUInt16LE(type, 2)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data])
}

const box = (type: number, children: Buffer[], instance = 0) =>
  record(type, Buffer.concat(children), instance, 0xf)

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4)
  return bytes
}

function s16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeInt16LE(value, index * 2)
  return bytes
}

const header = (type: number) => record(0xf9f, u32(type))
const wide = (text: string) => record(0xfa0, Buffer.from(text, 'utf16le'))
const bytesOf = (text: string) => record(0xfa8, Buffer.from(text, 'latin1'))

interface Shape {
  texts: Buffer[]
  top?: number
  left?: number
  placeholder?: number
}

function shape({ texts, top = 0, left = 0, placeholder }: Shape): Buffer {
  const data =
    placeholder === undefined
      ? []
      : [box(0xf011, [record(0xbc3, Buffer.from([0, 0, 0, 0, placeholder, 0, 0, 0]))])]
  return box(0xf004, [record(0xf010, s16(top, left, 0, 0)), ...data, box(0xf00d, texts)])
}

/** A page with these shapes and other records. */
function page(type: number, shapes: Buffer[], others: Buffer[] = []): Buffer {
  return box(type, [...others, box(0x40c, [box(0xf002, [box(0xf003, shapes)])])])
}

/** A presentation with parts numbered from 1, the document first; the last part may have been saved again. */
function presentation(
  parts: Buffer[],
  { token = 0xe391c05f, newer }: { token?: number; newer?: Buffer } = {},
): Buffer {
  const stream: Buffer[] = []
  const write = (bytes: Buffer) => {
    const at = Buffer.concat(stream).length
    stream.push(bytes)
    return at
  }
  const save = (first: number, saved: Buffer[], lastEdit: number) => {
    const offsets = saved.map(write)
    const directory = write(record(0x1772, u32((saved.length << 20) | first, ...offsets)))
    return write(record(0xff5, u32(0, 0, lastEdit, directory, 1, 0, 0)))
  }
  const firstEdit = save(1, parts, 0)
  const newestEdit = newer ? save(parts.length, [newer], firstEdit) : firstEdit
  const file = cfb.utils.cfb_new()
  cfb.utils.cfb_add(file, '/PowerPoint Document', Buffer.concat(stream))
  cfb.utils.cfb_add(file, '/Current User', Buffer.concat([Buffer.alloc(8), u32(20, token, newestEdit)]))
  return cfb.write(file, { type: 'buffer' }) as Buffer
}

/** The list of pages of a kind: slides are 0, notes 2. Each is followed by its texts. */
const pageList = (kind: number, pages: { part: number; id: number; texts?: Buffer[] }[]) =>
  box(
    0xff0,
    pages.flatMap(({ part, id, texts = [] }) => [record(0x3f3, u32(part, 0, 0, id, 0)), ...texts]),
    kind,
  )

async function convert(bytes: Uint8Array) {
  const source = { bytes, fileName: 'show.ppt', contentType: '' }
  const { content, totalPages, warnings } = await convertPpt(
    source,
    { keepImages: false, ocr: 'never' },
    () => {},
  )
  assert.ok('html' in content)
  return { html: content.html, totalPages, warnings }
}

describe('presentations of records', () => {
  it('have titles, bodies from the outline, boxes in reading order, and notes', async () => {
    const outline = [header(0), wide('Tïtle'), header(1), bytesOf('one\rtwo\vlines')]
    const slide = page(
      0x3ee,
      [
        shape({ texts: [header(4), bytesOf('below')], top: 900 }),
        shape({ texts: [header(4), bytesOf('right & left')], top: 110, left: 500 }),
        shape({ texts: [record(0xf9e, u32(1))], top: 100 }),
        shape({ texts: [record(0xf9e, u32(0))], top: 700 }),
        shape({ texts: [header(4), bytesOf('7')], placeholder: 0x08 }),
      ],
      [record(0x3ef, u32(0, 0, 0, 0, 77, 0))],
    )
    const notes = page(0x3f0, [
      shape({ texts: [header(2), bytesOf('say this\rand that')] }),
      shape({ texts: [header(4), bytesOf('*')] }),
    ])
    const document = box(0x3e8, [
      pageList(0, [{ part: 2, id: 256, texts: outline }]),
      pageList(2, [{ part: 3, id: 77 }]),
    ])
    const { html, totalPages } = await convert(presentation([document, slide, notes]))
    assert.equal(
      html,
      '<h1>Tïtle</h1>\n<ul><li>one</li><li>two<br>lines</li></ul>\n<p>right &amp; left</p>\n<p>below</p>\n' +
        '<blockquote><p>Notes: say this</p><p>and that</p></blockquote>',
    )
    assert.equal(totalPages, 1)
  })

  it('have bullets and levels as the paragraphs declare', async () => {
    // Runs of paragraphs: letter count, level, mask of the properties, and the properties.
    const look = (count: number, level: number, mask: number, ...properties: number[]) =>
      Buffer.concat([u32(count), s16(level), u32(mask), s16(...properties)])
    const styles = record(
      0xfa1,
      Buffer.concat([look(4, 0, 0x100000, 1, 16, 0), look(4, 1, 1, 1), look(5, 0, 0x801, 0, 2)]),
    )
    const slide = page(0x3ee, [shape({ texts: [header(1), bytesOf('one\rtwo\rnone'), styles] })])
    const document = box(0x3e8, [pageList(0, [{ part: 2, id: 256 }])])
    const { html } = await convert(presentation([document, slide]))
    assert.equal(html, '<ul><li>one<ul><li>two</li></ul></li></ul>\n<p>none</p>')
  })

  it('show a group that is a table as one', async () => {
    const cell = (text: string, left: number, top: number) =>
      box(0xf004, [record(0xf00f, u32(left, top, 0, 0)), box(0xf00d, [header(4), bytesOf(text)])])
    const own = box(0xf004, [
      record(0xf010, s16(10, 10, 0, 0)),
      record(0xf122, Buffer.concat([s16(0x39f), u32(1)])),
    ])
    const table = box(0xf003, [own, cell('d', 9, 50), cell('a', 0, 5), cell('c', 0, 50), cell('b', 9, 5)])
    const document = box(0x3e8, [pageList(0, [{ part: 2, id: 256 }])])
    const { html } = await convert(presentation([document, page(0x3ee, [table])]))
    assert.equal(
      html,
      '<table role="table">\n<tr><th>a</th><th>b</th></tr>\n<tr><td>c</td><td>d</td></tr>\n</table>',
    )
  })

  it('leave out hidden slides', async () => {
    const info = record(0x3f9, Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0]))
    const slides = [
      page(0x3ee, [shape({ texts: [header(4), bytesOf('shown')] })]),
      page(0x3ee, [shape({ texts: [header(4), bytesOf('hidden')] })], [info]),
    ]
    const document = box(0x3e8, [
      pageList(0, [
        { part: 2, id: 256 },
        { part: 3, id: 257 },
      ]),
    ])
    const { html, totalPages, warnings } = await convert(presentation([document, ...slides]))
    assert.equal(html, '<p>shown</p>')
    assert.equal(totalPages, 2)
    assert.deepEqual(warnings, ['Hidden slides were left out: 2.'])
  })

  it('show the last saved version', async () => {
    const slide = (text: string) => page(0x3ee, [shape({ texts: [header(4), bytesOf(text)] })])
    const document = box(0x3e8, [pageList(0, [{ part: 2, id: 256 }])])
    assert.equal(
      (await convert(presentation([document, slide('old')], { newer: slide('new') }))).html,
      '<p>new</p>',
    )
  })

  it('are read from their outline when a slide is missing', async () => {
    const document = box(0x3e8, [pageList(0, [{ part: 9, id: 256, texts: [header(0), bytesOf('Title')] }])])
    assert.equal((await convert(presentation([document]))).html, '<h1>Title</h1>')
  })

  const isUnreadable = (reason: string) => (error: unknown) =>
    error instanceof UnreadableDocument && error.reason === reason

  it('report a password or damage', async () => {
    await assert.rejects(
      async () => convert(presentation([], { token: 0xf3d1c4df })),
      isUnreadable('encrypted'),
    )
    await assert.rejects(async () => convert(presentation([record(0x3f3, u32(1))])), isUnreadable('damaged'))
  })

  it('show a text of the outline once, even if many shapes refer to it', async () => {
    const named = shape({ texts: [record(0xf9e, u32(0))] })
    const slide = page(0x3ee, [named, named, named])
    const document = box(0x3e8, [pageList(0, [{ part: 2, id: 1, texts: [header(4), bytesOf('once')] }])])
    assert.equal((await convert(presentation([document, slide]))).html, '<p>once</p>')
  })

  it('read only existing data, even if a slide is listed many times', async () => {
    const slide = page(0x3ee, [shape({ texts: [header(4), bytesOf('x'.repeat(5000))] })])
    const pages = Array.from({ length: 100 }, () => ({ part: 2, id: 1 }))
    const { html } = await convert(presentation([box(0x3e8, [pageList(0, pages)]), slide]))
    assert.ok(html.length > 5000 && html.length < 50_000)
  })
})
