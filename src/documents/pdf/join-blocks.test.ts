import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { DraftBlock, TextBlock } from './draft-blocks.ts'
import { joinOverPages, levelHeadings, linkFootnotes } from './join-blocks.ts'
import type { Line } from './line.ts'
import type { Word } from './page.ts'
import type { FoundTable } from './tables/build-table.ts'

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

function block(type: 'text' | 'footnote', text: string): DraftBlock {
  const looks = { isBold: false, isItalic: false, isMono: false }
  const span = { text, ...looks, shift: 'none' as const, link: undefined }
  const box = [0, 0, 100, 10] as const
  const line: Line = { box, spans: [span], text, size: 10, font: '', color: '000000', ...looks }
  return { type, lines: [line], page: 1, lastPage: 1, box, turn: 0, column: 1000 }
}

describe('linkFootnotes', () => {
  it('removes the mark from the text of a note and from its spans', () => {
    const [, note] = linkFootnotes([
      block('text', 'The last count.12'),
      block('footnote', '12) See the report.'),
    ])
    const [line] = (note as TextBlock).lines
    assert.equal(line!.text, 'See the report.')
    assert.equal(line!.spans[0]!.text, 'See the report.')
  })
})

function word(text: string): Word {
  const looks = { size: 10, font: '', isBold: false, isItalic: false, isMono: false, color: '000000' }
  return { text, box: [0, 0, 10, 10], ...looks, rotation: 0, run: 0 }
}

function table(rows: string[], headCount: number, changes: Partial<FoundTable> = {}): FoundTable {
  const read = rows.map((row, index) => ({
    isHead: index < headCount,
    cells: row.split('|').map((text) => ({ words: [[word(text)]], colspan: 1, rowspan: 1 })),
  }))
  const words = new Set(read.flatMap(({ cells }) => cells.flatMap((cell) => cell.words.flat())))
  return { box: [0, 0, 100, 100], words, rows: read, columns: [0, 50, 100], isTurned: false, ...changes }
}

function shown({ rows }: FoundTable): string[] {
  return rows.map(
    ({ isHead, cells }) => (isHead ? '# ' : '') + cells.map(({ words }) => words[0]![0]!.text).join('|'),
  )
}

describe('joinOverPages', () => {
  const upper = table(['Name|Age', 'Ann|31'], 1)

  it('continues with rows without a head', () => {
    const lower = table(['Bob|40', 'Cy|8'], 0, { columns: [3, 54, 97] })
    const joined = joinOverPages(upper, lower)!
    assert.deepEqual(shown(joined), ['# Name|Age', 'Ann|31', 'Bob|40', 'Cy|8'])
    assert.equal(joined.words.size, 8)
    assert.deepEqual(joined.columns, upper.columns)
  })

  it('leaves out a repeated head', () => {
    assert.deepEqual(shown(joinOverPages(upper, table(['Name|Age', 'Bob|40'], 1))!), [
      '# Name|Age',
      'Ann|31',
      'Bob|40',
    ])
  })

  it('keeps rows equal to those below the head of the upper table', () => {
    const above = table(['Day|State', 'Mon|open', 'Tue|shut'], 1)
    const below = table(['Day|State', 'Mon|open', 'Wed|open'], 1)
    assert.deepEqual(shown(joinOverPages(above, below)!).slice(1), [
      'Mon|open',
      'Tue|shut',
      'Mon|open',
      'Wed|open',
    ])
  })

  it('leaves out one repeated row where no head is marked', () => {
    const above = table(['Day|State', 'Mon|open', 'Tue|shut'], 0)
    const below = table(['Day|State', 'Mon|open'], 0)
    assert.deepEqual(shown(joinOverPages(above, below)!).slice(3), ['Mon|open'])
  })

  it('does not modify the tables', () => {
    const [above, below] = [table(['Name|Age'], 1), table(['Bob|40'], 0)]
    const joined = joinOverPages(above, below)!
    joinOverPages(joined, table(['Cy|8'], 0))
    assert.deepEqual([above.rows.length, above.words.size, below.rows.length], [1, 2, 1])
  })

  it('joins as many pages as a document has', { timeout: 10_000 }, async () => {
    const row = Array.from({ length: 8 }, (_, column) => `${column}`).join('|')
    const columns = Array.from({ length: 9 }, (_, column) => column * 10)
    let joined = table(['A|B|C|D|E|F|G|H'], 1, { columns })
    for (let page = 0; page < 1000; page++) {
      joined = joinOverPages(joined, table(Array<string>(50).fill(row), 0, { columns }))!
    }
    // Yields to the event loop, so that the test's timeout is checked.
    await setImmediate()
    assert.equal(joined.rows.length, 50_001)
    assert.equal(joined.words.size, 400_008)
  })

  it('treats a row with numbers that looked like a head as a row', () => {
    assert.deepEqual(shown(joinOverPages(upper, table(['Bob|40', 'Cy|8'], 1))!).at(-2), 'Bob|40')
  })

  const OTHERS: Record<string, [FoundTable, FoundTable]> = {
    'with a head of its own': [upper, table(['City|Country', 'Rome|Italy'], 1)],
    'with other columns': [upper, table(['Bob|40'], 0, { columns: [0, 70, 100] })],
    'with more columns': [upper, table(['Bob|40'], 0, { columns: [0, 50, 75, 100] })],
    'that is turned': [upper, table(['Bob|40'], 0, { isTurned: true })],
    'below one that is turned': [{ ...upper, isTurned: true }, table(['Bob|40'], 0)],
  }
  for (const [name, [above, below]] of Object.entries(OTHERS)) {
    it(`does not join a table ${name}`, () => assert.equal(joinOverPages(above, below), undefined))
  }
})
