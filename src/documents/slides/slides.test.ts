import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { paragraphsHtml, readSlides, slideTableHtml } from './slides.ts'
import type { SlideParagraph } from './slides.ts'

it('reads slides up to the size limit, and warns after which one it ended', async () => {
  const slides = [['<p>one</p>', ''], ['x'.repeat(33 * 1024 * 1024)], ['<p>three</p>']]
  const reported: number[] = []
  const report = ({ donePages }: { donePages: number }) => void reported.push(donePages)
  const wish = { keepImages: false, ocr: 'never' } as const
  assert.deepEqual(await readSlides(slides, wish, report, async (slide) => slide), {
    content: { html: '<p>one</p>' },
    totalPages: 3,
    warnings: ['The slides after 1 were left out: the presentation is too large.'],
  })
  assert.deepEqual(reported, [1, 2])
})

const cell = (html: string, columns = 1, rows = 1) => ({ html, columns, rows })

describe('tables of slides', () => {
  it('have no cell beyond their edges', () => {
    assert.equal(
      slideTableHtml([[cell('a', 9, 9)], [cell('b')]], 2, 'repeat'),
      '<table role="table" data-merged="repeat">\n<tr><th rowspan="2" colspan="2">a</th></tr>\n<tr><td>b</td></tr>\n</table>',
    )
  })

  it('do not repeat a long text in many positions', () => {
    const rows = [[cell('x'.repeat(20_000), 100)], Array.from({ length: 100 }, () => cell('y'))]
    assert.match(slideTableHtml(rows, 100, 'repeat'), /^<table role="table">/)
  })

  it('end when they have too many positions', () => {
    const rows = Array.from({ length: 300 }, () => Array.from({ length: 1000 }, () => cell('')))
    assert.equal(slideTableHtml(rows, 1000, 'once').match(/<tr>/g)!.length, 100)
  })
})

/** Paragraphs as lines: two spaces per level, then a hyphen, a number or nothing. */
function lines(...written: string[]): SlideParagraph[] {
  return written.map((line) => {
    const [, gap = '', mark, html = ''] = /^( *)(-|\d+\.)? ?(.*)$/.exec(line)!
    const marker =
      mark === undefined
        ? { type: 'none' as const }
        : mark === '-'
          ? { type: 'bullet' as const }
          : { type: 'number' as const, start: Number.parseInt(mark, 10) }
    return { html, level: gap.length / 2, marker }
  })
}

const CASES: [name: string, written: string[], html: string][] = [
  ['paragraphs as they are', ['a', 'b'], '<p>a</p>\n<p>b</p>'],
  ['items as a list', ['a', '- b', '- c', 'd'], '<p>a</p>\n<ul><li>b</li><li>c</li></ul>\n<p>d</p>'],
  [
    'lists in lists',
    ['- a', '  - b', '  - c', '- d'],
    '<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>',
  ],
  ['a level that is left out', ['- a', '    - b', '- c'], '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
  ['a list that begins below the first level', ['  - a', '- b'], '<ul><li>a</li></ul><ul><li>b</li></ul>'],
  ['numbers and bullets apart', ['1. a', '1. b', '- c'], '<ol><li>a</li><li>b</li></ol><ul><li>c</li></ul>'],
  ['numbers from where they start', ['4. a', '4. b'], '<ol start="4"><li>a</li><li>b</li></ol>'],
  ['nothing for what is empty', ['', '- ', ' '], ''],
]

describe('paragraphs of a slide', () => {
  for (const [name, written, html] of CASES) {
    it(`show ${name}`, () => assert.equal(paragraphsHtml(lines(...written)), html))
  }
})
