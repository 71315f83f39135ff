import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Box } from '../converted.ts'
import { cleanWords, drawnBullets, readableText, unreadableShare, withReadBullets } from './clean-words.ts'
import type { Word } from './page.ts'

function word(text: string, box: Box, more: Partial<Word> = {}): Word {
  const looks = { font: '', isBold: false, isItalic: false, isMono: false, color: '000000', rotation: 0 }
  return { text, box, size: 10, ...looks, run: 1, ...more }
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

  it("leaves the page's words unchanged", () => {
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

  it('ignores a dot between words', () => {
    assert.deepEqual(drawnBullets([[20, 103, 24, 107]], [word('A', [5, 100, 15, 111]), item], false), [])
  })

  it('finds a dot on the right in right-to-left text', () => {
    assert.equal(drawnBullets([[70, 103, 74, 107]], [item], true).length, 1)
    assert.equal(drawnBullets([[70, 103, 74, 107]], [item], false).length, 0)
  })
})

/** The words of lines from OCR. */
function wordsOf(lines: readonly string[], confidence: number | undefined): Word[] {
  return lines.flatMap((line, run) =>
    line.split(' ').map((text, index) => ({
      text,
      box: [10 * index, 12 * run, 10 * index + 8, 12 * run + 10] as const,
      size: 10,
      font: '',
      isBold: false,
      isItalic: false,
      isMono: false,
      color: '000000',
      rotation: 0,
      run,
      ...(confidence !== undefined && { confidence }),
    })),
  )
}

describe('withReadBullets', () => {
  for (const [name, lines, confidence, expected] of [
    ['makes bullets of what begins several lines', ['e First', 'e Second'], 0.9, '• First • Second'],
    ['leaves a letter alone that stands once', ['e First', 'Second'], 0.9, 'e First Second'],
    ['leaves words alone that go on with a sentence', ['e poi', 'e allora'], 0.9, 'e poi e allora'],
    ['leaves written text alone', ['e First', 'e Second'], undefined, 'e First e Second'],
  ] as const) {
    it(name, () => {
      const words = withReadBullets(wordsOf(lines, confidence))
      assert.equal(words.map(({ text }) => text).join(' '), expected)
    })
  }
})

describe('readableText', () => {
  for (const [name, text, readable] of [
    ['leaves plain text alone', 'Straße – naïve', 'Straße – naïve'],
    ['takes ligatures apart', 'de\ufb01nition, e\ufb03cient', 'definition, efficient'],
    ['removes soft hyphens and marks of no width', 'co\u00adop\u200berate', 'cooperate'],
    ['makes bullets of private fonts plain', '\uf0b7', '•'],
    ['makes presentation forms plain', '\ufefb', 'لا'],
    ['makes letters of full width narrow', 'ＡＢＣ１', 'ABC1'],
    ['keeps marks that are set in full width', '質，量。（注）', '質，量。（注）'],
    ['puts a torn ligature in order', 'اإلنتاجية', 'الإنتاجية'],
    ['composes letters', 'e\u0301', 'é'],
  ]) {
    it(name!, () => assert.equal(readableText(text!), readable))
  }
})

describe('unreadableShare', () => {
  for (const [text, share] of [
    ['', 0],
    ['readable', 0],
    ['\ue001\ue002ab', 0.5],
  ] as const) {
    it(`is ${share} for ${JSON.stringify(text)}`, () => assert.equal(unreadableShare(text), share))
  }
})
