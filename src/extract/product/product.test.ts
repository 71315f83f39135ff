import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { Product } from '../../contract/product.ts'
import { parseHtml } from '../../content/parse/html.ts'
import type { ReadablePage } from '../page.ts'
import { productOf } from './product.ts'
import { assertCheap } from '../../../test/support/assert-cheap.ts'

const PAGES = new URL('../../../test/extraction-shop/products/', import.meta.url)

function pageOf(html: string, url: string): ReadablePage {
  return { ...parseHtml(html, url, false), url, content: () => [] }
}

describe('the product of a page', () => {
  const cases: [name: string, says: string, url: string][] = [
    [
      'json-ld-sale',
      'JSON-LD with a former price',
      'https://www.northpeak.example/shoes/trail-runner-5?utm=x',
    ],
    ['product-group', 'a group of variants', 'https://www.kuestenkleid.example/leinenhemd-sylt'],
    ['microdata', 'microdata beside related products', 'https://maison.example/p/kyoto'],
    ['open-graph', 'meta elements', 'https://oakandco.example/walnut-desk-organiser'],
    [
      'embedded-cents',
      'variants of a script that counts in cents',
      'https://woolworks.example/products/merino-beanie',
    ],
    [
      'variations-attribute',
      'variants in an attribute of the form',
      'https://tiendamar.example/camiseta-sol/',
    ],
    ['configured', 'variants of a script by what is chosen', 'https://surfside.com.au/ridge-hoodie'],
    ['visible-only', 'nothing but what is seen', 'https://huber.example/bs18'],
    ['visible-options', 'options of a select', 'https://fjallbutiken.se/ullsocka'],
    ['japanese', 'Japanese text', 'https://wadougu.example/p/1'],
    ['rdfa', 'RDFa', 'https://torrefatta.example/lina'],
    ['cents-in-json-ld', 'broken JSON-LD that the page contradicts', 'https://swiatlo.example/nova'],
    ['marketplace', 'offers of several sellers', 'https://cmp.example/h2'],
    ['no-currency', 'a price without a currency', 'https://pots.example/3'],
  ]
  for (const [name, says, url] of cases) {
    it(`is read from ${says}`, () => {
      const html = readFileSync(new URL(`${name}.html`, PAGES), 'utf8')
      const expected: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, PAGES), 'utf8'))
      const { product, warning } = productOf(pageOf(html, url))
      assert.equal(warning, undefined)
      assert.deepEqual(product, expected)
      assert.ok(Product.safeParse(product).success)
    })
  }
})

describe('a page without a buy button', () => {
  it('has a product when it states whether that is in stock', () => {
    const html = `<title>Levante 7</title><h1>Levante 7</h1><p>Prezzo: € 1.299,00</p><p>Disponibilità: <b>Non disponibile</b></p>`
    assert.deepEqual(productOf(pageOf(html, 'https://shop.test/levante-7')).product?.variants, [
      {
        price: { amount: 1299, currency: 'EUR', formatted: '€ 1.299,00' },
        availability: { inStock: false, text: 'Disponibilità: Non disponibile' },
      },
    ])
  })

  it('has a product when the button has no text and related products follow', () => {
    const html = `<title>三徳包丁</title><h1>三徳包丁</h1><p>12,800円</p><input type="submit" value="カートに入れる"><h2>関連商品</h2><p>3,400円</p>`
    assert.equal(
      productOf(pageOf(html, 'https://shop.test/p1')).product?.variants[0]?.price?.formatted,
      '12,800円',
    )
  })
})

