import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerQuestion, highlightsOf } from '../../src/extract/answers/answer-question.ts'
import { summaryOf } from '../../src/extract/answers/summarize.ts'
import { extractJson } from '../../src/extract/extract-json.ts'
import { linkCandidatesOf } from '../../src/extract/links/link-candidates.ts'
import { menuOf } from '../../src/extract/menu/menu.ts'
import type { ReadablePage } from '../../src/extract/page.ts'
import { productOf } from '../../src/extract/product/product.ts'
import { parseHtml } from '../../src/content/parse/html.ts'
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

const TEXTS: Record<string, () => string> = {
  'a sentence of a megabyte': () => `<p>${'the price of other words '.repeat(40_000)}</p>`,
  'a word of a megabyte': () => `<p>${'a'.repeat(1_000_000)}</p>`,
  'two hundred thousand items': () =>
    `<ul>${Array.from({ length: 200_000 }, (_, at) => `<li>item ${at} has a price of ${at} euros</li>`).join('')}</ul>`,
  'a million repeated words': () => `<p>${'price '.repeat(1_000_000)}</p>`,
  'a million stops': () => `<p>${'a. '.repeat(1_000_000)}</p>`,
  'nested definitions': () => `${'<dl><dt>a</dt><dd>'.repeat(160)}${'price '.repeat(100_000)}`,
  'nested tables': () => `${'<table><tr><td>'.repeat(150)}${'price '.repeat(100_000)}`,
  'characters without words': () => `<p>${'价格是多少'.repeat(200_000)}</p>`,
}

const RECORDS: Record<string, () => string> = {
  'a hundred thousand items': () => `<ul>${'<li><b>a</b> 1'.repeat(100_000)}</ul>`,
  'fifty thousand rows': () => `<table>${'<tr><td>a<td>1'.repeat(50_000)}</table>`,
  'five million letters': () => `<p>${'x'.repeat(5_000_000)}</p>`,
  'twenty thousand levels': () => '<div><span class=a>x'.repeat(20_000),
}

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    rows: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
    },
  },
}

function answersAbout(page: ReadablePage): void {
  const texts = [
    answerQuestion(page, 'What is the price of item 77?').answer,
    highlightsOf(page, 'price of items').highlights,
    summaryOf(page).summary,
  ]
  for (const text of texts) assert.ok((text ?? '').length < 10_000)
}

function readsInTime(
  cases: Record<string, () => string>,
  read: (page: ReadablePage) => unknown,
  longestMs = LONGEST_MS,
): void {
  for (const [name, html] of Object.entries(cases)) {
    it(`${name} are read in time`, () => {
      const url = 'https://shop.test/x'
      const parsed = parseHtml(html(), url, false)
      const page = { ...parsed, url, content: () => parsed.root.children }
      assertCheap(() => read(page), longestMs)
    })
  }
}

describe('very large menus', () => readsInTime(MENUS, menuOf))
describe('very large product pages', () => readsInTime(PRODUCTS, productOf))
describe('very many links', () =>
  readsInTime(LINKS, (page) => assert.ok(linkCandidatesOf(page).length <= 500)))
describe('answers from very large pages', () => readsInTime(TEXTS, answersAbout, 15_000))
describe('records of very large pages', () =>
  readsInTime(RECORDS, (page) => extractJson(page, { schema: SCHEMA }), 20_000))
