import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import type { Box } from '../converted.ts'
import { cleanWords } from './clean-words.ts'
import { drawnBullets } from './drawn-bullets.ts'
import type { Word } from './page.ts'

function word(text: string, box: Box, more: Partial<Word> = {}): Word {
  const looks = { font: '', isBold: false, isItalic: false, isMono: false, color: '000000', rotation: 0 }
  return { text, box, size: 10, ...looks, run: 1, mark: undefined, ...more }
}

describe('cleanWords', () => {
  const seen = word('seen', [10, 10, 40, 20])
  for (const [name, other, kept] of [
    ['keeps the same word elsewhere', word('seen', [50, 10, 80, 20]), true],
    ['leaves out a word that is drawn twice', word('seen', [10.4, 10.3, 40.4, 20.3]), false],
    ['leaves out what is beside the page', word('out', [-60, 10, -20, 20]), false],
    ['leaves out a watermark', word('DRAFT', [10, 100, 200, 290], { size: 60, rotation: 45 }), false],
    ['keeps words of a slanted font', word('slanted', [10, 100, 60, 110], { rotation: 18 }), true],
    ['leaves out what has no letters that are seen', word('\u00ad', [10, 100, 12, 110]), false],
  ] as const) {
    it(name, () => {
      const page = {
        number: 1,
        width: 600,
        height: 800,
        words: [seen, other],
        rules: [],
        fills: [],
        links: [],
      }
      assert.equal(cleanWords(page).includes(other), kept)
    })
  }

  it('leaves the words of the page as they are', () => {
    const broken = word('ab\ufffd\ufffd', [10, 10, 40, 20])
    const page = { number: 1, width: 600, height: 800, rules: [], fills: [], links: [] }
    assert.equal(cleanWords({ ...page, words: [broken] })[0]!.text, 'ab')
    assert.equal(broken.text, 'ab\ufffd\ufffd')
  })
})

describe('drawnBullets', () => {
  const item = word('Item', [30, 100, 60, 111])
  for (const [name, dot, count] of [
    ['finds a dot before a word', [15, 103, 19, 107], 1],
    ['leaves a dot alone that is far from it', [1, 140, 5, 144], 0],
    ['leaves a dot alone that is above it', [15, 80, 19, 84], 0],
    ['leaves a box alone that is as high as the line', [10, 100, 20, 110], 0],
  ] as const) {
    it(name, () => {
      const bullets = drawnBullets([dot], [item], false)
      assert.deepEqual(
        bullets.map(({ text }) => text),
        Array.from({ length: count }, () => '•'),
      )
    })
  }

  it('leaves a dot alone that is between words', () => {
    assert.deepEqual(drawnBullets([[20, 103, 24, 107]], [word('A', [5, 100, 15, 111]), item], false), [])
  })

  it('finds a dot on the right where writing begins there', () => {
    assert.equal(drawnBullets([[70, 103, 74, 107]], [item], true).length, 1)
    assert.equal(drawnBullets([[70, 103, 74, 107]], [item], false).length, 0)
  })
})
