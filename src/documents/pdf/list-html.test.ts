import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { documentStyle } from './document-style.ts'
import type { Line } from './line.ts'
import { listHtml } from './list-html.ts'

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
