import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawnText } from '../../../test/support/drawn-text.ts'
import type { OcrOptions, Orientation, OcrEngine, ReadLine } from './tesseract.ts'
import type { GreyImage } from './grey-image.ts'
import { readPicture } from './read-picture.ts'

const GERMAN = 'Die Regierung hat den Plan von der Stadt, und das ist nicht mit dem Land zu machen'
const ENGLISH = 'The end of the road is in the town that was built for those who were with them'

function lineOf(text: string, confidence: number): ReadLine[] {
  const words = text
    .split(' ')
    .map((word) => ({ text: word, left: 0, top: 0, right: 9, bottom: 9, confidence }))
  return [{ words }]
}

/** An engine that sees and reads what a test tells it, and keeps count. */
function engineOf(
  look: Partial<Orientation> | undefined,
  read: (grey: GreyImage, how: OcrOptions) => ReadLine[],
) {
  const calls: string[] = []
  const engine: OcrEngine = {
    detectOrientation: async () =>
      look && { turn: 0, turnConfidence: 10, script: 'Latin', scriptConfidence: 10, ...look },
    async read(grey, how) {
      calls.push(`${how.language} ${how.layout} ${grey.width}x${grey.height}`)
      return read(grey, how)
    },
  }
  return { engine, calls }
}

const shades = () => drawnText({ width: 600, height: 400 })

describe('reading a picture', () => {
  it('takes one reading when all is well', async () => {
    const { engine, calls } = engineOf({}, () => lineOf(ENGLISH, 0.95))
    const { language, turn } = await readPicture(engine, shades, { dpi: 300 })
    assert.deepEqual([language, turn, calls], ['eng', 0, ['eng page 600x400']])
  })

  it('reads once more in the language that the text turns out to be in', async () => {
    const { engine, calls } = engineOf({}, (_, { language }) =>
      lineOf(GERMAN, language === 'deu' ? 0.95 : 0.8),
    )
    assert.equal((await readPicture(engine, shades, { dpi: 300 })).language, 'deu')
    assert.equal(calls.length, 2)
  })

  it('begins with the language of the pages before', async () => {
    const { engine, calls } = engineOf({}, () => lineOf(GERMAN, 0.95))
    await readPicture(engine, shades, { dpi: 300, language: 'deu' })
    assert.deepEqual(calls, ['deu page 600x400'])
  })

  it('goes by the script where it is another', async () => {
    const { engine, calls } = engineOf({ script: 'Hangul' }, () => lineOf('하나 둘 '.repeat(20).trim(), 0.95))
    assert.equal((await readPicture(engine, shades, { dpi: 300 })).language, 'kor')
    assert.equal(calls.length, 1)
  })

  it('tries the script that it may be in when the reading is poor', async () => {
    const { engine, calls } = engineOf({ script: 'Han', scriptConfidence: 0.2 }, (_, { language }) =>
      language === 'chi_sim' ? lineOf('政府星期三宣布'.repeat(10), 0.95) : lineOf(ENGLISH, 0.2),
    )
    assert.equal((await readPicture(engine, shades, { dpi: 300 })).language, 'chi_sim')
    assert.deepEqual(calls, ['eng page 600x400', 'chi_sim page 300x200', 'chi_sim page 600x400'])
  })

  it('turns the picture as it is told to', async () => {
    const { engine, calls } = engineOf({ turn: 90 }, () => lineOf(ENGLISH, 0.95))
    const { turn, width } = await readPicture(engine, shades, { dpi: 300 })
    assert.deepEqual([turn, width, calls], [90, 400, ['eng page 400x600']])
  })

  it('tries other turns, in small, when the reading is poor', async () => {
    const { engine, calls } = engineOf(undefined, ({ width, height }) =>
      lineOf(ENGLISH, width < height ? 0.95 : 0.35),
    )
    const { turn, confidence } = await readPicture(engine, shades, { dpi: 300 })
    assert.deepEqual([turn, confidence.toFixed(2)], [90, '0.95'])
    assert.deepEqual(calls, ['eng page 600x400', 'eng page 200x300', 'eng page 400x600'])
  })

  it('looks for words on a photograph when it finds little text', async () => {
    const { engine, calls } = engineOf(undefined, (_, { layout, dpi }) =>
      layout === 'sparse' && dpi === 100 ? lineOf('SUMMER SALE', 0.9) : lineOf('x', 0.2),
    )
    const { lines } = await readPicture(engine, shades, { dpi: 300 })
    assert.deepEqual(
      lines.map(({ words }) => words.map(({ text }) => text)),
      [['SUMMER', 'SALE']],
    )
    assert.equal(calls.filter((call) => call.includes('sparse')).length, 6)
  })
})
