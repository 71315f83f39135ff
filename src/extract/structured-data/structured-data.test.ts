import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import type { ReadablePage } from '../page.ts'
import { itemsOf } from './structured-data.ts'
import type { Item, ItemValue } from './structured-data.ts'
import { assertCheap } from '../../../test/support/assert-cheap.ts'

/** Items as plain objects: types joined, single values without a list. */
type Plain = string | number | boolean | { [name: string]: Plain | Plain[] }

function plain(value: ItemValue): Plain {
  if (typeof value !== 'object') return value
  const properties = [...value.properties].map(([name, values]): [string, Plain | Plain[]] => [
    name,
    values.length === 1 ? plain(values[0]!) : values.map(plain),
  ])
  return { type: value.types.join(' '), ...Object.fromEntries(properties) }
}

function pageOf(html: string): ReadablePage {
  const url = 'https://shop.test/a/b'
  return { ...parseHtml(html, url, false), url, content: () => [] }
}

const read = (html: string): Plain[] => itemsOf(pageOf(html)).map(plain)
const jsonLd = (json: string): string => `<script type="application/ld+json">${json}</script>`

describe('items in JSON-LD', () => {
  const cases: Record<string, [html: string, expected: Plain[]]> = {
    'an object': [
      jsonLd(
        '{"@context":"https://schema.org","@type":"Product","name":"Cup","offers":{"@type":"Offer","price":5}}',
      ),
      [{ type: 'Product', name: 'Cup', offers: { type: 'Offer', price: 5 } }],
    ],
    'a list': [
      jsonLd('[{"@type":"Thing","name":"a"},{"@type":"Thing","name":"b"}]'),
      [
        { type: 'Thing', name: 'a' },
        { type: 'Thing', name: 'b' },
      ],
    ],
    'types and names with the address of schema.org': [
      jsonLd(
        '{"@type":["http://schema.org/Product","schema:Thing"],"schema:name":"Cup","https://schema.org/sku":"1"}',
      ),
      [{ type: 'Product Thing', name: 'Cup', sku: '1' }],
    ],
    'a graph with references': [
      jsonLd(
        '{"@graph":[{"@type":"Product","@id":"#p","brand":{"@id":"#b"}},{"@type":"Brand","@id":"#b","name":"Acme"}]}',
      ),
      [
        { type: 'Product', '@id': '#p', brand: { type: 'Brand', '@id': '#b', name: 'Acme' } },
        { type: 'Brand', '@id': '#b', name: 'Acme' },
      ],
    ],
    'references into another script': [
      jsonLd('{"@type":"Product","brand":{"@id":"#b"}}') +
        jsonLd('{"@type":"Brand","@id":"#b","name":"Acme"}'),
      [
        { type: 'Product', brand: { type: 'Brand', '@id': '#b', name: 'Acme' } },
        { type: 'Brand', '@id': '#b', name: 'Acme' },
      ],
    ],
    'references in a circle': [
      jsonLd(
        '{"@graph":[{"@type":"A","@id":"#a","to":{"@id":"#b"}},{"@type":"B","@id":"#b","to":{"@id":"#a"}}]}',
      ),
      [
        { type: 'A', '@id': '#a', to: { type: 'B', '@id': '#b' } },
        { type: 'B', '@id': '#b', to: { type: 'A', '@id': '#a' } },
      ],
    ],
    'references to undescribed items': [
      jsonLd('{"@type":"Offer","availability":{"@id":"https://schema.org/InStock"}}'),
      [{ type: 'Offer', availability: 'https://schema.org/InStock' }],
    ],
    'wrapped values and lists': [
      jsonLd(
        '{"@type":"A","name":{"@value":"x","@language":"en"},"list":{"@list":[1,2]},"no":null,"empty":" "}',
      ),
      [{ type: 'A', name: 'x', list: [1, 2] }],
    ],
    'entities within strings': [
      jsonLd('{"@type":"A","name":"Tom &amp; Jerry&#39;s"}'),
      [{ type: 'A', name: "Tom & Jerry's" }],
    ],
    'comments, commas too many and line breaks in strings': [
      jsonLd('/* x */ {"@type":"A", // y\n "name":"a\nb\tc","url":"http://x/y",\n "list":[1,2,],}'),
      [{ type: 'A', name: 'a\nb\tc', url: 'http://x/y', list: [1, 2] }],
    ],
    'escapes that JSON does not know': [
      jsonLd(String.raw`{"@type":"A","name":"it\'s \d"}`),
      [{ type: 'A', name: "it's d" }],
    ],
    CDATA: [jsonLd('//<![CDATA[\n{"@type":"A","name":"x"}\n//]]>'), [{ type: 'A', name: 'x' }]],
    'a comment of HTML': [jsonLd('<!-- {"@type":"A","name":"x"} -->'), [{ type: 'A', name: 'x' }]],
    'a semicolon at the end': [jsonLd('{"@type":"A","name":"x"};'), [{ type: 'A', name: 'x' }]],
    'several values one after another': [
      jsonLd('{"@type":"A"}\n{"@type":"B"}'),
      [{ type: 'A' }, { type: 'B' }],
    ],
    'quotes written as entities': [
      jsonLd('{&quot;@type&quot;:&quot;A&quot;,&quot;name&quot;:&quot;x&quot;}'),
      [{ type: 'A', name: 'x' }],
    ],
    'invalid JSON': [
      jsonLd('{"@type":"A","name":"x') + jsonLd('{"name" "x"}') + jsonLd('[]') + jsonLd('"x"'),
      [],
    ],
  }
  for (const [name, [html, expected]] of Object.entries(cases)) {
    it(name, () => assert.deepEqual(read(html), expected))
  }
})

