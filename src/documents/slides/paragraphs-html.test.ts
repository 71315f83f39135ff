import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { paragraphsHtml } from './paragraphs-html.ts'
import type { SlideParagraph } from './paragraphs-html.ts'

/** Paragraphs as lines: two spaces for a level, then a hyphen, a number or nothing. */
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
