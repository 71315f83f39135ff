import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'
import { outlineOf } from './outline.ts'
import { blockGroupsOf } from './block-groups.ts'

const LONG = 'A cell with a whole paragraph in it lays out the page. '.repeat(4)
const ROW = '<tr><td>a</td><td>b</td></tr>'

describe('wholesOf', () => {
  const cases: [string, string, string[]][] = [
    ['nothing on an empty page', '', []],
    ['blocks by themselves', '<p>a</p><p>b</p>', ['a', 'b']],
    ['a table of data as one', `<p>x</p><table>${ROW}${ROW}</table><p>y</p>`, ['x', 'a b a b', 'y']],
    ['a table with heads as one', '<table><tr><th>h</th></tr><tr><td>d</td></tr></table>', ['h d']],
    ['two tables as two', `<table>${ROW}</table><table>${ROW}</table>`, ['a b', 'a b']],
    [
      'a table of long cells in parts',
      `<table><tr><td>${LONG}</td><td>${LONG}</td></tr></table>`,
      [LONG, LONG],
    ],
    ['a table with headings in parts', '<table><tr><td><h2>h</h2><p>a</p></td></tr></table>', ['h', 'a']],
    [
      'a table in a table, of which only the inner one is data',
      `<table><tr><td>x</td><td><table>${ROW}</table></td></tr></table>`,
      ['x', 'a b'],
    ],
    [
      'a table deep in a table',
      `<table><tr><td>x<div><div><table>${ROW}</table></div></div></td></tr></table>`,
      ['x', 'a b'],
    ],
    ['code as one', '<p>x</p><pre>a<div>b</div>c</pre><p>y</p>', ['x', 'a b c', 'y']],
    ['code in a table as part of it', '<table><tr><td>x</td><td><pre>c</pre></td></tr></table>', ['x c']],
    [
      'an empty table and empty code as nothing',
      '<table><tr><td></td></tr></table><pre> </pre><p>a</p>',
      ['a'],
    ],
    ['code at the end', '<p>x</p><pre>a<p>b</p></pre>', ['x', 'a b']],
  ]
  for (const [what, html, expected] of cases) {
    it(`takes ${what}`, () => {
      const outline = outlineOf(bodyOf(parseHtml(html, undefined, false)))
      const texts = blockGroupsOf(outline).map(({ first, end }) =>
        outline.blocks
          .slice(first, end)
          .map(({ text }) => text)
          .join(' '),
      )
      assert.deepEqual(
        texts,
        expected.map((text) => text.trim()),
      )
    })
  }

  it('holds every block once, in order', () => {
    const html = `<p>a</p><table><tr><td>${LONG}<pre>c</pre></td><td><table>${ROW}</table>${LONG}</td></tr></table><p>z</p>`
    const outline = outlineOf(bodyOf(parseHtml(html, undefined, false)))
    let next = 0
    for (const { first, end } of blockGroupsOf(outline)) {
      assert.equal(first, next)
      assert.ok(end > first)
      next = end
    }
    assert.equal(next, outline.blocks.length)
  })
})
