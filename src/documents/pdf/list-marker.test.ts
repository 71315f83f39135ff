import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { markerOf } from './list-marker.ts'

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
