import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withDropCaps, withSteadySizes } from './clean-words.ts'
import { buildLines } from './line.ts'
import type { Word } from './page.ts'

/** A word on the line at `y`, five points wide per letter. */
function word(text: string, x: number, y: number, more: Partial<Word> = {}): Word {
  const { size = 10 } = more
  const looks = { font: 'F', isBold: false, isItalic: false, isMono: false, color: '000000', rotation: 0 }
  const box = [x, y - size, x + 5 * text.length, y + 1] as const
  return { text, box, size, ...looks, run: y, ...more }
}

function texts(words: readonly Word[], isRightToLeft = false): string[] {
  return buildLines(words, [], isRightToLeft).map(({ text }) => text)
}

describe('buildLines', () => {
  it('puts words side by side on a line, from left to right', () => {
    assert.deepEqual(texts([word('two', 40, 100), word('one', 10, 100), word('below', 10, 112)]), [
      'one two',
      'below',
    ])
  })

  it('joins words that touch, such as at a change of font', () => {
    assert.deepEqual(texts([word('H', 10, 100), word('ouse', 15, 100, { run: 7 })]), ['House'])
  })

  it('adds no space before a mark that the library split off', () => {
    assert.deepEqual(texts([word('end', 10, 100), word('.', 25, 100)]), ['end.'])
  })

  it('recognizes superscripts and subscripts', () => {
    const raised = word('2', 20, 96, { size: 6, run: 8 })
    const lowered = word('i', 45, 104, { size: 6, run: 9 })
    const [line] = buildLines([word('mc', 10, 100), raised, word('and', 27, 100), lowered], [], false)
    assert.deepEqual(
      line!.spans.map(({ text, shift }) => `${shift}:${text}`),
      ['none:mc', 'up:2', 'none: and', 'down: i'],
    )
  })

  it('joins letter-spaced letters', () => {
    const letters = [...'ABSTRACT'].map((letter, index) => word(letter, 10 + 9 * index, 100))
    assert.deepEqual(texts([...letters, word('X', 110, 100)]), ['ABSTRACT X'])
  })

  it('records the link of a word', () => {
    const [line] = buildLines(
      [word('see', 10, 100), word('here', 30, 100)],
      [{ url: 'x:', box: [28, 90, 60, 102] }],
      false,
    )
    assert.deepEqual(
      line!.spans.map(({ link }) => link),
      [undefined, 'x:'],
    )
  })

  it('reads a line from the right, with words of another script in their own order', () => {
    const line = [word('.سلام', 10, 100), word('Big', 40, 100), word('Data', 60, 100), word('من', 90, 100)]
    assert.deepEqual(texts(line, true), ['من Big Data سلام.'])
  })

  it('separates pieces with a wide gap', () => {
    const [line] = buildLines([word('Title', 10, 100), word('12', 300, 100)], [], false)
    assert.deepEqual(line!.pieces, ['Title', '12'])
  })
})

describe('withDropCaps', () => {
  const rest = [
    word('nce', 42, 80),
    word('upon', 60, 80),
    word('a', 42, 92),
    word('time', 50, 92),
    word('ago', 10, 104),
  ]

  it('puts a large letter before the rest of its word', () => {
    const cap = { ...word('O', 10, 92, { size: 28, run: 1 }), box: [10, 70, 40, 95] as const }
    assert.deepEqual(texts(withDropCaps([cap, ...rest])), ['Once upon', 'a time', 'ago'])
  })

  it('leaves a letter unchanged that has no two lines beside it', () => {
    const cap = { ...word('A', 10, 30, { size: 28, run: 1 }), box: [10, 5, 40, 30] as const }
    assert.deepEqual(texts(withDropCaps([cap, ...rest]))[0], 'A')
  })
})

describe('withSteadySizes', () => {
  const scanned = Array.from({ length: 40 }, (_, index) =>
    word('word', 10 + 25 * (index % 10), 100 + 12 * Math.floor(index / 10)),
  )

  it('evens out heights that were measured one by one', () => {
    const measured = scanned.map((one, index) => ({ ...one, size: 9 + (index % 3) }))
    assert.deepEqual([...new Set(withSteadySizes(measured).map(({ size }) => size))], [10])
  })

  it('leaves words of a text layer unchanged', () => {
    const set = scanned.map((one, index) => ({ ...one, size: index === 20 ? 6 : 10 }))
    assert.equal(withSteadySizes(set), set)
  })
})