describe('a page that sells no product', () => {
  const card = (name: string, price: string): string =>
    `<li class="card"><a href="/p/${name}"><img src="/${name}.jpg" alt="${name}"><h3>${name}</h3></a><span class="price">${price}</span><button>Add to cart</button></li>`
  const jsonLd = (value: unknown): string =>
    `<script type="application/ld+json">${JSON.stringify(value)}</script>`
  const lists = 'The page lists several products and is about none of them, so no product was read from it.'
  const sellsNothing = 'The page sells no product, so none was read from it.'
  const cases: Record<string, [html: string, warning: string]> = {
    'a category with buttons on every card': [
      `<title>Mugs</title><h1>Mugs</h1><ul>${card('Red mug', '$5.00')}${card('Blue mug', '$6.00')}${card('Big mug', '$9.00')}</ul>`,
      sellsNothing,
    ],
    'a category with an item for every card': [
      `<title>Mugs</title><h1>Mugs</h1>${jsonLd(['Red', 'Blue', 'Big'].map((name) => ({ '@type': 'Product', name, offers: { '@type': 'Offer', price: 5 } })))}`,
      lists,
    ],
    'a list of products': [
      `<title>Mugs</title><h1>Mugs</h1>${jsonLd({
        '@type': 'ItemList',
        itemListElement: [
          { '@type': 'ListItem', url: '/a' },
          { '@type': 'ListItem', url: '/b' },
        ],
      })}`,
      lists,
    ],
    'an article that speaks of prices': [
      `<title>Coffee gets dearer</title><meta property="og:type" content="article"><h1>Coffee gets dearer</h1>
       <p>A cup now costs $4.50, up from $3.80. <button>Subscribe now</button></p>${jsonLd({ '@type': 'NewsArticle', headline: 'Coffee gets dearer' })}`,
      sellsNothing,
    ],
    'a review of something that others sell': [
      `<title>The best grinder</title><h1>We tested twelve grinders</h1>${jsonLd([
        { '@type': 'Article', headline: 'We tested twelve grinders' },
        { '@type': 'Product', name: 'Mahlgut 3000', review: { '@type': 'Review', reviewBody: 'Good.' } },
      ])}`,
      sellsNothing,
    ],
    'an article whose author is rated': [
      `<title>Movers</title><meta property="og:type" content="article"><h1>Movers</h1>${jsonLd({ '@type': 'Product', name: 'Movers', aggregateRating: { '@type': 'AggregateRating', ratingValue: 5 } })}`,
      sellsNothing,
    ],
    'an empty page': ['', sellsNothing],
  }
  for (const [name, [html, warning]] of Object.entries(cases)) {
    it(`${name} is recognised`, () =>
      assert.deepEqual(productOf(pageOf(html, 'https://shop.test/x')), { warning }))
  }
})

it('the front page of a shop has no single product', () => {
  const html = '<title>Mats</title><h1>Mats</h1><p>$139.95</p><button>Add to cart</button>'
  assert.equal(productOf(pageOf(html, 'https://shop.test/?ref=1')).product, undefined)
  assert.ok(productOf(pageOf(html, 'https://shop.test/mat')).product)
})

describe('hostile product pages', () => {
  const cases: Record<string, () => string> = {
    'a hundred thousand prices': () =>
      `<h1>x</h1>${'<p>$5.00</p>'.repeat(100_000)}<button>Add to cart</button>`,
    'radio buttons without end': () =>
      `<h1>x</h1><p>$5</p><button>Buy now</button>${'<label><input type=radio name=a>S</label>'.repeat(100_000)}`,
    'deep nesting with prices': () =>
      `<h1>x</h1>${'<div class="price">$5 '.repeat(500)}${'<i>$6</i>'.repeat(100_000)}`,
    'a megabyte in one word': () => `<h1>${'x'.repeat(1_000_000)}</h1><p>$${'9'.repeat(1_000_000)}</p>`,
    'megabytes of embedded variants': () =>
      `<h1>x</h1><p>$5</p><button>Buy now</button><script type="application/json">{"title":"x","variants":[${Array.from({ length: 20_000 }, (_, id) => `{"id":${id},"sku":"s${id}","price":500,"option1":"a${id}"}`).join(',')}]}</script>`,
    'pictures without end': () =>
      `<h1>x</h1><p>$5</p><button>Buy now</button><div class="gallery">${'<img src="/a.jpg" alt="x">'.repeat(200_000)}</div>`,
  }
  for (const [name, html] of Object.entries(cases)) {
    it(`${name} are read in time`, () => {
      const page = pageOf(html(), 'https://shop.test/x')
      assertCheap(() => productOf(page), 3_000)
    })
  }
})
