import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { infoStrings } from './convert-pdf.ts'

function titleIn(title: string): string | undefined {
  return infoStrings(
    Buffer.from(`%PDF-1.4\ntrailer<</Info 12 0 R>>\n12 0 obj\n<</Title${title}>>\nendobj`, 'latin1'),
  ).get('Title')
}

describe('infoStrings', () => {
  for (const [written, title] of [
    ['(Plain)', 'Plain'],
    ['(Nested (brackets) stay)', 'Nested (brackets) stay'],
    ['(Escaped \\) \\\\ \\101)', 'Escaped ) \\ A'],
    ['(Line\\\nbreak)', 'Linebreak'],
    ['<FEFF00C4>', 'Ä'],
    ['(\xfe\xff\x00\xc4)', 'Ä'],
    ['(\xef\xbb\xbf\xc3\x84)', 'Ä'],
    ['(dash \x84, euro \xa0)', 'dash —, euro €'],
    ['()', undefined],
    ['(never closed', 'never closed>>'],
  ]) {
    it(`reads ${JSON.stringify(written)}`, () => assert.equal(titleIn(written!)?.trim(), title))
  }

  it('does not find an object whose number only ends with the same digits', () => {
    const file =
      'trailer<</Info 2 0 R>>\n2 0 obj\n<</Title(Right)>>\nendobj\n12 0 obj\n<</Title(Wrong)>>\nendobj'
    assert.equal(infoStrings(Buffer.from(file)).get('Title'), 'Right')
  })

  it('ignores encrypted strings', () => {
    const file = 'trailer<</Encrypt 3 0 R/Info<</Title(x)>>>>'
    assert.equal(infoStrings(Buffer.from(file)).size, 0)
  })
})
