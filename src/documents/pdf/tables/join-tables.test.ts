import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Word } from '../page.ts'
import type { FoundTable } from './found-table.ts'
import { joinOverPages } from './join-tables.ts'

function word(text: string): Word {
  const looks = { size: 10, font: '', isBold: false, isItalic: false, isMono: false, color: '000000' }
  return { text, box: [0, 0, 10, 10], ...looks, rotation: 0, run: 0, mark: undefined }
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

  it('goes on with rows that have no head', () => {
    const lower = table(['Bob|40', 'Cy|8'], 0, { columns: [3, 54, 97] })
    const joined = joinOverPages(upper, lower)!
    assert.deepEqual(shown(joined), ['# Name|Age', 'Ann|31', 'Bob|40', 'Cy|8'])
    assert.equal(joined.words.size, 8)
    assert.deepEqual(joined.columns, upper.columns)
  })

  it('leaves out a head that is repeated', () => {
    assert.deepEqual(shown(joinOverPages(upper, table(['Name|Age', 'Bob|40'], 1))!), [
      '# Name|Age',
      'Ann|31',
      'Bob|40',
    ])
  })

  it('keeps rows that are as those below the head of the upper table', () => {
    const above = table(['Day|State', 'Mon|open', 'Tue|shut'], 1)
    const below = table(['Day|State', 'Mon|open', 'Wed|open'], 1)
    assert.deepEqual(shown(joinOverPages(above, below)!).slice(1), [
      'Mon|open',
      'Tue|shut',
      'Mon|open',
      'Wed|open',
    ])
  })

  it('leaves out one row that is repeated where no head is marked', () => {
    const above = table(['Day|State', 'Mon|open', 'Tue|shut'], 0)
    const below = table(['Day|State', 'Mon|open'], 0)
    assert.deepEqual(shown(joinOverPages(above, below)!).slice(3), ['Mon|open'])
  })

  it('leaves the tables as they were', () => {
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
    // Only when the test gives way is its time looked at.
    await setImmediate()
    assert.equal(joined.rows.length, 50_001)
    assert.equal(joined.words.size, 400_008)
  })

  it('takes a row with numbers that looked like a head for a row', () => {
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
