import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Box } from '../../converted.ts'
import { tableHtml } from '../lay-out.ts'
import type { Fill, PdfPage, Rule, Word } from '../page.ts'
import type { FoundTable } from './build-table.ts'
import { findTables } from './find-tables.ts'

const SIZE = 10
let runs = 0

/** Words from left to right, each letter half as wide as it is high. */
function text(x: number, y: number, line: string, looks: Partial<Word> = {}): Word[] {
  const size = looks.size ?? SIZE
  const run = runs++
  let left = x
  return line.split(' ').map((word) => {
    const right = left + word.length * size * 0.5
    const box = [left, y, right, y + size] as const
    left = right + size * 0.3
    const plain = { font: '', isBold: false, isItalic: false, isMono: false, color: '000000', rotation: 0 }
    return { text: word, box, size, run, ...plain, ...looks }
  })
}

/** Lines of cells at the positions of columns; an empty text is an empty cell. */
function lines(xs: readonly number[], top: number, rows: readonly string[][], pitch = 14): Word[] {
  return rows.flatMap((row, index) =>
    row.flatMap((cell, column) => (cell === '' ? [] : text(xs[column]!, top + index * pitch, cell))),
  )
}

function across(y: number, x1: number, x2: number): Rule {
  return { x1, y1: y, x2, y2: y, width: 0.5 }
}

function down(x: number, y1: number, y2: number): Rule {
  return { x1: x, y1, x2: x, y2, width: 0.5 }
}

function grid(xs: readonly number[], ys: readonly number[]): Rule[] {
  return [...ys.map((y) => across(y, xs[0]!, xs.at(-1)!)), ...xs.map((x) => down(x, ys[0]!, ys.at(-1)!))]
}

function page(words: Word[], rules: Rule[] = [], fills: Fill[] = []): PdfPage {
  return { number: 1, width: 600, height: 800, words, rules, fills, links: [] }
}

/** Each row as its cells between bars; spans are written before the text. */
function shown({ rows }: FoundTable): string[] {
  return rows.map(({ cells }) =>
    cells
      .map(({ words, colspan, rowspan }) => {
        const span = colspan > 1 || rowspan > 1 ? `${colspan}x${rowspan} ` : ''
        return span + words.map((line) => line.map((word) => word.text).join(' ')).join('/')
      })
      .join('|'),
  )
}

const XS = [100, 200, 300, 400]
const CELLS = [105, 205, 305]
const STYLE = {
  bodySize: SIZE,
  bodyFont: '',
  isMostlyBold: false,
  isMostlyMono: false,
  vocabulary: new Set<string>(),
}

