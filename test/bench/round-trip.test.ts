import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { roundTrip } from '../../bench/content/round-trip.ts'

const KINDS = ['headings', 'code', 'table cells', 'list items', 'links', 'images', 'quotes', 'emphasis']

/** Markdown has no emphasis over several paragraphs. */
const LOST = '<strong><p>one</p><p>two</p></strong>'

describe('roundTrip', () => {
  it('scores every kind, and gives the full score to an absent kind', () => {
    for (const fragments of [['<p>text</p>'], ['<p>text</p>', '']]) {
      assert.deepEqual(roundTrip(fragments), Object.fromEntries(KINDS.map((kind) => [kind, 1])))
    }
  })

  it('gives the full score to everything that Markdown can express', () => {
    const scores = roundTrip([
      '<h2>Head</h2><p>A <b>bold</b> and <em>soft</em> <a href="https://x.test/a%20b">link</a>.</p>' +
        '<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul><blockquote><p>quoted</p></blockquote>' +
        '<pre><code>let a = 1\n  a++\n</code></pre><p><img src="https://x.test/p.png" alt="p"></p>' +
        '<table><tr><th>h</th><th>i</th></tr><tr><td>c</td><td>d</td></tr></table>',
    ])
    assert.deepEqual(scores, Object.fromEntries(KINDS.map((kind) => [kind, 1])))
  })

  it('lowers only the score of the lost kind', () => {
    const { emphasis, ...others } = roundTrip([LOST])
    assert.ok(emphasis! < 1, `${emphasis}`)
    assert.ok(Object.values(others).every((score) => score === 1))
  })

  const ignored: [string, string][] = [
    ['scripts', '<script>document.write("<h1>x</h1>")</script><noscript><h2>y</h2></noscript>'],
    ['links that run a script', '<p><a href="javascript:void(0)">a</a></p>'],
    ['pictures in the address', '<p><img src="data:image/png;base64,AAAA" alt="a"></p>'],
    ['elements without text', '<h1></h1><ul><li></li></ul><p><b></b><a href="/x"></a></p>'],
    ['emphasis in code', '<pre><b>a</b></pre>'],
  ]
  for (const [what, html] of ignored) {
    it(`does not compare ${what}`, () => {
      const scores = roundTrip([html])
      assert.deepEqual(
        KINDS.filter((kind) => scores[kind] !== 1),
        [],
      )
    })
  }

  it('sums all fragments', () => {
    const kept = '<p><strong>three</strong></p>'
    const [alone, both] = [roundTrip([LOST])['emphasis']!, roundTrip([LOST, kept])['emphasis']!]
    assert.ok(alone < 1, `${alone}`)
    assert.equal(roundTrip([kept, kept])['emphasis'], 1)
    assert.ok(both > alone && both < 1, `${both}`)
  })
})
