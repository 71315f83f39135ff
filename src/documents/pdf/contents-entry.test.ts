import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { isContentsEntry } from './contents-entry.ts'
import type { Line } from './line.ts'

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