describe('findTables', () => {
  it('reads cells by the lines around them', () => {
    const words = lines(
      CELLS,
      105,
      [
        ['Name', 'Age', 'City'],
        ['Ann', 'old', 'Rome'],
        ['Bob', '', 'Bonn'],
      ],
      20,
    )
    const [table] = findTables(page(words, grid(XS, [100, 120, 140, 160])))
    assert.deepEqual(shown(table!), ['Name|Age|City', 'Ann|old|Rome', 'Bob||Bonn'])
    assert.deepEqual(
      table!.rows.map(({ isHead }) => isHead),
      [true, false, false],
    )
    assert.deepEqual(table!.columns, XS)
    assert.equal(table!.words.size, words.length)
  })

  it('merges cells without a line between them, but never empty ones', () => {
    const words = [
      ...text(105, 115, 'Name'),
      ...text(280, 105, 'Both years'),
      ...lines(
        [105, 205, 305],
        125,
        [
          ['', '2019', '2020'],
          ['Ann', '1', '2'],
          ['', '3', '4'],
          ['', '5', '6'],
        ],
        20,
      ),
    ]
    const rules = [
      ...[100, 140, 160, 200].map((y) => across(y, 100, 400)),
      ...[120, 180].map((y) => across(y, 200, 400)),
      ...[100, 200, 400].map((x) => down(x, 100, 200)),
      down(300, 120, 200),
    ]
    const [table] = findTables(page(words, rules))
    assert.deepEqual(shown(table!), ['1x2 Name|2x1 Both years', '2019|2020', 'Ann|1|2', '|3|4', '|5|6'])
    assert.equal(table!.rows.filter(({ isHead }) => isHead).length, 2)
  })

  it('excludes titles and notes in the frame of a table, and keeps group labels in the first column', () => {
    const words = [
      ...text(110, 105, 'Table 1 about people'),
      ...lines(
        CELLS,
        125,
        [
          ['Name', 'Age', 'City'],
          ['', '', ''],
          ['Ann', 'old', 'Rome'],
        ],
        20,
      ),
      ...text(110, 145, 'Women of the south'),
      ...text(110, 185, 'Note these are invented people'),
    ]
    const rules = [
      ...[100, 120, 140, 160, 180, 200].map((y) => across(y, 100, 400)),
      ...[100, 400].map((x) => down(x, 100, 200)),
      ...[200, 300].flatMap((x) => [down(x, 120, 140), down(x, 160, 180)]),
    ]
    const [table] = findTables(page(words, rules))
    assert.deepEqual(shown(table!), ['Name|Age|City', 'Women of the south||', 'Ann|old|Rome'])
    assert.ok(![...table!.words].some((word) => word.text === 'Table' || word.text === 'Note'))
  })

  it('splits cells of rows without lines at the lines of other rows', () => {
    const rows = [
      ['Name', 'Age', 'City'],
      ['Ann', '31', 'Rome'],
      ['Bob', '', 'Bonn'],
      ['All', '71', 'none'],
    ]
    const rules = [
      ...[100, 120, 140, 160, 180].map((y) => across(y, 100, 400)),
      ...[100, 400].map((x) => down(x, 100, 180)),
      ...[200, 300].flatMap((x) => [down(x, 100, 120), down(x, 160, 180)]),
    ]
    const [table] = findTables(page(lines(CELLS, 105, rows, 20), rules))
    assert.deepEqual(shown(table!), ['Name|Age|City', 'Ann|31|Rome', 'Bob||Bonn', 'All|71|none'])
  })

  it('splits rows without lines between them by their numbers', () => {
    const words = lines(CELLS, 105, [
      ['Name', 'Age', 'Sum'],
      ['Ann', '31', '5'],
      ['Bob', '40', '7'],
      ['and so on', '', ''],
      ['Cy', '8', '9'],
    ])
    const [table] = findTables(page(words, grid(XS, [100, 117, 180])))
    assert.deepEqual(shown(table!), ['Name|Age|Sum', 'Ann|31|5', 'Bob/and so on|40|7', 'Cy|8|9'])
  })

  it('reads a table with only horizontal lines', () => {
    const words = [
      ...text(255, 85, 'Both years'),
      ...lines(
        [105, 250, 310],
        105,
        [
          ['Name', '2019', '2020'],
          ['Ann of Rome', '1.5', '2.5'],
          ['Bob', '10.5', '20.5'],
        ],
        16,
      ),
    ]
    const rules = [across(80, 100, 400), across(98, 240, 400), across(118, 100, 400), across(160, 100, 400)]
    const [table] = findTables(page(words, rules))
    assert.deepEqual(shown(table!), [
      '1x2 Name|2x1 Both years',
      '2019|2020',
      'Ann of Rome|1.5|2.5',
      'Bob|10.5|20.5',
    ])
  })

  it('reads the head of a table with a line below each row', () => {
    const words = lines(
      [105, 205, 330],
      105,
      [
        ['Item', 'Note', 'Sum'],
        ['Oak', 'two chairs', '1.50'],
        ['Ash', 'one small table', '20.50'],
        ['Elm', 'a stool', '3.00'],
      ],
      20,
    )
    const rules = [across(120, 100, 400), across(140, 100, 400), across(160, 100, 400), across(180, 100, 400)]
    const [table] = findTables(page([...text(105, 60, 'Bill of May'), ...words], rules))
    assert.deepEqual(shown(table!), [
      'Item|Note|Sum',
      'Oak|two chairs|1.50',
      'Ash|one small table|20.50',
      'Elm|a stool|3.00',
    ])
    assert.equal(table!.rows[0]!.isHead, true)
  })

  it('reads the last row of a table with a line above each row', () => {
    const words = lines(
      CELLS,
      105,
      [
        ['Item', 'Wood', 'Use'],
        ['One', 'Oak', 'Chair'],
        ['Two', 'Ash', 'Table'],
      ],
      20,
    )
    const rules = [across(100, 100, 400), across(120, 100, 400), across(140, 100, 400)]
    const below = text(105, 158, 'Three of nothing')
    const rowsOf = (more: Word[]) => findTables(page([...words, ...more], rules)).map(shown)
    assert.deepEqual(rowsOf([]), [['Item|Wood|Use', 'One|Oak|Chair', 'Two|Ash|Table']])
    assert.deepEqual(rowsOf(below), [['Item|Wood|Use', 'One|Oak|Chair', 'Two|Ash|Table']])
  })

  it('reads a table with cells shaded in every second row', () => {
    const words = lines([55, 105, 300], 102, [['Wood', 'Finding', 'Action']])
    const rows = ['Oak', 'Ash', 'Elm'].map((name, index) => {
      const text = [
        [name, `What ${name} is like in a text that goes`, `What follows from ${name} for all`],
        ['', 'on for two lines of a cell', 'who are to use it some day'],
      ]
      words.push(...lines([55, 105, 300], 122 + index * 28, text))
      return text[0]!.map((upper, column) => upper + (text[1]![column] && `/${text[1]![column]}`)).join('|')
    })
    const shade = (top: number, height: number): Fill[] =>
      [
        [50, 100],
        [100, 295],
        [295, 500],
      ].map(([left, right]) => ({ box: [left!, top, right!, top + height] as const, color: 'eeeeee' }))
    const [table] = findTables(page(words, [], [...shade(100, 20), ...shade(148, 28)]))
    assert.deepEqual(shown(table!), ['Wood|Finding|Action', ...rows])
  })

  it('reads cells over several columns in all rows', () => {
    const words = [...text(105, 105, 'a wide cell over two'), ...text(305, 105, 'one')]
    words.push(...text(105, 125, 'two'), ...text(205, 125, 'another wide cell'))
    const rules = [
      ...[100, 120, 140].map((y) => across(y, 100, 400)),
      ...[100, 400].map((x) => down(x, 100, 140)),
      down(300, 100, 120),
      down(200, 120, 140),
    ]
    const [table] = findTables(page(words, rules))
    assert.deepEqual(shown(table!), ['2x1 a wide cell over two|one', 'two|2x1 another wide cell'])
  })

  it('reads columns of words without any line', () => {
    const rows = [
      ['Item', 'Count', 'Price'],
      ['Large nails', '12', '4.50'],
      ['Hammer', '1', '15.00'],
      ['', '', '7.00'],
      ['Saw', '2', '9.90'],
    ]
    const [table] = findTables(page(lines([100, 250, 350], 100, rows)))
    assert.deepEqual(shown(table!), [
      'Item|Count|Price',
      'Large nails|12|4.50',
      'Hammer|1|15.00',
      '||7.00',
      'Saw|2|9.90',
    ])
    assert.deepEqual(
      table!.rows.map(({ isHead }) => isHead),
      [true, false, false, false, false],
    )
  })

  it('joins continuation lines of a label or text into one row', () => {
    const rows = [
      ['People', 'Count', 'Share'],
      ['American Indian or', '12', '4.5'],
      ['', '', ''],
      ['Hispanic', '1', '1.5'],
      ['White', '2', '9.9'],
    ]
    const words = [...lines([100, 250, 350], 100, rows), ...text(110, 128, 'Alaska native')]
    assert.equal(shown(findTables(page(words))[0]!)[1], 'American Indian or/Alaska native|12|4.5')
  })

  it('reads labels in several lines, and headings over several columns without a line below them', () => {
    const words = [
      ...text(255, 86, 'All of them together'),
      ...lines([100, 250, 320], 100, [
        ['', 'Number of', 'Price'],
        ['Item', 'pieces', 'in euro'],
        ['Nails', '12', '4.50'],
        ['Hammer', '1', '15.00'],
        ['Saw', '2', '9.90'],
      ]),
    ]
    const rows = shown(findTables(page(words))[0]!)
    assert.deepEqual(rows.slice(0, 3), [
      '1x2 Item|2x1 All of them together',
      'Number of/pieces|Price/in euro',
      'Nails|12|4.50',
    ])
  })

  it('reads a table beside a paragraph', () => {
    const rows = [
      ['Item', 'Count'],
      ['Nails', '12'],
      ['Hammer', '1'],
      ['Saw', '2'],
      ['Drill', '7'],
    ]
    const words = [
      ...lines([40, 150], 100, rows),
      ...lines(
        [320],
        100,
        rows.map(() => [PROSE]),
      ),
    ]
    assert.deepEqual(findTables(page(words)).map(shown), [
      ['Item|Count', 'Nails|12', 'Hammer|1', 'Saw|2', 'Drill|7'],
    ])
  })

  it('puts the parts of a heading over several columns into the head', () => {
    const words = [
      ...text(280, 105, 'Both years'),
      ...lines(
        CELLS,
        125,
        [
          ['', 'old', 'new'],
          ['Ann', '1', '2'],
          ['Bob', '3', '4'],
        ],
        20,
      ),
    ]
    const rules = grid(XS, [100, 120, 140, 160, 180]).map((rule) =>
      rule.x1 === 300 && rule.x2 === 300 ? down(300, 120, 180) : rule,
    )
    const [table] = findTables(page(words, rules))
    assert.deepEqual(shown(table!).slice(0, 2), ['|2x1 Both years', '|old|new'])
    assert.deepEqual(
      table!.rows.map(({ isHead }) => isHead),
      [true, true, false, false],
    )
  })

  it('takes typed dashes for lines and dots for white space', () => {
    const rows = [
      ['Share', '1.0', '1.1'],
      ['', '', ''],
      ['0.99 ......................', '800', '880'],
      ['0.95 ......................', '160', '176'],
      ['0.90 ......................', '80', '88'],
    ]
    const words = [...lines([100, 237, 300], 100, rows), ...text(100, 114, '-'.repeat(48))]
    const dots = '.'.repeat(22)
    const [table] = findTables(page(words))
    assert.equal(table!.words.size, words.length)
    assert.deepEqual(shown(table!), [
      'Share|1.0|1.1',
      `0.99 ${dots}|800|880`,
      `0.95 ${dots}|160|176`,
      `0.90 ${dots}|80|88`,
    ])
  })

  it('reads rows of paragraphs that start together', () => {
    const row = (y: number, cells: string[][]) =>
      cells.flatMap((cell, column) =>
        cell.flatMap((line, index) => text(50 + column * 180, y + index * 12, line)),
      )
    const words = [
      ...row(100, [['Stage'], ['What it does'], ['What it is good for']]),
      ...row(130, [
        ['Begin with it'],
        ['Makes a new project out of', 'what was there before it'],
        ['Saves a lot of time for', 'everybody who uses it'],
      ]),
      ...row(172, [
        ['Work on it'],
        ['Keeps all papers and the', 'pictures in one place'],
        ['Nothing gets lost on the', 'way to the end'],
      ]),
      ...row(214, [
        ['End it'],
        ['Writes a report about all', 'that was done'],
        ['Others learn from it as', 'they read it'],
      ]),
    ]
    const rows = shown(findTables(page(words))[0]!)
    assert.equal(rows.length, 4)
    assert.equal(
      rows[1],
      'Begin with it|Makes a new project out of/what was there before it|Saves a lot of time for/everybody who uses it',
    )
  })

  describe('reads a table that is rotated by 90 degrees, in its own reading order', () => {
    const upright = lines(
      CELLS,
      105,
      [
        ['Name', 'Age', 'City'],
        ['Ann', 'old one', 'Rome'],
        ['Bob', 'young one', 'Bonn'],
        ['Cy', 'no age', 'Nice'],
        ['Di', 'no age', 'Metz'],
      ],
      20,
    )
    const ruling = grid(XS, [100, 120, 140, 160, 180, 200])
    const fromTop = ([left, top, right, bottom]: Box): Box => [600 - bottom, left, 600 - top, right]
    const fromFoot = ([left, top, right, bottom]: Box): Box => [top, 800 - right, bottom, 800 - left]
    const TURNS: [rotation: number, turn: (box: Box) => Box, box: number[]][] = [
      [90, fromTop, [405, 105, 495, 325]],
      [270, fromFoot, [105, 475, 195, 695]],
      [-90, fromFoot, [105, 475, 195, 695]],
    ]
    for (const [rotation, turn, box] of TURNS) {
      it(`by ${rotation} degrees`, () => {
        const words = upright.map((word): Word => ({ ...word, box: turn(word.box), rotation }))
        const rules = ruling.map((rule) => {
          const [x1, y1, x2, y2] = turn([rule.x1, rule.y1, rule.x2, rule.y2])
          return { ...rule, x1, y1, x2, y2 }
        })
        const [table] = findTables(page(words, rules))
        assert.deepEqual(shown(table!).slice(0, 2), ['Name|Age|City', 'Ann|old one|Rome'])
        assert.match(tableHtml(table!, STYLE), /<td>Ann<\/td><td>old one<\/td><td>Rome<\/td>/)
        assert.equal(table!.isTurned, true)
        assert.ok([...table!.words].every((word) => words.includes(word)))
        assert.deepEqual(table!.box.map(Math.round), box)
      })
    }
  })

  describe('has each word once where lines over some columns overlap those over all', () => {
    const xs = [100, 250, 310, 370]
    const names = ['Rent', 'Heat', 'Food', 'Fuel', 'Rest', 'Total']
    const body = names.map((name, row) => [name, ...xs.slice(1).map((_, column) => `${row}${column}.5`)])
    const words = lines(xs, 105, [['Cost', 'old', 'new', 'next'], ...body])
    const RULES: Record<string, [whole: number[], partial: number[]]> = {
      'inside of the table': [
        [100, 117, 203],
        [131, 159, 187],
      ],
      'from its head on': [
        [117, 147, 175, 203],
        [103, 131, 159],
      ],
    }
    for (const [name, [whole, partial]] of Object.entries(RULES)) {
      it(name, () => {
        const rules = [...whole.map((y) => across(y, 100, 400)), ...partial.map((y) => across(y, 245, 400))]
        const found = findTables(page(words, rules))
        const cells = found.flatMap(({ rows }) => rows.flatMap((row) => row.cells))
        assert.equal(cells.flatMap((cell) => cell.words.flat()).length, words.length)
        assert.deepEqual(shown(found[0]!).slice(0, 2), ['Cost|old|new|next', 'Rent|00.5|01.5|02.5'])
      })
    }
  })

  it('ignores shades inside bordered cells and areas in the color of the paper', () => {
    const words = lines(
      CELLS,
      105,
      [
        ['Name', 'Last month', 'City'],
        ['Ann', 'old', 'Rome'],
      ],
      20,
    )
    const shade = (x1: number, x2: number, color: string): Fill => ({ box: [x1, 100, x2, 120], color })
    const fills = [shade(200, 228, 'cccccc'), shade(228, 300, 'cccccc'), shade(100, 120, 'ffffff')]
    const edges = fills.flatMap(({ box: [x1, y1, x2, y2] }) =>
      [down(x1, y1, y2), down(x2, y1, y2)].map((rule) => ({ ...rule, width: 0 })),
    )
    const [table] = findTables(page(words, [...grid(XS, [100, 120, 140]), ...edges], fills))
    assert.deepEqual(shown(table!), ['Name|Last month|City', 'Ann|old|Rome'])
  })

  it('ends a table at a larger heading', () => {
    const rows = [
      ['Item', 'Count', 'Price'],
      ['Nails', '12', '4.50'],
      ['Saw', '2', '9.90'],
    ]
    const words = [
      ...lines([100, 250, 350], 100, rows),
      ...text(100, 142, 'More', { size: 14 }),
      ...lines([100, 250, 350], 160, rows),
    ]
    const expected = ['Item|Count|Price', 'Nails|12|4.50', 'Saw|2|9.90']
    assert.deepEqual(findTables(page(words)).map(shown), [expected, expected])
  })

  it('does not take the head of a table for the end of the one above it', () => {
    const words = [
      ...lines([100, 250, 350], 100, [
        ['Item', 'Count', 'Price'],
        ['Nails', '12', '4.50'],
        ['Saw', '2', '9.90'],
      ]),
      ...lines([100, 250], 150, [['Town', 'People']]),
      ...lines([130, 190, 290, 410], 164, [
        ['Rome', '2800', '1285', '1'],
        ['Bonn', '330', '141', '2'],
        ['Nice', '340', '72', '3'],
      ]),
    ]
    assert.deepEqual(shown(findTables(page(words))[0]!), ['Item|Count|Price', 'Nails|12|4.50', 'Saw|2|9.90'])
  })

  it('returns tables side by side from left to right', () => {
    const beside = (x: number, y: number, name: string) => ({
      words: lines(
        [x + 5, x + 55],
        y + 5,
        [
          [name, 'B'],
          ['C', 'D'],
        ],
        20,
      ),
      rules: grid([x, x + 50, x + 100], [y, y + 20, y + 40]),
    })
    const [right, left] = [beside(300, 100, 'right'), beside(100, 103, 'left')]
    const tables = findTables(page([...right.words, ...left.words], [...right.rules, ...left.rules]))
    assert.deepEqual(
      tables.map((table) => shown(table)[0]),
      ['left|B', 'right|B'],
    )
  })
})

