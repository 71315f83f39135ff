import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'
import { featuresOf } from './features.ts'
import { outlineOf } from './outline.ts'
import { pageTraits } from './page-traits.ts'
import { survey } from './survey.ts'
import type { Table } from '../../learned/forest.ts'

describe('featuresOf', () => {
  const pages: [string, string, number][] = [
    ['an empty page', '', 0],
    ['only pictures', '<img src=a><figure><img src=b></figure>', 0],
    ['one block', 'word', 1],
    ['signs only', '<p>---</p><p>***</p>', 2],
    ['digits only', '<p>1</p><p>2</p><p>3</p>', 3],
    ['a zero-width space', '<p>&#8203;</p>', 1],
    ['headings only', '<h1>a</h1><h2>b</h2><h3>c</h3>', 3],
    ['links only', '<ul><li><a href=x>a</a><li><a href=y>b</a></ul>', 2],
    ['pictures in text', '<p>a<img src=x></p><div><img src=y></div>', 1],
    ['elements it has never heard of', '<x-card><y-z>a</y-z></x-card>', 1],
    ['a lone surrogate', '<p>\ud800</p>', 1],
    ['a long word', `<p>${'x'.repeat(100_000)}</p>`, 1],
    ['a table', '<table><caption>c</caption><tr><th>a<td>b</table>', 3],
    ['a deep page', `${'<div>'.repeat(2000)}a`, 1],
    ['a wide page', '<p class=card>A, b. c</p>'.repeat(7000), 7000],
  ]
  for (const [what, html, rows] of pages) {
    it(`describes every block of ${what} by numbers`, () => {
      const table = described(html)
      assert.equal(table.rows, rows)
      assert.ok(own(table).every(Number.isFinite))
      assert.ok(table.shared.every(Number.isFinite))
    })
  }

  it('has the same columns for every page', () => {
    const columns = new Set(pages.map(([, html]) => described(html).columns))
    assert.equal(columns.size, 1)
  })

  it('contains the values of the whole page', () => {
    const { shared, columns } = described('<p>a</p>', [0.25, 3])
    assert.deepEqual(shared.slice(-2), Float32Array.of(0.25, 3))
    assert.equal(columns, described('<p>a</p>').columns)
  })

  it('does not depend on the previous page', () => {
    const html = '<h1>Title</h1><p>Some text, and more.</p>'
    const before = own(described(html)).slice()
    described('<p class=card>A, b. c</p>'.repeat(500))
    assert.deepEqual(own(described(html)), before)
  })

  const telling: [string, string, string, number?][] = [
    ['its length', '<p>one</p>', '<p>one two three</p>'],
    ['its element', '<p>one</p>', '<li>one</li>'],
    ['its links', '<p>one</p>', '<p><a href=x>one</a></p>'],
    ['its date', '<p>abcd-10-10</p>', '<p>2024-10-10</p>'],
    ['its place', '<p>one</p>', '<footer><p>one</p></footer>'],
    ['what it is called', block('x'), block('sidebar')],
    ['what follows', '<p>one</p>', '<p>one</p><p>two</p>'],
    ['a heading before', '<p>ab</p><p>one</p>', '<h2>ab</h2><p>one</p>', 1],
    ['its peers', items('a', 'b', 'c'), items('a', 'a', 'a')],
  ]
  for (const [what, one, other, row = 0] of telling) {
    it(`distinguishes blocks by ${what}`, () => {
      assert.notDeepEqual(rowOf(described(other), row), rowOf(described(one), row))
    })
  }
})

function block(name: string): string {
  return `<div><div class="${name}"><p>one</p></div><p>two</p></div>`
}

function items(...classes: string[]): string {
  return classes.map((name) => `<div class="${name}"><p>one</p></div>`).join('')
}

function described(html: string, more: number[] = []): Table {
  const page = parseHtml(html, undefined, false)
  const outline = outlineOf(bodyOf(page))
  const { title, values } = pageTraits(page, outline)
  return featuresOf(survey(outline, title, { names: new Map(), words: new Map() }), [...values, ...more])
}

/** The table may be a view of a larger buffer. */
function own({ values, rows, columns }: Table): Float32Array {
  return values.subarray(0, rows * columns)
}

function rowOf({ values, rows, columns }: Table, row: number): number[] {
  return Array.from({ length: columns }, (_, column) => values[column * rows + row]!)
}
