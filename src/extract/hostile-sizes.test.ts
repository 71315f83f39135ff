import { describe, it } from 'node:test'
import { parseHtml } from '../content/parse/html.ts'
import type { ReadablePage } from './page.ts'
import { extractJson } from './extract-json.ts'
import { assertCheap } from '../../test/support/assert-cheap.ts'

function pageOf(markup: string): ReadablePage {
  const { root, landmarks, base } = parseHtml(markup, 'https://site.example/', false)
  return { root, landmarks, base, url: base, content: () => root.children }
}

const SCHEMA = {
  type: 'object',
  properties: {
    ...Object.fromEntries(
      ['name', 'price', 'date_of_birth', 'address'].map((name) => [name, { type: 'string' }]),
    ),
    isOpen: { type: 'boolean' },
    items: {
      type: 'array',
      items: { type: 'object', properties: { title: { type: 'string' }, price: { type: 'number' } } },
    },
    tags: { type: 'array', items: { type: 'string' } },
  },
}

describe('extractJson on slow hostile pages', () => {
  const pages: [string, () => string][] = [
    ['very many texts', () => '<p>a: b</p>'.repeat(200_000)],
    ['very many empty elements', () => `<table><tr>${'<td></td>'.repeat(300_000)}</tr></table>`],
    ['a row of very many cells', () => `<table><tr>${'<td>1</td>'.repeat(200_000)}</tr></table>`],
    ['a word without an end', () => `<h1>${'a'.repeat(5_000_000)}</h1>`],
    ['a number without an end', () => `<h1>${'1 '.repeat(2_000_000)}</h1>`],
    ['one text of very many words', () => `<p>${'Jan 1, Ann St '.repeat(300_000)}</p>`],
    ['very many links', () => `<a href="/author/${'x'.repeat(200)}">A</a>`.repeat(50_000)],
    ['deep nesting', () => '<div class="a b">'.repeat(9000) + 'x'],
    ['attributes without an end', () => `<p class="${'price '.repeat(300_000)}">x</p>`],
  ]
  for (const [what, markup] of pages) {
    it(`is fast for ${what}`, () => {
      const page = pageOf(markup())
      assertCheap(() => extractJson(page, { schema: SCHEMA }), 3_000)
    })
  }
})
