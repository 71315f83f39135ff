import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReadWord } from './tesseract.ts'
import { toOcrPage } from './ocr.ts'
import type { PictureText } from './read-picture.ts'

function pictureOf(...words: [text: string, top: number, bottom: number][]): PictureText {
  const line = words.map(([text, top, bottom], at): ReadWord => ({
    text,
    left: at * 100,
    top,
    right: at * 100 + 80,
    bottom,
    confidence: 0.9,
  }))
  return {
    width: 1000,
    height: 500,
    turn: 0,
    language: 'eng',
    lines: [{ words: line }],
    horizontal: [{ left: 10, top: 20, right: 110, bottom: 24 }],
    vertical: [{ left: 40, top: 0, right: 42, bottom: 100 }],
    confidence: 0.9,
  }
}

describe('a page from what was read', () => {
  it('has its lines level, whatever letters its words have', () => {
    // Letters of 100 pixels that stand at 200: some reach up, some hang down, some do neither.
    const page = toOcrPage(
      3,
      pictureOf(['ace', 152, 200], ['had', 128, 200], ['gap', 152, 221], ['The', 128, 200]),
      0.5,
    )
    assert.deepEqual(new Set(page.words.map(({ box }) => `${box[1]} ${box[3]}`)), new Set(['64 110.5']))
    assert.deepEqual(
      page.words.map(({ size }) => Math.round(size)),
      [50, 50, 50, 50],
    )
    assert.deepEqual([page.number, page.width, page.height], [3, 500, 250])
    assert.deepEqual(
      page.words[1]!.box.filter((_, at) => at % 2 === 0),
      [50, 90],
    )
  })

  it('stands on its feet though most of its letters hang down', () => {
    const { words } = toOcrPage(1, pictureOf(['gap', 152, 221], ['gypsy', 152, 221], ['ace', 152, 200]), 1)
    assert.deepEqual(
      words.map(({ box }) => Math.round(box[3])),
      [221, 221, 221],
    )
  })

  it('joins words of scripts without spaces, but not over a gap', () => {
    const { words } = toOcrPage(1, pictureOf(['政府', 100, 200], ['は', 100, 200], ['EU', 100, 200]), 1)
    assert.deepEqual(
      words.map(({ text, box }) => [text, box[0], box[2]]),
      [
        ['政府は', 0, 180],
        ['EU', 200, 280],
      ],
    )
  })

  it('has no specks', () => {
    const picture = pictureOf(
      ['The', 128, 200],
      ['i', 128, 200],
      ['—', 160, 170],
      ['I', 128, 200],
      ['x', 152, 200],
    )
    const [line] = picture.lines
    Object.assign(line!.words[1]!, { right: line!.words[1]!.left + 5 })
    Object.assign(line!.words[2]!, { confidence: 0.4 })
    Object.assign(line!.words[4]!, { confidence: 0.4 })
    assert.deepEqual(
      toOcrPage(1, picture, 1).words.map(({ text }) => text),
      ['The', 'I', 'x'],
    )
  })

  it('has the lines of the picture as rules', () => {
    assert.deepEqual(toOcrPage(1, pictureOf(), 0.5).rules, [
      { x1: 5, y1: 11, x2: 55, y2: 11, width: 2 },
      { x1: 20.5, y1: 0, x2: 20.5, y2: 50, width: 1 },
    ])
  })
})
