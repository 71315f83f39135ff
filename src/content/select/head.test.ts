import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { headOf } from './head.ts'
import type { Head } from './head.ts'

describe('the title of a head', () => {
  const cases: [string, string, string][] = [
    ['is empty without one', '<p>text</p>', ''],
    ['is the title', '<title>A page</title>', 'A page'],
    ['is followed by the one for sharing', '<title>A</title><meta property=og:title content=B>', 'A B'],
    ['may be the one for sharing alone', '<meta name="og:title" content="B">', 'B'],
    ['is not that of a drawing', '<title>A</title><body><svg><title>Close</title></svg>', 'A'],
    ['is the first of several', '<title>A</title><title>B</title>', 'A'],
  ]
  for (const [what, html, expected] of cases) {
    it(what, () => assert.equal(read(html).title.trim(), expected))
  }

  it('is cut at its maximum length', () => {
    assert.ok(read(`<title>${'word '.repeat(10_000)}</title>`).title.length < 1000)
  })
})

describe('the claims of a head', () => {
  const none = read('').claims

  it('are zero on a page without claims', () => {
    assert.ok(none.length > 0)
    assert.ok(none.every((claim) => claim === 0))
  })

  const same: [string, string[]][] = [
    ['an article', [ld('Article'), ld('NewsArticle'), ld('BlogPosting')]],
    ['goods', [ld('Product'), ld('Offer')]],
    ['a talk', [ld('QAPage'), ld('DiscussionForumPosting')]],
    ['a list', [ld('ItemList'), ld('CollectionPage')]],
    ['questions', [ld('FAQPage')]],
    ['og article', [og('article'), og('blog')]],
    ['og product', [og('product'), og('og:product')]],
    ['forum software', [generator('Discourse 3.2'), generator('phpBB')]],
    ['a blog system', [generator('WordPress 6.5'), generator('Ghost 5')]],
    ['documentation software', [generator('Docusaurus v3'), generator('mkdocs-1.5')]],
    ['shop software', [generator('WooCommerce 8'), generator('Shopify')]],
  ]
  for (const [what, pages] of same) {
    it(`are one for ${what}, in any notation`, () => {
      const claims = pages.map((html) => read(html).claims)
      assert.equal(sum(claims[0]!), 1)
      for (const other of claims) assert.deepEqual(other, claims[0])
    })
  }

  it('differ by claim', () => {
    const distinct = new Set(same.map(([, [html]]) => read(html!).claims.join()))
    assert.equal(distinct.size, same.length)
  })

  it('are found together, deep in data and in several scripts', () => {
    const nested = '{"@graph":[{"@type" : "WebPage"},{"a":{"@type":"Article"}}]}'
    const { claims } = read(`<script type="application/ld+json">${nested}</script>${ld('BreadcrumbList')}`)
    assert.equal(sum(claims), 3)
  })

  const nothing: [string, string][] = [
    ['another type', ld('Person')],
    ['a longer name', ld('ArticleX')],
    ['another script', '<script>{"@type":"Article"}</script>'],
    ['text of the page', '<p>"@type":"Article"</p>'],
    ['broken data', '<script type="application/ld+json">{"@type":</script>'],
    ['an empty meta', '<meta><meta property=og:type><meta name=generator>'],
  ]
  for (const [what, html] of nothing) {
    it(`are zero for ${what}`, () => assert.deepEqual(read(html).claims, none))
  }

  it('are limited to the inspected part of endless data', () => {
    const data = `${' '.repeat(1_000_000)}{"@type":"Article"}`
    assert.deepEqual(read(`<script type="application/ld+json">${data}</script>`).claims, none)
  })
})

function read(html: string): Head {
  return headOf(parseHtml(html, undefined, false))
}

function ld(type: string): string {
  return `<script type="application/ld+json">{"@type":"${type}"}</script>`
}

function og(type: string): string {
  return `<meta property="og:type" content="${type}">`
}

function generator(name: string): string {
  return `<meta name="generator" content="${name}">`
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
