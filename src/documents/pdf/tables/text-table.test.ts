import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Word } from '../page.ts'
import type { Segment } from './ruling.ts'
import { readTextTable } from './text-table.ts'

/** Words of a line, each at its position; letters are five points wide. */
function line(y: number, ...words: [number, string][]): Word[] {
  const looks = { size: 10, font: '', isBold: false, isItalic: false, isMono: false, color: '000000' }
  return words.flatMap(([x, phrase]) => {
    let left = x
    return phrase.split(' ').map((text) => {
      const box = [left, y, left + text.length * 5, y + 10] as const
      left = box[2] + 3
      return { text, box, ...looks, rotation: 0, run: 0 }
    })
  })
}

function rule(at: number, from = 100, to = 400): Segment {
  return { at, from, to }
}

function read(words: Word[], rules: Segment[] = []): string[] {
  return readTextTable(words, rules)!.rows.map(({ cells }) =>
    cells
      .map(({ words: inside, colspan, rowspan }) => {
        const span = colspan > 1 || rowspan > 1 ? `${colspan}x${rowspan} ` : ''
        return span + inside.map((part) => part.map(({ text }) => text).join(' ')).join('/')
      })
      .join('|'),
  )
}

describe('readTextTable', () => {
  it('finds columns that a sum crosses', () => {
    const rows = Array.from({ length: 9 }, (_, index) =>
      line(120 + index * 12, [100, `${index}`], [120, 'Easy'], [200, '0.5']),
    )
    const words = [
      ...line(100, [100, '#'], [120, 'Topic'], [200, 'Score']),
      ...rows.flat(),
      ...line(228, [100, 'All taken together'], [200, '4.5']),
    ]
    const shown = read(words, [rule(114, 100, 225)])
    assert.equal(shown[1], '0|Easy|0.5')
    assert.equal(shown.at(-1), '2x1 All taken together|4.5')
  })

  it('finds headings that share the columns below them', () => {
    const body = [120, 140].flatMap((y) =>
      line(y, [100, 'Easy'], [200, '0.5'], [240, '0.6'], [280, '0.7'], [320, '0.8']),
    )
    const words = [
      ...line(80, [215, 'First'], [295, 'Other']),
      ...line(100, [100, 'Task'], [200, 'old'], [240, 'new'], [280, 'old'], [320, 'new']),
      ...body,
    ]
    assert.deepEqual(read(words, [rule(115)]).slice(0, 2), [
      '1x2 Task|2x1 First|2x1 Other',
      'old|new|old|new',
    ])
  })

  it('separates labels that are as close as words, each over its column', () => {
    const words = [
      ...line(100, [100, 'Name'], [197, 'Under'], [224, 'Older']),
      ...line(120, [100, 'Ann'], [200, '1.55'], [227, '2.55']),
      ...line(134, [100, 'Bob'], [200, '3.55'], [227, '4.55']),
      ...line(148, [100, 'Cy'], [200, '5.55'], [227, '6.55']),
    ]
    assert.deepEqual(read(words, [rule(115, 100, 250)]).slice(0, 2), ['Name|Under|Older', 'Ann|1.55|2.55'])
  })

  it('has a column for a label with nothing below it', () => {
    const words = [
      ...line(100, [100, 'Name'], [200, 'Age'], [300, 'Remarks']),
      ...line(120, [100, 'Ann'], [200, '1']),
      ...line(134, [100, 'Bob'], [200, '3']),
    ]
    assert.deepEqual(read(words, [rule(115, 100, 335)]), ['Name|Age|Remarks', 'Ann|1|', 'Bob|3|'])
  })

  it('treats the text between two lines as one row', () => {
    const words = [
      ...line(100, [100, 'Name'], [200, 'Kind']),
      ...line(120, [100, 'Star'], [200, 'Code']),
      ...line(133, [100, 'From the mix']),
      ...line(146, [100, 'Sea'], [200, 'Paper']),
      ...line(159, [100, 'Lake'], [200, 'Of schools']),
      ...line(172, [100, 'Sky'], [200, 'Air']),
    ]
    const rules = [rule(115, 100, 255), rule(144.5, 100, 255), rule(170.5, 100, 255)]
    assert.deepEqual(read(words, rules), [
      'Name|Kind',
      'Star/From the mix|Code',
      'Sea/Lake|Paper/Of schools',
      'Sky|Air',
    ])
  })

  it('joins close lines into one row where other lines are not close', () => {
    const words = [
      ...line(100, [100, 'Name'], [200, 'Kind']),
      ...line(130, [100, 'Star'], [200, 'Code']),
      ...line(141, [100, 'Trek']),
      ...line(165, [100, 'Sea'], [200, 'Paper']),
      ...line(176, [100, 'Lake']),
      ...line(200, [100, 'Sky'], [200, 'Air']),
    ]
    assert.deepEqual(read(words, [rule(120, 100, 255)]), [
      'Name|Kind',
      'Star/Trek|Code',
      'Sea/Lake|Paper',
      'Sky|Air',
    ])
  })

  it('returns no table without a continuous gap', () => {
    const words = [
      ...line(100, [100, 'one'], [200, 'two']),
      ...line(112, [100, 'three and four and five and six']),
    ]
    assert.equal(readTextTable(words, []), undefined)
  })
})
