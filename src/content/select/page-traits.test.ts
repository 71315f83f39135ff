import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'
import { outlineOf } from './outline.ts'
import { pageTraits } from './page-traits.ts'
import type { PageTraits } from './page-traits.ts'

const SENTENCE = 'This is a sentence of more than ten words, and it goes on for a while.'

describe('pageTraits', () => {
  const length = traitsOf('').values.length

  const pages: [string, string][] = [
    ['an empty page', ''],
    ['a page without text', '<title>x</title><body><img src=a><br></body>'],
    ['one word', 'word'],
    ['signs only', '<p>---</p>'],
    ['digits only', '<p>1 2 3</p>'],
    ['links only', '<a href=x>x</a>'.repeat(50)],
    ['an article', `<article><h1>A</h1>${`<p>${SENTENCE}</p>`.repeat(9)}</article>`],
    [
      'all claims',
      '<script type="application/ld+json">{"@type":"Article"}</script><meta property=og:type content=x>',
    ],
  ]
  for (const [what, html] of pages) {
    it(`has the same number of finite values for ${what}`, () => {
      const { values } = traitsOf(html)
      assert.equal(values.length, length)
      assert.ok(values.every(Number.isFinite))
    })
  }

  it('takes the title from the head', () => {
    assert.equal(traitsOf('<title>My page</title>text').title.trim(), 'My page')
  })

  const telling: [string, string, string][] = [
    ['links', '<p>one two</p>', '<p><a href=x>one two</a></p>'],
    ['prose', `<p>${SENTENCE}</p>`, `<p>${SENTENCE.replace(/[,.]/g, 'x')}</p>`],
    ['code', '<div>one</div>', '<pre>one</pre>'],
    ['a main element', '<div>one</div>', '<main>one</main>'],
    ['a role', '<div>one</div>', '<div role=main>one</div>'],
    ['pictures', '<p>one</p>', '<p>one<img src=x></p>'],
    ['prices', '<p>ab 5</p>', '<p>$5 5</p>'],
    ['dates', '<p>abcd-12-24</p>', '<p>2024-12-24</p>'],
    ['questions', '<p>one.</p>', '<p>one?</p>'],
    ['full-width questions', '<p>何です</p>', '<p>何で？</p>'],
    ['headings', '<div>one</div>', '<h2>one</h2>'],
    ['posts', '<div class=a>one</div>', '<div class=post>one</div>'],
    ['goods', '<div class=a>one</div>', '<div class=product>one</div>'],
    ['cards', '<div class=a>one</div>', '<div class=card>one</div>'],
    ['hidden text', '<p>one</p>', '<p hidden>one</p>'],
    ['what repeats', columns(['a', 'b', 'c', 'd']), columns(['a', 'a', 'a', 'a'])],
  ]
  for (const [what, without, withIt] of telling) {
    it(`distinguishes pages by ${what}`, () => {
      assert.notDeepEqual(traitsOf(withIt).values, traitsOf(without).values)
    })
  }

  it('uses the role instead of the element', () => {
    assert.deepEqual(traitsOf('<div role=main>one</div>').values, traitsOf('<main>one</main>').values)
  })

  it('does not count empty elements as posts', () => {
    const empty = traitsOf('<p>one</p><div class=post></div>').values
    assert.deepEqual(empty, traitsOf('<p>one</p><div class=other></div>').values)
  })
})

function columns(classes: string[]): string {
  return classes.map((name) => `<div class="${name}"><p>${SENTENCE}</p><p>${SENTENCE}</p></div>`).join('')
}

function traitsOf(html: string): PageTraits {
  const page = parseHtml(html, undefined, false)
  return pageTraits(page, outlineOf(bodyOf(page)))
}
