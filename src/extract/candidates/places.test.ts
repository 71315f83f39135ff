import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../scrape/parse/html.ts'
import type { ReadablePage } from '../page.ts'
import { placesOf } from './places.ts'
import type { Candidate } from './candidate.ts'
import type { Cues } from './cues.ts'

function pageOf(markup: string): ReadablePage {
  const { root, landmarks, base } = parseHtml(markup, 'https://shop.example/a/b', false)
  return { root, landmarks, base, url: base, content: () => root.children }
}

function candidateOf(markup: string, text: string): Candidate | undefined {
  return placesOf(pageOf(markup), true).find((candidate) => candidate.text === text)
}

function cuesFor(markup: string, text: string): Cues {
  return placesOf(pageOf(markup), true).find((place) => place.text === text)!.cues
}

describe('placesOf', () => {
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
      placesOf(pageOf(page), true).map(({ text }) => text),
      ['d'],
    )
  })

  it('leaves what a page says about itself to who looks for names', () => {
    assert.equal(candidateOf('<meta property="og:brand" content="Acme"><p>b</p>', 'Acme'), undefined)
  })

  it('has addresses only where they are asked for', () => {
    const page = pageOf('<a href="https://a.example/">a</a><img src="https://a.example/b.png">')
    const texts = (hasAddresses: boolean) => placesOf(page, hasAddresses).map(({ text }) => text)
    assert.deepEqual(texts(false), ['a'])
    assert.deepEqual(texts(true), ['a', 'https://a.example/', 'https://a.example/b.png'])
  })

  it('takes a remark in brackets for what is said of the text before it', () => {
    const page = '<p><a href="/p/1">Ann Lee</a> (Author), <a href="/p/2">5 stars</a></p>'
    assert.ok(candidateOf(page, 'Ann Lee')?.labels.includes('(Author),'))
    assert.ok(!candidateOf(page, '5 stars')?.labels.includes('(Author),'))
  })

  it('takes the first of two texts that fill an element for a label where its neighbours are filled so too', () => {
    const pairs = '<div><div>Fuel</div><div>Petrol</div></div><div><div>Doors</div><div>5</div></div>'
    assert.equal(cuesFor(`<div>${pairs}</div>`, 'Petrol').row, 'Fuel')
    assert.equal(cuesFor('<div><div>Fuel</div><div>Petrol</div></div><p>5</p>', 'Petrol').row, '')
  })

  it('counts candidates in their order', () => {
    const orders = placesOf(pageOf('<p>a</p><p>b</p>'), true).map(({ order }) => order)
    assert.deepEqual(orders, [0, 1])
  })
})