const PROSE = 'the quick brown fox jumps over the lazy dog again'
const WHITE: Fill[] = [100, 120, 140].flatMap((y) =>
  [100, 200].map((x): Fill => ({ box: [x, y, x + 100, y + 20], color: 'ffffff' })),
)
const NO_TABLES: Record<string, PdfPage> = {
  'two columns of prose': page(
    Array.from({ length: 12 }, (_, index) => [
      ...text(40, 100 + index * 12, PROSE),
      ...text(320, 100 + index * 12, PROSE),
    ]).flat(),
  ),
  'a list': page(
    lines(
      [60, 80],
      100,
      ['one thing', 'two things more', 'three', 'four of them'].map((item, index) => [`${index + 1}.`, item]),
    ),
  ),
  'a table of contents': page(
    lines(
      [60, 400],
      100,
      ['Start ............', 'Middle ...........', 'More of it .......', 'End ..............'].map(
        (item, index) => [item, `${index * index * 3 + 4}`],
      ),
    ),
  ),
  'a frame around a paragraph': page(
    lines([60], 110, [[PROSE], [PROSE], [PROSE]]),
    grid([50, 400], [100, 160]),
  ),
  'an underlined heading': page(
    [...text(60, 100, 'A heading'), ...text(60, 130, PROSE)],
    [across(112, 60, 105), across(140, 60, 250)],
  ),
  'a chart with its scale': page(
    [
      ...lines([70], 100, [['40'], ['30'], ['20'], ['10']], 40),
      ...lines([120, 200, 280], 270, [['Jan', 'Feb', 'Mar']]),
    ],
    [
      ...[105, 145, 185, 225, 265].map((y) => across(y, 90, 400)),
      down(90, 105, 265),
      down(150, 180, 265),
      down(170, 180, 265),
    ],
  ),
  'a chart with its legend': page(
    [
      ...lines(
        [110, 210],
        125,
        [
          ['Greece', 'Spain'],
          ['Italy', 'Ireland'],
        ],
        20,
      ),
    ],
    grid([100, 200, 300, 400, 500], [100, 120, 140, 160, 180, 200, 220, 240]),
  ),
  'words on white boxes': page(
    lines(
      [110, 210],
      105,
      [
        ['one', 'two'],
        ['three', 'four'],
        ['five', 'six'],
      ],
      20,
    ),
    WHITE.flatMap(({ box: [x1, y1, x2, y2] }) =>
      grid([x1, x2], [y1, y2]).map((rule) => ({ ...rule, width: 0 })),
    ),
    WHITE,
  ),
  'names beside a chart': page(
    [
      ...lines(
        [40, 75],
        105,
        [
          ['Italy', '12'],
          ['Spain', '31'],
          ['Malta', '7'],
          ['Crete', '19'],
        ],
        30,
      ),
      ...text(150, 130, 'Sums'),
    ],
    grid([100, 150, 200, 250, 300, 350, 400], [100, 120, 140, 160, 180, 200, 220, 240]),
  ),
  nothing: page([]),
}

