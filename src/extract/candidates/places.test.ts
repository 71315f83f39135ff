import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Element } from 'domhandler'
import { parseHtml } from '../../scrape/parse/html.ts'
import type { ReadablePage } from '../page.ts'
import { candidatesOf } from './candidate.ts'
import type { Candidate } from './candidate.ts'

function pageOf(markup: string): ReadablePage {
  const { root, landmarks, base } = parseHtml(markup, 'https://shop.example/a/b', false)
  return { root, landmarks, base, url: base, content: () => root.children }
}

function candidateOf(markup: string, text: string): Candidate | undefined {
  return candidatesOf(pageOf(markup)).find((candidate) => candidate.text === text)
}

describe('candidatesOf', () => {
  const labelled = [
    ['a label in the same text', '<p>Brand: Acme</p>', 'Brand: Acme', 'Brand', 'pair'],
    ['a label in bold before', '<p><b>Brand</b> Acme</p>', 'Acme', 'Brand', 'pair'],
    ['a label that ends with a colon', '<div>Brand:</div><div>Acme</div>', 'Acme', 'Brand:', 'pair'],
    ['a colon of its own', '<span>Brand</span><i>:</i><span>Acme</span>', 'Acme', 'Brand', 'pair'],
    ['a row', '<table><tr><td>Brand</td><td>Acme</td></tr></table>', 'Acme', 'Brand', 'table'],
    [
      'a column',
      '<table><tr><th>Brand</th><th>Price</th></tr><tr><td>Acme</td><td>$3</td></tr></table>',
      '$3',
      'Price',
      'table',
    ],
    ['a term', '<dl><dt>Brand</dt><dd>Acme</dd></dl>', 'Acme', 'Brand', 'definition'],
    ['a name for machines', '<p><span itemprop="brand">Acme</span></p>', 'Acme', 'brand', 'microdata'],
    ['a class', '<p><span class="brand-name">Acme</span> and</p>', 'Acme', 'brand-name', 'text'],
    ['a link', '<p>of <a href="/brand/77">Acme</a></p>', 'Acme', 'brand', 'text'],
    ['a property of the page', '<meta property="og:brand" content="Acme">', 'Acme', 'og:brand', 'meta'],
    ['a value for machines', '<p><meta itemprop="sku" content="A-7">', 'A-7', 'sku', 'meta'],
    ['the time for machines', '<time datetime="2024-05-06">Monday</time>', '2024-05-06', 'time', 'attribute'],
  ] as const
  for (const [what, markup, text, label, source] of labelled) {
    it(`takes the label from ${what}`, () => {
      const candidate = candidateOf(markup, text)
      assert.ok(candidate?.labels.includes(label), `labels are ${candidate?.labels.join(' | ')}`)
      assert.equal(candidate?.source, source)
    })
  }

  const bare = [
    ['Brand: Acme', 'Acme'],
    ['Brand = Acme', 'Acme'],
    [': Acme', 'Acme'],
    ['Starts at 10:30', undefined],
    ['https://shop.example/', undefined],
    ['One of the best things that you can say about it: nothing', undefined],
    ['Acme', undefined],
  ] as const
  for (const [text, value] of bare) {
    it(`finds ${value ? `"${value}"` : 'no label'} in "${text}"`, () => {
      assert.equal(candidateOf(`<p>${text}</p>`, text)?.bare, value)
    })
  }

  it('folds white space and decodes entities', () => {
    assert.ok(candidateOf('<p>\n Smith &amp;&nbsp; Sons\t</p>', 'Smith & Sons'))
  })

  it('has the title of the page and its headings', () => {
    const page = '<title>Acme | Shop</title><h1>Acme</h1>'
    assert.equal(candidateOf(page, 'Acme | Shop')?.source, 'title')
    assert.equal(candidateOf(page, 'Acme')?.source, 'heading')
  })

  it('has no text of scripts, styles and choices', () => {
    const page = '<script>let a</script><style>b{}</style><select><option>c</select><p>d</p>'
    assert.deepEqual(
      candidatesOf(pageOf(page)).map(({ text }) => text),
      ['d'],
    )
  })

  it('looks only into the element that it is told', () => {
    const page = pageOf('<title>T</title><div><p>in</p></div><p>out</p>')
    const within = page.root.children.find((child) => 'name' in child && child.name === 'div')
    assert.deepEqual(
      candidatesOf(page, within as Element).map(({ text }) => text),
      ['in'],
    )
  })

  it('counts candidates in their order', () => {
    const orders = candidatesOf(pageOf('<p>a</p><p>b</p>')).map(({ order }) => order)
    assert.deepEqual(orders, [0, 1])
  })
})
