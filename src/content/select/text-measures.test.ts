import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { measureText } from './text-measures.ts'
import type { TextMeasures } from './text-measures.ts'

const NOTHING: TextMeasures = { chars: 0, words: 0, commas: 0, stops: 0, digits: 0, capitals: 0 }

describe('measureText', () => {
  it('counts everything in one pass', () => {
    const text = 'In 1999, Ada wrote: "It works." Did it?'
    assert.deepEqual(measureText(text), { chars: 32, words: 8, commas: 1, stops: 2, digits: 4, capitals: 4 })
  })

  for (const text of ['', ' ', '\n\t\u00a0 ']) {
    it(`finds nothing in ${JSON.stringify(text)}`, () => assert.deepEqual(measureText(text), NOTHING))
  }

  const words: [string, number][] = [
    ['one', 1],
    ['one two\nthree\tfour\u00a0five', 5],
    ["don't well-known e-mail", 3],
    ['Straße naïve Öl', 3],
    ['... !? ()', 0],
    ['1 22 3.14', 3],
    // In scripts without spaces, two characters count as one word.
    ['日本語文', 2],
    ['你好，世界！好吗？', 3],
    ['one , two', 2],
    ['ひらがな カタカナ', 4],
    ['中文 and English', 3],
    ['ภาษาไทย', 3.5],
    // Korean and Arabic have spaces between words.
    ['한국어 문장 입니다', 3],
    ['مرحبا بالعالم', 2],
    ['привет мир', 2],
    ['हिन्दी भाषा', 2],
  ]
  for (const [text, expected] of words) {
    it(`counts ${expected} words in "${text}"`, () => assert.equal(measureText(text).words, expected))
  }

  const stops: [string, number][] = [
    ['One. Two! Three? Four…', 4],
    ['He said "no." She said (yes!) again.', 3],
    ['“No.” ‘Yes.’', 2],
    ['Really?! Wait...', 2],
    ['3.14 and 1.000.000', 0],
    ['www.example.com/a.html', 0],
    ['mail@example.com is it.', 1],
    ['終わり。はい。', 2],
    ['كيف حالك؟', 1],
    ['यह है। वह है।', 2],
  ]
  for (const [text, expected] of stops) {
    it(`counts ${expected} ends of sentences in "${text}"`, () =>
      assert.equal(measureText(text).stops, expected))
  }

  const commas: [string, number][] = [
    ['a, b; c', 2],
    ['一、二、三', 2],
    ['你好，世界；好', 2],
    ['واحد، اثنان؛ ثلاثة', 2],
    ['no commas: none.', 0],
  ]
  for (const [text, expected] of commas) {
    it(`counts ${expected} commas in "${text}"`, () => assert.equal(measureText(text).commas, expected))
  }

  it('counts characters without white space, also in scripts without spaces', () => {
    assert.equal(measureText(' a b\nc ').chars, 3)
    assert.equal(measureText('日本 語').chars, 3)
    assert.equal(measureText('ภาษา ไทย').chars, 7)
  })

  it('counts digits and capitals at any position', () => {
    assert.equal(measureText('0a9B5').digits, 3)
    assert.equal(measureText('AzZa').capitals, 2)
  })
})
