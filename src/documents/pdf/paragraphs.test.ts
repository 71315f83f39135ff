import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Line } from './line.ts'
import { isContentsEntry, markerOf } from './paragraphs.ts'

describe('markerOf', () => {
  for (const [text, kind, written, value] of [
    ['• Item', 'bullet', '• ', 0],
    ['•Item', 'bullet', '•', 0],
    ['■ Item', 'bullet', '■ ', 0],
    ['- Item', 'bullet', '- ', 0],
    ['o Item', 'bullet', 'o ', 0],
    ['12. Item', 'number', '12. ', 12],
    ['(3) Item', 'number', '(3) ', 3],
    ['b) Item', 'letter', 'b) ', 2],
  ] as const) {
    it(`finds ${JSON.stringify(written)} in ${JSON.stringify(text)}`, () => {
      const marker = markerOf(text)
      assert.deepEqual([marker?.kind, marker?.written, marker?.value], [kind, written, value])
    })
  }

  for (const text of [
    'Item',
    '1.5 million',
    '-5 degrees',
    '2024. ',
    'o item',
    'A. Smith',
    '3D models',
    '•',
  ]) {
    it(`finds none in ${JSON.stringify(text)}`, () => assert.equal(markerOf(text), undefined))
  }
})

function line(text: string, pieces?: string[]): Line {
  const looks = { size: 10, font: '', color: '000000', isBold: true, isItalic: false, isMono: false }
  return { box: [0, 0, 100, 10], spans: [], text, ...looks, ...(pieces && { pieces }) }
}

describe('isContentsEntry', () => {
  for (const [text, pieces, expected] of [
    ['1 Introduction ........ 5', undefined, true],
    ['Preface . . . . . . . . xi', undefined, true],
    ['2 Methods 17', ['2 Methods', '17'], true],
    ['2 Methods 17', undefined, false],
    ['He waited .... and left', undefined, false],
    ['Total 2019 2020', ['Total', '2019', '2020'], false],
  ] as const) {
    it(`is ${expected} for ${JSON.stringify(text)}`, () => {
      assert.equal(isContentsEntry(line(text, pieces && [...pieces])), expected)
    })
  }
})
