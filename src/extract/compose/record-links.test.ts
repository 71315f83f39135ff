import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import { extractJson } from '../extract-json.ts'
import type { JsonSchema } from '../schema/json-schema.ts'

const URL_OF_PAGE = 'https://shop.example/list/'
const ITEM = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } }
const SCHEMA = { type: 'object', properties: { items: { type: 'array', items: ITEM } } }

function links(markup: string, schema: JsonSchema = SCHEMA): Record<string, string> {
  const { root, landmarks, base } = parseHtml(markup, URL_OF_PAGE, false)
  const page = { root, landmarks, base, url: URL_OF_PAGE, content: () => root.children }
  const records = extractJson(page, { schema }).records()
  return Object.fromEntries(
    records.map(({ record, url }) => [record, url.replace('https://shop.example', '')]),
  )
}

const NAMES = ['Axe', 'Bow', 'Cup']
const each = (card: (name: string, n: number) => string) => NAMES.map((name, n) => card(name, n + 1)).join('')
const LED = { '/items/0': '/p1', '/items/1': '/p2', '/items/2': '/p3' }

describe('links of records', () => {
  const pages: Record<string, string> = {
    'by the link of their title': `<ul>${each((name, n) => `<li><a href="/maker/${n}">Maker ${n} and sons</a><h3><a href="/p${n}">${name}</a></h3><b class=price>$${n}.50</b><a href="/cart?add=${n}">Add to cart</a></li>`)}</ul>`,
    'by a link around their title': `<div>${each((name, n) => `<div class=card><a href="/p${n}"><h3>${name}</h3></a><b class=price>$${n}.50</b><a href="/cart?add=${n}">Add to cart</a></div>`)}</div>`,
    'by a link around them': `<div>${each((name, n) => `<a class=card href="/p${n}"><h3>${name}</h3><b class=price>$${n}.50</b></a>`)}</div>`,
    'by a link around all that they are': `<div>${each((name, n) => `<a href="/p${n}"><div class=card><h3>${name}</h3><p class=price>$${n}.50</p></div></a>`)}</div>`,
    'by a link beside them': `<div>${each((name, n) => `<div class=wrap><div class=card><h3>${name}</h3><p class=price>$${n}.50</p></div><a class=overlay href="/p${n}" aria-label="${name}"></a></div>`)}</div>`,
    'by the only link that is their own': `<ul>${each((name, n) => `<li><h3>${name}</h3><b class=price>$${n}.50</b><a href="/cart">Cart</a> <a href="/p${n}">Details</a></li>`)}</ul>`,
    'by the link of a cell': `<table><tr><th>Name</th><th>Price</th></tr>${each((name, n) => `<tr><td><a href="/p${n}">${name}</a></td><td>$${n}.50</td></tr>`)}</table>`,
    'by a link around their structured data': `<div>${each((name, n) => `<a href="/p${n}"><div itemscope itemtype="https://schema.org/Product"><span itemprop=name>${name}</span><div itemprop=offers itemscope itemtype="https://schema.org/Offer"><b itemprop=price>${n}.5</b></div></div></a>`)}</div>`,
    'by their structured data': `<script type="application/ld+json">${JSON.stringify(
      NAMES.map((name, at) => ({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        url: `/p${at + 1}`,
        offers: { '@type': 'Offer', price: at + 1.5, priceCurrency: 'USD' },
      })),
    )}</script><p>Nothing else</p>`,
    'by the link that is called like them': `<script type="application/ld+json">${JSON.stringify(
      NAMES.map((name, at) => ({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        offers: { '@type': 'Offer', price: at + 1.5, priceCurrency: 'USD' },
      })),
    )}</script><p>${each((name, n) => `<a href="/p${n}">${name}</a> `)}</p>`,
  }
  for (const [how, markup] of Object.entries(pages)) {
    it(`are found ${how}`, () => assert.deepEqual(links(`<html lang=en><body><h1>Shop</h1>${markup}`), LED))
  }

  it('come from the link of a heading that is not a field', () => {
    const markup = `<ul>${each((name, n) => `<li><a href="/cart?add=${n}">Put this one into the cart</a><h3><a href="/p${n}">${name}</a></h3><b class=price>$${n}.50</b><p class=weight>Weight: ${n} kg</p></li>`)}</ul>`
    const item = { type: 'object', properties: { price: { type: 'number' }, weight: { type: 'string' } } }
    assert.deepEqual(
      links(markup, { type: 'object', properties: { items: { type: 'array', items: item } } }),
      LED,
    )
  })

  it('are missing when all link to the same page, to this page or nowhere', () => {
    const page = (link: string) =>
      `<ul>${each((name, n) => `<li><h3>${name}</h3><b class=price>$${n}.50</b>${link}</li>`)}</ul>`
    for (const link of [
      '',
      '<a href="/cart">Buy</a>',
      '<a href="#x">Buy</a>',
      '<a href="mailto:a@b.c">Ask</a>',
    ])
      assert.deepEqual(links(page(link)), {}, link)
  })

  it('are missing when the only linked text of a record is another field', () => {
    const towns = ['Berlin', 'Bonn', 'Ulm']
    const rows = each((name, n) => `<tr><td>${name}</td><td>${towns[n - 1]}</td></tr>`)
    const menu = towns.map((town) => `<a href="/town/${town}">${town}</a>`).join(' ')
    const markup = `<nav>${menu}</nav><table><tr><th>Name</th><th>Town</th></tr>${rows}</table>`
    const item = { type: 'object', properties: { name: { type: 'string' }, town: { type: 'string' } } }
    assert.deepEqual(
      links(markup, { type: 'object', properties: { items: { type: 'array', items: item } } }),
      {},
    )
  })

  it('are returned for the records that have one', () => {
    const markup = `<ul>${each((name, n) => `<li><h3>${n === 2 ? name : `<a href="/p${n}">${name}</a>`}</h3><b class=price>$${n}.50</b></li>`)}</ul>`
    assert.deepEqual(links(markup), { '/items/0': '/p1', '/items/2': '/p3' })
  })

  it('are returned for a list at the root, and for the records within a limit', () => {
    const markup = `<ul>${each((name, n) => `<li><h3><a href="/p${n}">${name}</a></h3><b class=price>$${n}.50</b></li>`)}</ul>`
    assert.deepEqual(links(markup, { type: 'array', items: ITEM, maxItems: 2 }), { '/0': '/p1', '/1': '/p2' })
  })

  it('terminate on a very large page', () => {
    const many = Array.from(
      { length: 1_000 },
      (_, n) =>
        `<li><h3><a href="/p${n}">Name ${n}</a></h3><b class=price>$${n}.50</b>${'<i></i>'.repeat(10)}</li>`,
    )
    assert.equal(Object.keys(links(`<ul>${many.join('')}</ul>`)).length, 1_000)
  })
})