describe('findTables ignores', () => {
  for (const [name, drawn] of Object.entries(NO_TABLES)) {
    it(name, () => assert.deepEqual(findTables(drawn).map(shown), []))
  }
})

describe('findTables ends on', () => {
  const many = (count: number, make: (index: number) => Word[]) =>
    Array.from({ length: count }, (_, index) => make(index)).flat()
  const HOSTILE: Record<string, PdfPage> = {
    'more words than a page holds': page(
      many(20_000, (index) => text((index % 100) * 6, Math.floor(index / 100) * 4, '12', { size: 3 })),
    ),
    'all words in one line': page(many(20_000, (index) => text(index * 7, 100, 'a'))),
    'more lines than a drawing has': page(
      text(10, 10, 'a'),
      Array.from({ length: 50_000 }, (_, index) =>
        index % 2 ? across(index % 797, index % 301, 400) : down(index % 599, index % 401, 700),
      ),
    ),
    'rows at uneven heights before a line over all columns': page([
      ...many(8000, (index) => {
        const y = index * 14 + ((index * 7919) % 1009) * 0.002
        return [...text(0, y, 'ab'), ...text(100, y, '12')]
      }),
      ...text(4, 8000 * 14, 'a'.repeat(20)),
      ...text(114, 8000 * 14, '12'),
    ]),
    'lines that are the steps of a staircase': page(
      many(2000, (index) => [
        ...text(index * 40, index * 14, '12'),
        ...text(index * 40 + 25, index * 14, '12'),
      ]),
    ),
    'lines that reach into the white between columns, each to its own place': page(
      many(17_000, (index) => [
        ...text(0, index * 14, 'ab'),
        ...(index < 7000
          ? text(1000, index * 14, '12')
          : text(300 + (index % 97) * 0.01 + (index % 7) * 20, index * 14, 'abc')),
      ]),
    ),
    'frames in frames around all words': page(
      many(8000, (index) =>
        text(3000 + (index % 100) * 6, 3000 + Math.floor(index / 100) * 4, '12', { size: 3 }),
      ),
      Array.from({ length: 300 }, (_, index) =>
        grid([2990 - index * 9, 3610 + index * 9], [2990 - index * 9, 3810 + index * 9]),
      ).flat(),
    ),
  }
  for (const [name, drawn] of Object.entries(HOSTILE)) {
    it(name, { timeout: 20_000 }, async () => {
      const tables = findTables(drawn)
      // Yields to the event loop, so that the test's timeout is checked.
      await setImmediate()
      assert.ok(tables.length < 2)
    })
  }
})
