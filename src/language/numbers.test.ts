import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { numbersIn, readNumber } from './numbers.ts'
import { assertCheap } from '../../test/support/assert-cheap.ts'

describe('a number in a text', () => {
  const cases: [text: string, language: string | undefined, expected: number | undefined][] = [
    ['42', undefined, 42],
    ['1,299.00', undefined, 1299],
    ['1.299,00', undefined, 1299],
    ['1 299,00', undefined, 1299],
    ['1 299', undefined, 1299],
    ["1'299.00", undefined, 1299],
    ['1’299.50', undefined, 1299.5],
    ['1\u00a0299\u00a0000', undefined, 1_299_000],
    ['1\u202f299,5', undefined, 1299.5],
    ['12,34,567.89', undefined, 1_234_567.89],
    ['12,34,567', undefined, 1_234_567],
    ['1,234,567', undefined, 1_234_567],
    ['1.234.567', undefined, 1_234_567],
    ['١٢٣', undefined, 123],
    ['١٬٢٣٤٫٥', undefined, 1234.5],
    ['۱۲۳۴', undefined, 1234],
    ['１２３', undefined, 123],
    ['१२३', undefined, 123],
    ['1,299', undefined, 1299],
    ['1,299', 'en-US', 1299],
    ['1,299', 'de', 1.299],
    ['1.299', undefined, 1.299],
    ['1.299', 'en', 1.299],
    ['1.299', 'de-DE', 1299],
    ['1.299', 'pt_BR', 1299],
    ['0.125', 'de', 0.125],
    ['0,125', 'en', 0.125],
    ['1234.567', 'de', 1234.567],
    ['12,5', 'en', 12.5],
    ['12.5', 'de', 12.5],
    ['12k', undefined, 12_000],
    ['1.2M', undefined, 1_200_000],
    ['12 km', undefined, 12],
    ['12km', undefined, 12],
    ['1.2万', undefined, 12_000],
    ['-3.5', undefined, -3.5],
    ['−7 °C', undefined, -7],
    ['1.5e3', undefined, 1500],
    ['4.5/5', undefined, 4.5],
    ['4.5 out of 5 stars', undefined, 4.5],
    ['(128 reviews)', undefined, 128],
    ['45%', undefined, 45],
    ['共123件', undefined, 123],
    ['iPhone 15 128 GB', 'en', 15],
    ['Größe 15 128 GB', 'de', 15],
    ['B2B', undefined, undefined],
    ['10:30', undefined, undefined],
    ['2024-05-06', undefined, undefined],
    ['12.05.2024', undefined, undefined],
    ['1.2.3', undefined, undefined],
    ['no number', undefined, undefined],
    ['', undefined, undefined],
    ['9'.repeat(50), undefined, undefined],
  ]
  for (const [text, language, expected] of cases) {
    it(`${JSON.stringify(text.slice(0, 30))}${language === undefined ? '' : ` in ${language}`} is ${expected}`, () => {
      assert.equal(readNumber(text, language), expected)
    })
  }

  it('is found with its position', () => {
    assert.deepEqual(numbersIn('from 5 to 1,000'), [
      { value: 5, start: 5, end: 6 },
      { value: 1000, start: 10, end: 15 },
    ])
  })

  it('is found in linear time', () => {
    assertCheap(() => {
      numbersIn('1'.repeat(1_000_000))
      numbersIn('1 '.repeat(500_000))
      numbersIn('1,'.repeat(500_000))
      numbersIn('a1 '.repeat(300_000))
      readNumber(' '.repeat(1_000_000))
    }, 5_000)
  })
})
