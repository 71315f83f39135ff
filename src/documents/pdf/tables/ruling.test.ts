import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fill, PdfPage, Rule } from '../page.ts'
import { rulingOf } from './ruling.ts'

function page(rules: Rule[], fills: Fill[] = []): PdfPage {
  return { number: 1, width: 600, height: 800, words: [], rules, fills, links: [] }
}

function across(y: number, x1: number, x2: number, width = 0.5): Rule {
  return { x1, y1: y, x2, y2: y, width }
}

const CASES: Record<string, { rules: Rule[]; fills?: Fill[]; drawn: number[][]; all?: number[][] }> = {
  'pieces that follow each other are one line': {
    rules: [across(10, 0, 50), across(10.2, 50.5, 90)],
    drawn: [[10, 0, 90]],
  },
  'dashes are one line': {
    rules: Array.from({ length: 10 }, (_, index) => across(10, index * 6, index * 6 + 3.5)),
    drawn: [[10, 0, 58]],
  },
  'lines with a gap between them are two': {
    rules: [across(10, 0, 50), across(10, 52, 90)],
    drawn: [
      [10, 0, 50],
      [10, 52, 90],
    ],
  },
  'the two sides of a thin area are one line': {
    rules: [across(10, 0, 50, 0), across(11, 0, 50, 0)],
    fills: [{ box: [0, 10, 50, 11], color: '000000' }],
    drawn: [[11, 0, 50]],
  },
  'edges of shades are not drawn, also when they come as one': {
    rules: [across(10, 0, 90, 0)],
    fills: [
      { box: [0, 10, 40, 30], color: 'cccccc' },
      { box: [40, 10, 90, 30], color: 'cccccc' },
    ],
    drawn: [],
    all: [[10, 0, 90]],
  },
  'edges of what is white, or behind the whole page, are nothing': {
    rules: [across(10, 0, 50, 0), across(0, 0, 600, 0)],
    fills: [
      { box: [0, 10, 50, 30], color: 'ffffff' },
      { box: [0, 0, 600, 800], color: 'eeeeff' },
    ],
    drawn: [],
  },
  'short strokes are nothing': { rules: [across(10, 0, 5)], drawn: [] },
}

describe('rulingOf', () => {
  for (const [name, { rules, fills, drawn, all = drawn }] of Object.entries(CASES)) {
    it(name, () => {
      const ruling = rulingOf(page(rules, fills))
      const rounded = (segments: { at: number; from: number; to: number }[]) =>
        segments.map(({ at, from, to }) => [at, from, to].map(Math.round))
      assert.deepEqual(rounded(ruling.drawn.horizontals), drawn)
      assert.deepEqual(rounded(ruling.all.horizontals), all)
    })
  }
})
