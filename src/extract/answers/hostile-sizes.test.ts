import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageOf } from '../../../test/answers/page-of.ts'
import { answerQuestion } from './answer-question.ts'
import { highlightsOf } from './highlights.ts'
import { passagesOf, rankPassages } from './passages.ts'
import { summaryOf } from './summarize.ts'
import { assertCheap } from '../../../test/support/assert-cheap.ts'

/** Each took well under a second; what grows with the square of its size would take minutes. */
const PAGES: Record<string, () => string> = {
  'a sentence of a megabyte': () => `<p>${'the price of other words '.repeat(40_000)}</p>`,
  'a word of a megabyte': () => `<p>${'a'.repeat(1_000_000)}</p>`,
  'two hundred thousand items': () =>
    `<ul>${Array.from({ length: 200_000 }, (_, at) => `<li>item ${at} has a price of ${at} euros</li>`).join('')}</ul>`,
  'a million repeated words': () => `<p>${'price '.repeat(1_000_000)}</p>`,
  'a million stops': () => `<p>${'a. '.repeat(1_000_000)}</p>`,
  'nested definitions': () => `${'<dl><dt>a</dt><dd>'.repeat(160)}${'price '.repeat(100_000)}`,
  'nested tables': () => `${'<table><tr><td>'.repeat(150)}${'price '.repeat(100_000)}`,
  'characters without words': () => `<p>${'价格是多少'.repeat(200_000)}</p>`,
}

describe('pages of hostile sizes', () => {
  for (const [name, markup] of Object.entries(PAGES)) {
    it(`reads ${name} in time`, () => {
      const whole = pageOf(markup())
      const page = { ...whole, content: () => whole.root.children }
      const texts = assertCheap(() => {
        rankPassages(passagesOf(page), 'price of items', undefined)
        return [
          answerQuestion(page, 'What is the price of item 77?').answer,
          highlightsOf(page, 'price of items').highlights,
          summaryOf(page).summary,
        ]
      }, 15_000)
      for (const text of texts) assert.ok((text ?? '').length < 10_000)
    })
  }

  it('reads a question of ten thousand characters', () => {
    const page = pageOf('<p>The price is 5 euros.</p>')
    for (const question of ['how much does '.repeat(700), 'x'.repeat(10_000), '何'.repeat(10_000)]) {
      assertCheap(() => answerQuestion(page, question), 2_000)
    }
  })
})
