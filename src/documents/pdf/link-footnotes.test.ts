import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import type { DraftBlock, TextBlock } from './draft-block.ts'
import type { Line } from './line.ts'
import { linkFootnotes } from './link-footnotes.ts'

function block(type: 'text' | 'footnote', text: string): DraftBlock {
  const looks = { isBold: false, isItalic: false, isMono: false }
  const span = { text, ...looks, shift: 'none' as const, link: undefined }
  const box = [0, 0, 100, 10] as const
  const line: Line = { box, spans: [span], text, size: 10, font: '', color: '000000', ...looks }
  return { type, lines: [line], page: 1, lastPage: 1, box, turn: 0, column: 1000 }
}

describe('linkFootnotes', () => {
  it('takes the mark off the text of a note and off its spans', () => {
    const [, note] = linkFootnotes([
      block('text', 'The last count.12'),
      block('footnote', '12) See the report.'),
    ])
    const [line] = (note as TextBlock).lines
    assert.equal(line!.text, 'See the report.')
    assert.equal(line!.spans[0]!.text, 'See the report.')
  })
})
