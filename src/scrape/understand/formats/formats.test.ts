import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../content/parse/html.ts'
import { attributesOf } from './attributes.ts'
import { imagesOf } from './images.ts'
import { linksOf } from './links.ts'

function page(html: string, url: string | undefined = 'https://site.test/a/b') {
  return parseHtml(html, url, false)
}

describe('links', () => {
  const cases: [string, string, string[]][] = [
    [
      'are complete',
      '<a href="c">1</a><a href="/d?e#f">2</a>',
      ['https://site.test/a/c', 'https://site.test/d?e#f'],
    ],
    ['are listed once', '<a href="/x">1</a><a href="https://site.test/x">2</a>', ['https://site.test/x']],
    [
      'include areas and mail',
      '<map><area href="/x"></map><a href="mailto:a@b.c">m</a>',
      ['https://site.test/x', 'mailto:a@b.c'],
    ],
    [
      'leave out scripts, places on the page and other schemes',
      '<a href="javascript:1">a</a><a href="#top">b</a><a href="">c</a><a href="tel:1">d</a><a href="data:,x">e</a>',
      [],
    ],
    ['heed the base', '<base href="https://other.test/x/"><a href="y">1</a>', ['https://other.test/x/y']],
    ['of a broken address are left out', '<a href="http://[">1</a>', []],
    [
      'come from the whole page',
      '<nav><a href="/n">n</a></nav><main><a href="/m">m</a></main>',
      ['https://site.test/n', 'https://site.test/m'],
    ],
  ]
  for (const [what, html, expected] of cases) it(what, () => assert.deepEqual(linksOf(page(html)), expected))
  it('of an uploaded file stay relative', () => {
    assert.deepEqual(
      linksOf(parseHtml('<a href="x.html">1</a><a href="javascript:1">2</a>', undefined, false)),
      ['x.html'],
    )
  })
})

describe('images', () => {
  const cases: [string, string, boolean, string[]][] = [
    [
      'are complete and listed once',
      '<img src="a.png"><img src="/a/a.png">',
      true,
      ['https://site.test/a/a.png'],
    ],
    [
      'are found behind placeholders',
      '<img src="data:,x" data-src="b.png">',
      true,
      ['https://site.test/a/b.png'],
    ],
    ['leave out embedded ones', '<img src="data:image/png;base64,AA">', true, []],
    [
      'include embedded ones when asked',
      '<img src="data:image/png;base64,AA">',
      false,
      ['data:image/png;base64,AA'],
    ],
  ]
  for (const [what, html, remove, expected] of cases) {
    it(what, () => assert.deepEqual(imagesOf(page(html), remove), expected))
  }
})

describe('attributes', () => {
  it('are returned as written, one element after another', () => {
    const html = '<a class="x" href="/1" Data-Id="7">1</a><a class="x">2</a><a href="/3">3</a>'
    const selectors = [
      { selector: '.x', attribute: 'href' },
      { selector: 'a', attribute: 'DATA-ID' },
      { selector: 'b', attribute: 'id' },
      { selector: 'a', attribute: 'constructor' },
    ]
    assert.deepEqual(
      attributesOf(page(html), { type: 'attributes', selectors }).map(({ values }) => values),
      [['/1'], ['7'], [], []],
    )
  })
})
