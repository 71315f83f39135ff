import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decompressRtf } from './msg.ts'

/** The two examples in the specification of the format (MS-OXRTFCP 3.1). */
const SPECIFIED: [name: string, packed: string, text: string][] = [
  [
    'a simple text',
    '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
    '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
  ],
  [
    'references that run into what they write',
    '1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0',
    '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}',
  ],
]

describe('compressed RTF', () => {
  for (const [name, packed, text] of SPECIFIED) {
    it(`decompresses ${name}`, () => {
      assert.equal(Buffer.from(decompressRtf(Buffer.from(packed, 'hex'))).toString('latin1'), text)
    })
  }

  it('ends at the end mark, even before the declared size', () => {
    const [, packed, text] = SPECIFIED[0]!
    const longer = Buffer.from(packed, 'hex')
    longer.writeUInt32LE(5000, 4)
    const more = Buffer.concat([longer, Buffer.from('00'.repeat(20), 'hex')])
    assert.equal(Buffer.from(decompressRtf(more)).toString('latin1'), text)
  })

  it('rejects invalid data and implausible sizes', () => {
    for (const packed of ['', '00'.repeat(20), '2d000000ffffffff4c5a4675f1c5c7a703000a00']) {
      assert.throws(() => decompressRtf(Buffer.from(packed, 'hex')), { name: 'UnreadableDocument' })
    }
  })
})
