import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { Menu } from '../../contract/menu.ts'
import { parseHtml } from '../../content/parse/html.ts'
import type { ReadablePage } from '../page.ts'
import { menuOf } from './menu.ts'
import { assertCheap } from '../../../test/support/assert-cheap.ts'

const PAGES = new URL('../../../test/extraction-shop/menus/', import.meta.url)

function pageOf(html: string, url: string): ReadablePage {
  return { ...parseHtml(html, url, false), url, content: () => [] }
}

describe('the menu of a page', () => {
  const cases: Record<string, string> = {
    'json-ld': 'JSON-LD of a restaurant',
    microdata: 'microdata of a café',
    cards: 'cards with sizes, calories and a legend of marks',
    'german-table': 'a table with a column for each size',
    'french-list': 'lists with a dish that stands alone',
    'bare-prices': 'headings and prices without a currency',
    lines: 'lines with dots before the price',
    'line-breaks': 'lines of one paragraph',
    'definition-list': 'a definition list',
    japanese: 'Japanese text',
    russian: 'Russian text',
    'coffee-sizes': 'prices of two sizes in one line',
  }
  for (const [name, says] of Object.entries(cases)) {
    it(`is read from ${says}`, () => {
      const html = readFileSync(new URL(`${name}.html`, PAGES), 'utf8')
      const expected: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, PAGES), 'utf8'))
      const { menu, warning } = menuOf(pageOf(html, `https://eat.example/${name}`))
      assert.equal(warning, undefined)
      assert.deepEqual(menu, expected)
      assert.ok(Menu.safeParse(menu).success)
    })
  }
})

describe('details of a menu', () => {
  it('begins a section at bold lines that have an element of their own', () => {
    const html = `<title>Il menù</title><h1>Il menù</h1><div><b>Antipasti</b></div><dl><dt>Insalata di polpo</dt><dd>14</dd><dt>Prosciutto</dt><dd>9</dd></dl>
      <div><b>Dolci</b></div><dl><dt>Panna cotta</dt><dd>6</dd><dt>Gelato</dt><dd>5</dd></dl>`
    const { menu } = menuOf(pageOf(html, 'https://eat.example/menu'))
    assert.deepEqual(
      menu.sections.map(({ name, items }) => [name, items.length]),
      [
        ['Antipasti', 2],
        ['Dolci', 2],
      ],
    )
  })

  it('reads calories after the end of a sentence', () => {
    const html = `<title>Menu – Hearth</title><h2>Starters</h2>${['Soup', 'Salad']
      .map((name) => `<div class="dish"><h3>${name}</h3><span>£7.50</span><p>With bread. 310 kcal</p></div>`)
      .join('')}`
    const { menu } = menuOf(pageOf(html, 'https://eat.example/menu'))
    assert.deepEqual(
      menu.sections[0]?.items.map(({ calories }) => calories),
      [310, 310],
    )
  })
})

describe('a page without a menu', () => {
  const rows = (names: readonly string[], price: string): string =>
    `<ul>${names.map((name) => `<li><b>${name}</b> <span>${price}</span></li>`).join('')}</ul>`
  const cards = (names: readonly string[]): string =>
    names
      .map(
        (name) =>
          `<div class="p"><a href="/${name}"><h3>${name}</h3></a><span>$12.00</span><button>Add to cart</button></div>`,
      )
      .join('')
  const cases: Record<string, string> = {
    'a price list of a hairdresser': `<title>Service menu</title><h1>Service menu</h1><h2>Cuts</h2>${rows(['Haircut', 'Beard trim', 'Colour', 'Blow dry', 'Perm'], '$40')}`,
    'a shop that sells tea': `<title>Loose leaf tea | Leaf Shop</title><h1>Green tea</h1>${cards(['Sencha tea', 'Jasmine tea', 'Gunpowder tea', 'Matcha', 'Genmaicha tea'])}`,
    'plans of a service': `<title>Pricing</title><h1>Pricing</h1>${rows(['Starter', 'Team', 'Business'], '$29/month')}`,
    'a list of cameras': `<title>Cameras</title><h1>Cameras</h1>${cards(['Alpha 5', 'Beta 7', 'Gamma 9', 'Delta 1', 'Epsilon'])}`,
    'an article about food':
      '<title>The history of pizza</title><h1>The history of pizza</h1><p>In 1905 a pizza cost $0.05.</p><p>Today it costs $12.00 or more, with cheese.</p>',
    'a recipe':
      '<title>Tomato soup</title><h1>Tomato soup</h1><ul><li>2 onions</li><li>1 kg tomatoes</li></ul>',
    'an empty page': '',
  }
  for (const [name, html] of Object.entries(cases)) {
    it(`${name} is recognised`, () => {
      const { menu, warning } = menuOf(pageOf(html, 'https://x.test/page'))
      assert.deepEqual(
        { ...menu, confidence: 0 },
        { isMenu: false, confidence: 0, sourceUrl: 'https://x.test/page', sections: [] },
      )
      assert.ok(menu.confidence! < 0.5, String(menu.confidence))
      assert.equal(warning, 'The page shows no menu, so none was read from it.')
    })
  }
})

describe('hostile menus', () => {
  const cases: Record<string, () => string> = {
    'a hundred thousand lines': () => `<h1>Menu</h1><p>${'Soup 5,00<br>'.repeat(100_000)}</p>`,
    'dishes nested 500 deep': () =>
      `<h1>Menu</h1>${'<div class="item"><b>Soup</b> $5.00 '.repeat(500)}${'<i>$6</i>'.repeat(100_000)}`,
    'a row of a hundred thousand prices': () =>
      `<h1>Menu</h1><table><tr>${'<td>5,00</td>'.repeat(100_000)}</tr><tr><td>Soup<td>5,00</table>`,
    'a megabyte of dots': () =>
      `<h1>Menu</h1><p>Soup ${'.'.repeat(1_000_000)} 5,00</p><p>Soup ${'. '.repeat(500_000)}</p>`,
  }
  for (const [name, html] of Object.entries(cases)) {
    it(`${name} are read in time`, () => {
      const page = pageOf(html(), 'https://shop.test/x')
      assertCheap(() => menuOf(page), 4_000)
    })
  }
})
