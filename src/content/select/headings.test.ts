import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'
import { withHeadings } from './headings.ts'
import { outlineOf } from './outline.ts'

describe('withHeadings', () => {
  const cases: [string, string, string, string][] = [
    ['adds the heading of what is taken', '<h2>a</h2><p>b</p>', '01', '11'],
    ['adds one by its role', '<div role=heading>a</div><p>b</p>', '01', '11'],
    ['adds it with what is in it', '<h2><a href=x>a</a></h2><p>b</p>', '01', '11'],
    ['adds it before a list', '<h2>a</h2><ul><li>b</li><li>c</li></ul>', '011', '111'],
    ['leaves one whose text is not taken', '<h2>a</h2><p>b</p><p>c</p>', '001', '001'],
    ['leaves one that introduces a heading', '<h2>a</h2><h3>b</h3><p>c</p>', '011', '011'],
    ['leaves what is no heading', '<p>a</p><p>b</p>', '01', '01'],
    ['leaves one that ends what holds it', '<aside><h2>a</h2></aside><p>b</p>', '01', '01'],
    ['leaves the last block', '<p>a</p><h2>b</h2>', '10', '10'],
    ['keeps what is taken', '<h2>a</h2><p>b</p>', '10', '10'],
    ['takes an empty page', '', '', ''],
  ]
  for (const [what, html, taken, expected] of cases) {
    it(what, () => {
      const { blocks } = outlineOf(bodyOf(parseHtml(html, undefined, false)))
      const likely = blocks.map(() => 0.1)
      assert.equal(withHeadings(blocks, likely, Uint8Array.from(taken, Number)).join(''), expected)
    })
  }

  it('leaves out a heading that was ruled out', () => {
    const { blocks } = outlineOf(bodyOf(parseHtml('<h2>[vc_row]</h2><p>b</p>', undefined, false)))
    assert.equal(withHeadings(blocks, [0, 0.9], Uint8Array.of(0, 1)).join(''), '01')
  })
})
