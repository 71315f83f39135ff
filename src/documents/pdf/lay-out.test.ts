import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Box } from '../converted.ts'
import { documentStyle } from './paragraphs.ts'
import { layOut, listHtml } from './lay-out.ts'
import type { Line } from './line.ts'
import type { PageFlow } from './page-flow.ts'

function line(text: string, y: number, { x = 40, size = 10 } = {}): Line {
  const looks = { isBold: false, isItalic: false, isMono: false }
  const box: Box = [x, y, x + 5 * text.length, y + size]
  const span = { text, ...looks, shift: 'none' as const, link: undefined }
  return { box, spans: [span], text, size, font: '', color: '000000', ...looks }
}

function flow(number: number, lines: readonly Line[]): PageFlow {
  const items = lines.map((item) => ({ kind: 'line' as const, line: item }))
  const columns = [{ items, turn: 0 as const }]
  return { number, width: 600, height: 800, columns, panels: [] }
}

function items(page: number, count: number): Line[] {
  return Array.from({ length: count }, (_, index) => line(`• item${page * count + index}`, 300 + 12 * index))
}

const LONG = 'The roads of the region were counted again in the spring and nobody knew the'

describe('layOut', () => {
  it('moves list items to the start of their list, but not those of a whole book', () => {
    const pages = layOut(Array.from({ length: 30 }, (_, page) => flow(page + 1, items(page + 1, 20))))
    const shown = pages.flatMap(({ pageNumber, blocks }) => (blocks.length > 0 ? [pageNumber] : []))
    assert.deepEqual(shown, [1, 12, 23])
    const html = pages.flatMap(({ blocks }) => blocks.map((block) => block.html)).join('')
    assert.equal(html.match(/<li>/g)!.length, 30 * 20)
  })

  it('reads a list of a hundred thousand items', () => {
    const pages = layOut(Array.from({ length: 3000 }, (_, page) => flow(page + 1, items(page + 1, 60))))
    assert.equal(pages[0]!.blocks.length, 1)
  })

  it('has the box of a paragraph on its first page', () => {
    const pages = layOut([
      flow(1, [line(LONG, 600), line(LONG, 613)]),
      flow(2, [line('people of the town.', 150), line('• Another', 300), line('• item', 313)]),
      flow(3, [line('• that goes on', 100)]),
    ])
    const boxes = pages.map(({ blocks }) => blocks.map(({ box }) => box))
    const right = 40 + 5 * LONG.length
    assert.deepEqual(boxes, [[[40, 600, right, 623]], [[40, 300, 85, 323]], []])
  })

  it('joins a paragraph over any number of pages', () => {
    const pages = [1, 2, 3, 4].map((number) => flow(number, [line(LONG.toLowerCase(), 300), line(LONG, 313)]))
    assert.equal(layOut(pages).flatMap(({ blocks }) => blocks).length, 1)
  })

  it('reads an item that has thousands of lines', { timeout: 10_000 }, async () => {
    const rest = Array.from({ length: 40_000 }, (_, index) =>
      line('word', 112 + 12 * index, { x: 60, size: index % 2 === 0 ? 10 : 11.4 }),
    )
    const [page] = layOut([flow(1, [line('• item', 100), ...rest])])
    assert.equal(page!.blocks[0]!.type, 'list')
    await setTimeout(1)
  })
})

function item(text: string, left: number, right = 500): Line[] {
  const looks = { isBold: false, isItalic: false, isMono: false }
  const span = { text, ...looks, shift: 'none' as const, link: undefined }
  return [{ box: [left, 0, right, 10], spans: [span], text, size: 10, font: '', color: '000000', ...looks }]
}

describe('listHtml', () => {
  for (const [name, items, html] of [
    ['leaves out bullets', [item('• One', 10), item('• Two', 10)], '<ul><li>One</li><li>Two</li></ul>'],
    [
      'keeps ticks, which say something',
      [item('☒ One', 10), item('☐ Two', 10)],
      '<ul><li>☒ One</li><li>☐ Two</li></ul>',
    ],
    [
      'measures indents from the right where writing begins there',
      [item('• ראשון', 300, 500), item('• שני', 200, 480), item('• שלישי', 100, 500)],
      '<ul><li>ראשון<ul><li>שני</li></ul></li><li>שלישי</li></ul>',
    ],
  ] as const) {
    it(name, () => assert.equal(listHtml(items, documentStyle([])), html))
  }
})