describe('items in microdata', () => {
  const cases: Record<string, [html: string, expected: Plain[]]> = {
    'properties of all kinds of elements': [
      `<div itemscope itemtype="https://schema.org/Product" itemid="/p/1"><h1 itemprop="name"> Blue
        <b>cup</b></h1><img itemprop="image" src="/i.jpg"><meta itemprop="sku" content="77"><a itemprop="url" href="c">x</a>
        <a itemprop="brand" href="/acme">Acme</a><time itemprop="date" datetime="2024-01-02">today</time>
        <data itemprop="weight" value="3">three</data><img itemprop="image" src="data:image/gif;base64,R0" data-src="/late.jpg"></div>`,
      [
        {
          type: 'Product',
          '@id': 'https://shop.test/p/1',
          name: 'Blue cup',
          image: ['https://shop.test/i.jpg', 'https://shop.test/late.jpg'],
          sku: '77',
          url: 'https://shop.test/a/c',
          brand: 'Acme',
          date: '2024-01-02',
          weight: '3',
        },
      ],
    ],
    'items within items': [
      `<div itemscope itemtype="http://schema.org/Product"><div itemprop="offers" itemscope itemtype="http://schema.org/Offer">
        <span itemprop="price" content="12.50">12,50 €</span><link itemprop="availability" href="http://schema.org/InStock">
        </div><span itemprop="name seller">Cup</span></div>`,
      [
        {
          type: 'Product',
          offers: { type: 'Offer', price: '12.50', availability: 'http://schema.org/InStock' },
          name: 'Cup',
          seller: 'Cup',
        },
      ],
    ],
    'items inside others without a property': [
      '<body itemscope itemtype="WebPage"><div itemscope itemtype="Product"><i itemprop="name">x</i></div></body>',
      [{ type: 'WebPage' }, { type: 'Product', name: 'x' }],
    ],
    'references to properties elsewhere': [
      '<div itemscope itemtype="A" itemref="n o"></div><p id="n"><i itemprop="name">x</i></p><p id="o" itemprop="o" itemscope itemtype="B"></p>',
      [{ type: 'A', name: 'x', o: { type: 'B' } }],
    ],
    'references in a circle': [
      '<div itemscope itemtype="A" id="a" itemref="b"></div><div itemprop="to" itemscope itemtype="B" id="b" itemref="a"></div>',
      [{ type: 'A', to: { type: 'B' } }],
    ],
  }
  for (const [name, [html, expected]] of Object.entries(cases)) {
    it(name, () => assert.deepEqual(read(html), expected))
  }
})

