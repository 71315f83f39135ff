import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import type { Word } from './page.ts'
import { withReadBullets } from './read-bullets.ts'

/** The words of lines that were read from a picture. */
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
      mark: undefined,
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
