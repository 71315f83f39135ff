import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import type { DraftBlock } from './draft-block.ts'
import { levelHeadings } from './heading-levels.ts'

function heading(text: string, size: number, page = 1): DraftBlock {
  const looks = { font: '', color: '000000', isBold: true, isItalic: false, isMono: false }
  const line = { box: [0, 0, 100, 10] as const, spans: [], text, size, ...looks }
  const place = { page, lastPage: page, box: line.box, turn: 0 as const, column: page }
  return { ...place, type: 'section_header', level: 0, lines: [line] }
}

function levelsOf(blocks: DraftBlock[]): string {
  return levelHeadings(blocks)
    .map((block) => ('level' in block ? `${block.type === 'title' ? 't' : ''}${block.level}` : '-'))
    .join(' ')
}

describe('levelHeadings', () => {
  for (const [name, blocks, expected] of [
    [
      'makes the largest on the first page the title',
      [heading('T', 20), heading('A', 14), heading('B', 12)],
      't1 2 3',
    ],
    [
      'has no title where many are as large',
      [heading('A', 14, 2), heading('B', 14, 3), heading('C', 12, 3)],
      '1 1 2',
    ],
    [
      'makes what the document begins with the title',
      [heading('T', 12), heading('A', 14), heading('B', 14)],
      't1 2 2',
    ],
    [
      'follows numbers',
      [heading('T', 20), heading('1 A', 14), heading('1.1 B', 14), heading('1.1.1 C', 14)],
      't1 2 3 4',
    ],
    ['leaves out levels that nothing has', [heading('1 A', 14), heading('1.1.1 C', 12)], '1 2'],
    [
      'takes sizes that differ by a hair for one',
      [heading('1 A', 30, 2), heading('X', 14), heading('Y', 14.3)],
      '1 2 2',
    ],
  ] as const) {
    it(name, () => assert.equal(levelsOf([...blocks]), expected))
  }
})