describe('items in RDFa', () => {
  const cases: Record<string, [html: string, expected: Plain[]]> = {
    'properties and items within items': [
      `<div vocab="https://schema.org/" typeof="Product"><h1 property="name">Cup</h1><div property="offers" typeof="Offer">
       <span property="schema:price" content="5">5 €</span></div><meta property="og:title" content="no"></div>`,
      [{ type: 'Product', name: 'Cup', offers: { type: 'Offer', price: '5' } }],
    ],
    'beside microdata and JSON-LD, in the order of the page': [
      `<p typeof="schema:A"><b itemscope itemtype="http://schema.org/B"></b></p>${jsonLd('{"@type":"C"}')}<p typeof="D"></p>`,
      [{ type: 'A' }, { type: 'B' }, { type: 'C' }, { type: 'D' }],
    ],
  }
  for (const [name, [html, expected]] of Object.entries(cases)) {
    it(name, () => assert.deepEqual(read(html), expected))
  }
})

describe('hostile descriptions', () => {
  const count = (items: readonly Item[]): number => {
    const within = (item: Item): number =>
      [...item.properties.values()]
        .flat()
        .reduce<number>((sum, value) => sum + (typeof value === 'object' ? within(value) : 0), 1)
    return items.reduce((sum, item) => sum + within(item), 0)
  }
  const offers = (amount: number): string =>
    Array.from({ length: amount }, (_, index) => `{"@type":"Offer","price":${index}}`).join(',')
  const cases: Record<string, [html: () => string, most: number]> = {
    'five megabytes of JSON-LD': [() => jsonLd(`{"@type":"A","text":"${'x'.repeat(5_000_000)}"}`), 1],
    'a hundred thousand items': [() => jsonLd(`{"@type":"A","offers":[${offers(100_000)}]}`), 50_000],
    'items nested a hundred thousand deep': [
      () => jsonLd(`${'{"@type":"A","a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
      50,
    ],
    'references that double at each step': [
      () =>
        jsonLd(
          `[${Array.from({ length: 40 }, (_, i) => `{"@id":"${i}","a":{"@id":"${i + 1}"},"b":{"@id":"${i + 1}"}}`).join(',')}]`,
        ),
      50_000,
    ],
    'strings that never end': [() => jsonLd(`{"a":"${'\\"'.repeat(1_000_000)}`), 0],
    'comments that never end': [() => jsonLd('/* '.repeat(500_000)), 0],
    'microdata nested 500 deep with a text below': [
      () => `${'<div itemscope itemprop="a"><div itemprop="b">'.repeat(250)}${'x '.repeat(500_000)}`,
      300,
    ],
    'properties nested 500 deep over many elements': [
      () => `<div itemscope>${'<div itemprop="a">'.repeat(500)}${'<i></i>'.repeat(500_000)}`,
      1,
    ],
    'items that all refer to each other': [
      () =>
        Array.from(
          { length: 300 },
          (_, i) =>
            `<p itemscope id="p${i}" itemprop="x" itemref="${Array.from({ length: 200 }, (_, j) => `p${j}`).join(' ')}"></p>`,
        ).join(''),
      50_000,
    ],
  }
  for (const [name, [html, most]] of Object.entries(cases)) {
    it(`${name} are read within the limits`, () => {
      const page = pageOf(html())
      const found = assertCheap(() => count(itemsOf(page)), 2_500)
      assert.ok(found <= most, `${found} items`)
    })
  }
})
