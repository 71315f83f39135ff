import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstWords, nameParts } from './evidence.ts'

describe('nameParts', () => {
  const cases: [string, string[]][] = [
    ['', []],
    ['postBody main-2', ['post', 'body', 'main']],
    ['article-body', ['article', 'body']],
    ['article_body__text', ['article', 'body', 'text']],
    ['ArticleBody', ['article', 'body']],
    ['MAIN', ['main']],
    ['a b c', []],
    ['12 34-5', []],
    ['日本 コメント', []],
    ['  site-footer\n  dark ', ['site', 'footer', 'dark']],
    ['Share this page', ['share', 'this', 'page']],
  ]
  for (const [name, expected] of cases) {
    it(`splits ${JSON.stringify(name)}`, () => assert.deepEqual(nameParts(name), expected))
  }

  it('keeps the first parts of hundreds of classes', () => {
    const letters = (at: number) => String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))
    const classes = Array.from({ length: 500 }, (_, at) => letters(at))
    const parts = nameParts(classes.join(' '))
    assert.ok(parts.length < 100, `${parts.length}`)
    assert.deepEqual(parts, classes.slice(0, parts.length))
  })
})

describe('firstWords', () => {
  const cases: [string, number, string[]][] = [
    ['', 5, []],
    ['  ... --- ', 5, []],
    ['Read More', 5, ['read', 'more']],
    ['one two three', 2, ['one', 'two']],
    ['one', 0, []],
    ['Top 10 of 2024', 5, ['top', '10', 'of', '2024']],
    ["don't e-mail", 5, ['don', 't', 'e', 'mail']],
    // Some signs are as informative as words.
    ['© 2024 Example', 5, ['©', '2024', 'example']],
    ['$5 | Home » News', 9, ['$', '5', '|', 'home', '»', 'news']],
    ['a@b #tag', 9, ['a', '@', 'b', '#', 'tag']],
    ['more→', 1, ['more']],
    ['more→ next', 2, ['more', '→']],
    // Other scripts.
    ['Über Öl, ÉTÉ', 5, ['über', 'öl', 'été']],
    ['Поиск по сайту', 2, ['поиск', 'по']],
    ['اتصل بنا', 5, ['اتصل', 'بنا']],
    ['次へ、前へ。', 5, ['次へ', '前へ']],
    ['“quoted” – text…', 5, ['quoted', 'text']],
  ]
  for (const [text, most, expected] of cases) {
    it(`finds ${most} words in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(firstWords(text, most), expected))
  }

  it('reads only the start of a text without spaces', () => {
    const [word, ...more] = firstWords('字'.repeat(100_000), 12)
    assert.deepEqual(more, [])
    assert.ok(word!.length < 1000, `${word!.length}`)
  })

  it('returns at most the requested number when the last word ends with a sign', () => {
    for (let most = 0; most < 8; most++) assert.equal(firstWords('a$ b$ c$ d$ e$', most).length, most)
  })
})

describe('names that are made to be slow', () => {
  for (const name of ['a'.repeat(1_000_000) + '1', 'A'.repeat(1_000_000) + 'a1', 'aB'.repeat(500_000)]) {
    it(`are cut: ${name.slice(0, 4)}…`, () => assert.ok(nameParts(name).length <= 1000))
  }
})
