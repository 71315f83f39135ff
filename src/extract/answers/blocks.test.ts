import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pageOf } from '../../../test/answers/page-of.ts'
import { blocksOf } from './blocks.ts'

/** Markup and its blocks as `kind text`, with the heading above each. */
const CASES: [markup: string, blocks: string[]][] = [
  ['<h1>A</h1><p>b <b>c</b><br>d</p>', ['heading A < A', 'text b c\nd < A']],
  [
    '<h2>A</h2><h3>B</h3><p>x</p><h2>C</h2><p>y</p>',
    ['heading A < A', 'heading B < B', 'text x < B', 'heading C < C', 'text y < C'],
  ],
  [
    '<p><strong>Opening hours</strong></p><p>9 to 5</p>',
    ['heading Opening hours < Opening hours', 'text 9 to 5 < Opening hours'],
  ],
  ['<p>Do you ship?</p><p>Yes.</p>', ['heading Do you ship? < Do you ship?', 'text Yes. < Do you ship?']],
  ['a <b>c</b> d<h2>A</h2>b <i>e</i> f', ['text a c d', 'heading A < A', 'text b e f < A']],
  ['<dl><dt>a<dd>b<div><dt>c<dd>d</div></dl>', ['pair a: b', 'pair c: d']],
  ['<p>Needed:</p><ul><li>salt</li></ul>', ['text Needed:', 'item salt']],
  ['<dl><dt>Weight</dt><dd>2 kg</dd></dl>', ['pair Weight: 2 kg']],
  [
    '<div><p>Weight</p><p>2 kg</p></div><div><p>Length</p><p>1 m</p></div>',
    ['pair Weight: 2 kg', 'pair Length: 1 m'],
  ],
  ['<table><tr><th>Weight</th><td>2 kg</td></tr></table>', ['pair Weight: 2 kg']],
  ['<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Pro</td><td>$5</td></tr></table>', ['row Pro | $5']],
  [
    '<table><tr><td><h2>Layout</h2></td><td>x</td></tr></table>',
    ['heading Layout < Layout', 'text x < Layout'],
  ],
  ['<pre>a\n  b</pre><figure><figcaption>c</figcaption></figure>', ['code a\nb', 'caption c']],
  ['<details><summary>Q</summary><p>a</p></details><p>b</p>', ['heading Q < Q', 'text a < Q', 'text b']],
]

it('reads a page as blocks under their headings', () => {
  for (const [markup, expected] of CASES) {
    const blocks = blocksOf(pageOf(markup).content())
    const shown = blocks.map(
      ({ kind, text, heading }) => `${kind} ${text}${heading ? ` < ${heading.text}` : ''}`,
    )
    assert.deepEqual(shown, expected, markup)
  }
})

it('names the columns of a row and repeats a cell that spans rows', () => {
  const [first, second] = blocksOf(
    pageOf(
      `<table><tr><th></th><th>Mon</th><th>Tue</th></tr><tr><td rowspan=2>Shop</td><td>9</td><td>8</td></tr>
      <tr><td>7</td><td>6</td></tr></table>`,
    ).content(),
  )
  assert.deepEqual(
    first?.cells?.map(({ header }) => header),
    [undefined, 'Mon', 'Tue'],
  )
  assert.equal(second?.text, 'Shop | 7 | 6')
})
