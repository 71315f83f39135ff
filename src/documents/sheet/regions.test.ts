import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findRegions } from './workbook-html.ts'
import { emptySheet } from './workbook.ts'
import type { Range, Sheet } from './workbook.ts'

/** A sheet drawn with a letter for each filled cell. */
function drawn(lines: string[], merges: Range[] = []): Sheet {
  const sheet = emptySheet('S')
  sheet.merges = merges
  for (const [row, line] of lines.entries()) {
    for (const [column, text] of [...line].entries())
      if (text !== ' ') sheet.cells.push({ row, column, text })
  }
  return sheet
}

/** The letters of each region, with its rows separated by slashes. */
function lettersOf(sheet: Sheet): string[] {
  return findRegions(sheet, { mergedRows: 100 }).map(({ rows }) =>
    [...rows.values()].map((spans) => spans.map(({ cell }) => cell?.text ?? '.').join('')).join('/'),
  )
}

const CASES: [name: string, lines: string[], regions: string[]][] = [
  ['keep what touches with an edge together', ['ab', 'cd'], ['ab/cd']],
  ['split at an empty column', ['a b', 'c d'], ['a/c', 'b/d']],
  ['split at an empty row', ['ab', '', 'cd'], ['ab', 'cd']],
  ['do not count corners', ['a ', ' b'], ['a', 'b']],
  ['follow crooked shapes', ['ab', ' c', ' de'], ['ab/c/de']],
  [
    'take in what lies inside of another one',
    ['aaaaa', 'a   a', 'a b a', 'a   a', 'aaaaa'],
    ['aaaaa/aa/aba/aa/aaaaa'],
  ],
  ['come in the order of their first cells', ['  x', 'a  ', 'a y'], ['x', 'a/a', 'y']],
]

describe('regions of a sheet', () => {
  for (const [name, lines, regions] of CASES) {
    it(name, () => assert.deepEqual(lettersOf(drawn(lines)), regions))
  }

  it('count merged cells in their full size, and hide the cells below them', () => {
    const merge = { top: 0, left: 0, bottom: 1, right: 2 }
    const [region, ...others] = findRegions(drawn(['a   ', ' h b'], [merge]), { mergedRows: 100 })
    assert.equal(others.length, 0)
    assert.deepEqual(
      region!.rows.get(0)!.map(({ left, right }) => [left, right]),
      [[0, 2]],
    )
    assert.deepEqual(
      region!.rows.get(1)!.map(({ cell }) => cell?.text),
      [undefined, 'b'],
    )
  })

  it('leave out merged cells without text', () => {
    assert.deepEqual(lettersOf(drawn(['a'], [{ top: 5, left: 5, bottom: 6, right: 6 }])), ['a'])
  })

  it('end merged cells over the whole sheet where other cells end', () => {
    const merge = { top: 0, left: 0, bottom: 1_048_575, right: 16_383 }
    const [region] = findRegions(drawn(['a', ' b'], [merge]), { mergedRows: 100 })
    assert.deepEqual([region!.bottom, region!.right], [1, 1])
  })

  it('ignore a merged cell whose rows exceed the limit, but keep smaller ones', () => {
    const long = { top: 0, left: 0, bottom: 2, right: 0 }
    const short = { top: 0, left: 1, bottom: 1, right: 1 }
    const room = { mergedRows: 2 }
    const [region] = findRegions(drawn(['ab', '', 'c'], [long, short]), room)
    assert.deepEqual(
      region!.rows.get(0)!.map(({ merge }) => merge),
      [undefined, short],
    )
    assert.equal(room.mergedRows, 0)
  })
})
