import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'
import { outlineOf } from './outline.ts'
import { prune } from './prune.ts'
import { survey } from './survey.ts'

const TEXT = '<p>An article of several words that are likely to be content.</p>'

describe('prune', () => {
  const never = [
    '<div class="cookie-banner">We use cookies.</div>',
    '<div id="onetrust-banner-sdk"><div><p>We use <b>cookies</b>.</p></div></div>',
    '<p>[vc_row][vc_column width="1/2"]</p>',
    '<p>[/gallery]</p>',
    '<p>[gallery ids="1,2"] [caption]</p>',
  ]
  for (const html of never) {
    it(`excludes ${html}`, () => assert.deepEqual(pruned(TEXT + html), [1, 0]))
  }

  const kept = [
    '<div class="sticky-header">We use cookies.</div>',
    '<div class="cookie-policy"><p>We use cookies.</p></div>',
    '<p>[1] A reference</p>',
    '<p>[1]</p>',
    '<p>[a] and [b]</p>',
    '<p>[Read more]</p>',
    '<p>text [gallery]</p>',
    '<p>[gallery</p>',
  ]
  for (const html of kept) it(`keeps ${html}`, () => assert.deepEqual(pruned(TEXT + html), [1, 1]))

  it('keeps a banner that is most of the page', () => {
    const page = `<div class="cookie-notice">${TEXT.repeat(3)}</div>${TEXT}`
    assert.deepEqual(pruned(page), [1, 1, 1, 1])
    assert.deepEqual(pruned(page, [0.1, 0.1, 0.1, 1]), [0, 0, 0, 1])
  })

  it('leaves all other odds unchanged', () => {
    const html = `${TEXT}<div class="cookie-notice">Yes</div>${TEXT}`
    assert.deepEqual(pruned(html, [0.25, 0.5, 0.75]), [0.25, 0, 0.75])
  })

  describe('of comments', () => {
    const article = TEXT.repeat(20)
    const sure = Array.from({ length: 20 }, () => 0.9)
    const comments = `<section class="comments">${TEXT.repeat(2)}<p>Reply</p></section>`
    const below = `<main><div>${article}</div>${comments}</main>`

    it('lowers comments below an article that is much likelier', () => {
      const found = pruned(below, [...sure, 0.3, 0.2, 0.2])
      assert.deepEqual(found.slice(0, 20), sure)
      assert.ok(found.slice(20).every((value) => value < 0.05))
    })

    it('keeps comments that are as likely as the rest', () => {
      const odds = [...sure, 0.8, 0.9, 0.2]
      assert.deepEqual(pruned(below, odds), odds)
    })

    it('keeps comments on a page with little else', () => {
      const odds = [0.9, 0.3, 0.2, 0.2]
      assert.deepEqual(pruned(`<main><div>${TEXT}</div>${comments}</main>`, odds), odds)
    })

    it('keeps elements with other names', () => {
      const odds = [...sure, 0.3, 0.2, 0.2]
      assert.deepEqual(pruned(below.replace('comments', 'chapters'), odds), odds)
    })
  })

  it('accepts a page without blocks', () => assert.deepEqual(pruned(''), []))
})

function pruned(html: string, odds?: number[]): number[] {
  const outline = outlineOf(bodyOf(parseHtml(html, undefined, false)))
  const likely = Float64Array.from(odds ?? outline.blocks.map(() => 1))
  return [...prune(survey(outline, '', { names: new Map(), words: new Map() }), likely)]
}
