import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../content/parse/html.ts'
import { extractJson } from './extract-json.ts'
import type { JsonSchema } from './schema/json-schema.ts'

const LIST =
  '<html lang="en"><body><h1>Shop</h1><ul>' +
  ['Axe', 'Bow', 'Cup']
    .map(
      (name, at) =>
        `<li class="p"><h3><a href="/${at}">${name}</a></h3><b class="price">$${at + 1}.50</b></li>`,
    )
    .join('') +
  '</ul></body></html>'

function read(markup: string, options: { schema?: JsonSchema; prompt?: string }) {
  const { root, landmarks, base } = parseHtml(markup, 'https://shop.example/', false)
  return extractJson(
    { root, landmarks, base, url: 'https://shop.example/', content: () => root.children },
    options,
  )
}

describe('extractJson', () => {
  it('returns the fields that a prompt names', () => {
    const { value } = read(LIST, { prompt: 'Extract the name and price of every product' })
    assert.deepEqual(value, {
      products: [
        { name: 'Axe', price: '$1.50' },
        { name: 'Bow', price: '$2.50' },
        { name: 'Cup', price: '$3.50' },
      ],
    })
  })

  it('returns a list for a plural in the prompt', () => {
    const rooms = `<html lang="en"><body><h1>The Lantern House</h1><table><tr><th>Room</th><th>Sleeps</th><th>Per night</th></tr>
      <tr><td>Garden room</td><td>2</td><td>€95</td></tr><tr><td>Loft</td><td>2</td><td>€120</td></tr>
      <tr><td>Family suite</td><td>4</td><td>€160</td></tr></table></body></html>`
    for (const prompt of [
      'Get the rooms with name and price',
      'Which rooms are there, and what is the price?',
    ])
      assert.deepEqual(
        read(rooms, { prompt }).value,
        {
          rooms: [
            { name: 'Garden room', price: '€95' },
            { name: 'Loft', price: '€120' },
            { name: 'Family suite', price: '€160' },
          ],
        },
        prompt,
      )
  })

  it('fills a list at the root', () => {
    const item = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } }
    assert.deepEqual(read(LIST, { schema: { type: 'array', items: item, maxItems: 2 } }).value, [
      { name: 'Axe', price: 1.5 },
      { name: 'Bow', price: 2.5 },
    ])
  })

  it('fills the alternative of a record that the page has', () => {
    const book = {
      type: 'object',
      properties: { kind: { const: 'book' }, title: { type: 'string' }, isbn: { type: 'string' } },
      required: ['kind', 'title', 'isbn'],
      additionalProperties: false,
    }
    const product = {
      type: 'object',
      properties: { kind: { const: 'product' }, name: { type: 'string' }, price: { type: 'number' } },
      required: ['kind', 'name', 'price'],
      additionalProperties: false,
    }
    const schema = { type: 'array', maxItems: 1, items: { anyOf: [book, product] } }
    const { value, evidence } = read(LIST, { schema })
    assert.deepEqual(value, [{ kind: 'product', name: 'Axe', price: 1.5 }])
    assert.deepEqual(
      evidence.map(({ field }) => field),
      ['/0/name', '/0/price'],
    )
  })

  it("uses a prompt's words about the fields of its schema", () => {
    const markup = '<html lang="en"><body><h1>Ship</h1><dl><dt>Published</dt><dd>May 1, 2024</dd>'
    const row = '<dt>Shipped</dt><dd>May 9, 2024</dd></dl></body></html>'
    const schema = { type: 'object', properties: { x1: { type: 'string' } } }
    assert.deepEqual(read(markup + row, { schema }).value, {})
    const prompt = 'x1 is the publication date'
    assert.deepEqual(read(markup + row, { schema, prompt }).value, { x1: 'May 1, 2024' })
    const items = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }
    const first = read(LIST, {
      schema: { type: 'object', properties: { products: items } },
      prompt: 'Extract the first 2 products',
    })
    assert.deepEqual(first.value, { products: [{ name: 'Axe' }, { name: 'Bow' }] })
  })

  it('reports missing fields and which of them are required', () => {
    const schema = {
      type: 'object',
      properties: { gtin: { type: 'string' }, vin: { type: ['string', 'null'] } },
      required: ['gtin'],
    }
    const { value, missing, missingRequired } = read(LIST, { schema })
    assert.deepEqual([value, missing, missingRequired], [{}, ['/gtin', '/vin'], ['/gtin']])
  })

  it('handles schemas of any kind', () => {
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`property${at}`, { type: 'string' }]),
    )
    const tree = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    }
    for (const schema of [
      {},
      true,
      false,
      tree,
      { type: 'object', properties: many },
      { $ref: '#' },
      { $ref: '#/nowhere' },
    ])
      read(LIST, { schema })
    assert.deepEqual(read(LIST, { prompt: 'xyzzy' }).value, {})
  })

  const MAIN: [what: string, markup: string, value: object][] = [
    [
      'as it describes itself',
      `<title>Desk lamp</title><script type="application/ld+json">{"@type":"Product","name":"Desk lamp","sku":"L1",
       "offers":{"@type":"Offer","price":"19.90"}}</script><h1>Desk lamp</h1><p>A lamp made of steel.</p>`,
      { name: 'Desk lamp', sku: 'L1' },
    ],
    [
      'by its labels',
      '<h1>Desk lamp</h1><table><tr><th>Weight</th><td>2 kg</td></tr><tr><th>Colour</th><td>green</td></tr></table>',
      { title: 'Desk lamp', weight: '2 kg', colour: 'green' },
    ],
    [
      'by the usual fields of a page',
      '<title>On rivers</title><meta name="description" content="Where they go."><h1>On rivers</h1><p>To the sea.</p>',
      { title: 'On rivers', description: 'Where they go.' },
    ],
  ]
  for (const [what, markup, value] of MAIN) {
    it(`returns the main entity of a page when neither schema nor prompt is given, ${what}`, () => {
      const { value: found } = read(`<html lang="en"><body>${markup}</body></html>`, {})
      assert.deepEqual({ ...(found as object), ...value }, found)
    })
  }
})
