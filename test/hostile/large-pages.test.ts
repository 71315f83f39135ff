import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leadsOf } from '../../src/extract/leads/leads.ts'
import { menuOf } from '../../src/extract/menu/menu.ts'
import type { ReadablePage } from '../../src/extract/page.ts'
import { productOf } from '../../src/extract/product/product.ts'
import { parseHtml } from '../../src/scrape/parse/html.ts'
import { assertCheap } from '../support/assert-cheap.ts'

/** What reading may take of the processor, parsing left out; much that is there once is still far below. */
const LONGEST_MS = 4000

const many = (markup: (n: number) => string) => Array.from({ length: 100_000 }, (_, n) => markup(n)).join('')

const MENUS: Record<string, () => string> = {
  'a hundred thousand dishes': () => `<h1>Menu</h1>${'<li><b>Soup</b> $5.00</li>'.repeat(100_000)}`,
  'headings without end': () => `<h1>Menu</h1>${'<h2>Soups</h2><p>Soup</p><p>5,00</p>'.repeat(50_000)}`,
  'a table of half a million cells': () =>
    `<h1>Menu</h1><table>${`<tr>${'<td>5,00'.repeat(10)}`.repeat(50_000)}`,
  'more than a million elements': () => `<h1>Menu</h1>${'<i>a</i>'.repeat(700_000)}`,
}

const PRODUCTS: Record<string, () => string> = {
  'a hundred thousand cards': () =>
    `<h1>x</h1>${'<li class="c"><a href="/p">n</a><b>$5.00</b></li>'.repeat(100_000)}`,
  'a hundred thousand buttons and selects': () =>
    `<h1>x</h1><p>$5</p>${'<button>Add to cart</button><select><option>a<option>b</select>'.repeat(100_000)}`,
  'more than a million elements': () => `<h1>x</h1>${'<i>a</i>'.repeat(700_000)}`,
}

const LINKS: Record<string, () => string> = {
  'a hundred thousand cards with links': () =>
    many((n) => `<div class=card><h3><a href="/${n}">${n}</a></h3><p>text</p></div>`),
  'a list of a hundred thousand pages': () => `<ul>${many((n) => `<li><a href="?p=${n}">${n}</a>`)}</ul>`,
  'a hundred thousand headings with links': () => many((n) => `<h2><a href="/${n}">${n}</a></h2>`),
  'a link before endless emptiness': () => `<p><a href=/a>A</a>${'<i></i>'.repeat(300_000)}</p>`,
  'a hundred thousand menus': () => many((n) => `<nav><a href="/a">${n}</a></nav>`),
}

function readsInTime(cases: Record<string, () => string>, read: (page: ReadablePage) => unknown): void {
  for (const [name, html] of Object.entries(cases)) {
    it(`${name} are read in time`, () => {
      const url = 'https://shop.test/x'
      const parsed = parseHtml(html(), url, false)
      const page = { ...parsed, url, content: () => parsed.root.children }
      assertCheap(() => read(page), LONGEST_MS)
    })
  }
}

describe('very large menus', () => readsInTime(MENUS, menuOf))
describe('very large product pages', () => readsInTime(PRODUCTS, productOf))
describe('very many links', () => readsInTime(LINKS, (page) => assert.ok(leadsOf(page).length <= 500)))
