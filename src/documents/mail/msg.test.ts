import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { utils, write } from 'cfb'
import type { Converter } from '../converted.ts'
import { msgConverter } from './msg.ts'

const WISH = { keepImages: false, ocr: 'needed' } as const
const noRtf: Converter = async () => assert.fail('no RTF was expected')

type Fields = Record<string, string | Uint8Array | number>

/**
 * An Outlook message: each property by its tag, as a stream or as a number in the stream of fixed properties.
 */
function msgFile(fields: Fields, recipients: Fields[] = [], attachments: Fields[] = []): Uint8Array {
  const container = utils.cfb_new()
  const add = (folder: string, headerBytes: number, properties: Fields) => {
    const rows: Buffer[] = [Buffer.alloc(headerBytes)]
    for (const [tag, value] of Object.entries(properties)) {
      const row = Buffer.alloc(16)
      row.writeUInt32LE(Number.parseInt(tag, 16), 0)
      if (typeof value === 'number') row.writeUInt32LE(value, 8)
      else {
        const bytes = typeof value === 'string' ? Buffer.from(value, 'utf16le') : Buffer.from(value)
        utils.cfb_add(container, `${folder}__substg1.0_${tag}`, bytes)
        row.writeUInt32LE(bytes.length + (typeof value === 'string' ? 2 : 0), 8)
      }
      rows.push(row)
    }
    utils.cfb_add(container, `${folder}__properties_version1.0`, Buffer.concat(rows))
  }
  add('/', 32, fields)
  for (const [index, one] of recipients.entries()) add(`/__recip_version1.0_#0000000${index}/`, 8, one)
  for (const [index, one] of attachments.entries()) add(`/__attach_version1.0_#0000000${index}/`, 8, one)
  return write(container, { type: 'buffer' }) as Uint8Array
}

async function htmlOf(bytes: Uint8Array, convertRtf: Converter = noRtf): Promise<string> {
  const { content } = await msgConverter(convertRtf)(
    { bytes, fileName: 'a.msg', contentType: '' },
    WISH,
    () => {},
  )
  return 'html' in content ? content.html : ''
}

/** Stored without compression, which the format allows. */
function storedRtf(rtf: string): Uint8Array {
  const header = Buffer.alloc(16)
  header.writeUInt32LE(rtf.length + 12, 0)
  header.writeUInt32LE(rtf.length, 4)
  header.write('MELA', 8, 'latin1')
  return Buffer.concat([header, Buffer.from(rtf, 'latin1')])
}

const SUBJECT = '0037001F'
const SENDER_NAME = '0C1A001F'
const SENDER_ADDRESS = '0C1F001F'
const BODY = '1000001F'
const HTML = '10130102'
const RTF = '10090102'
const CODE_PAGE = '3FDE0003'

describe('an Outlook message', () => {
  it('ignores a field of the wrong type', async () => {
    const strange = {
      '00370102': Buffer.from('bytes'),
      '0C1A0003': 7,
      [BODY]: 'The text is as it should be.',
    }
    const recipient = { '30010102': Buffer.from('bytes'), '0C150003': 1 }
    assert.match(
      await htmlOf(msgFile(strange, [recipient], [{ '37070003': 5 }])),
      /The text is as it should be/,
    )
  })

  it('contains its subject, its people and its text', async () => {
    const bytes = msgFile(
      {
        [SUBJECT]: 'Plan',
        [SENDER_NAME]: 'Ann',
        [SENDER_ADDRESS]: 'ann@example.com',
        [BODY]: 'Hello\r\n> before',
      },
      [
        { '3001001F': 'Bob', '39FE001F': 'bob@example.com', '0C150003': 1 },
        { '3001001F': 'Eve', '3003001F': '/o=Org/cn=Eve', '0C150003': 2 },
      ],
    )
    assert.equal(
      await htmlOf(bytes),
      [
        '<h1>Plan</h1>',
        '<ul><li><strong>From:</strong> Ann &lt;ann@example.com&gt;</li><li><strong>To:</strong> Bob &lt;bob@example.com&gt;</li><li><strong>Cc:</strong> Eve</li></ul>',
        '<p>Hello</p>',
        '<blockquote>',
        '<p>before</p>',
        '</blockquote>',
      ].join('\n'),
    )
  })

  it('prefers HTML, in the code page of the message, and lists its attachments', async () => {
    const bytes = msgFile(
      {
        [BODY]: 'plain',
        [HTML]: Buffer.from('<p>caf\u{e9}</p><img src="cid:a1" alt="logo">', 'latin1'),
        [CODE_PAGE]: 1252,
      },
      [],
      [
        { '3707001F': 'notes.pdf', '37010102': Buffer.from('12345'), '370E001F': 'application/pdf' },
        { '3707001F': 'l.png', '37010102': Buffer.from('x'), '370E001F': 'image/png', '3712001F': 'a1' },
      ],
    )
    assert.equal(
      await htmlOf(bytes),
      '<p>café</p><img src="data:image/png;base64..." alt="logo">\n<p><strong>Attachments:</strong></p>\n<ul><li>notes.pdf (application/pdf, 5 bytes)</li></ul>',
    )
  })

  it('extracts the HTML from RTF that was made from it', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 {\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}\htmlrtf {\f0 \htmlrtf0 na\'efve \u8364?\htmlrtf }\htmlrtf0 {\*\htmltag72 </p>}}`
    assert.equal(await htmlOf(msgFile({ [RTF]: storedRtf(rtf) })), '<p>naïve €</p>')
  })

  it('converts a text that exists only as RTF', async () => {
    const convertRtf: Converter = async ({ bytes }) => {
      assert.match(Buffer.from(bytes).toString(), /^\{\\rtf1 only\}/)
      return { content: { html: '<p>only</p>' }, metadata: {}, warnings: [] }
    }
    assert.equal(
      await htmlOf(msgFile({ [RTF]: storedRtf(String.raw`{\rtf1 only}`) }), convertRtf),
      '<p>only</p>',
    )
  })

  it('reports when the file is not a message', async () => {
    await assert.rejects(htmlOf(Buffer.from('not a message at all'.repeat(100))), {
      name: 'UnreadableDocument',
      reason: 'damaged',
    })
  })
})
