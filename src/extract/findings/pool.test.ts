import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import { poolOf } from './pool.ts'

function pricesOf(html: string): string[] {
  const page = { ...parseHtml(html, 'https://shop.test/x', false), url: undefined, content: () => [] }
  const prices = poolOf(page).findings.filter(({ kind }) => kind === 'money')
  return [...new Set(prices.map(({ text }) => text))]
}

describe('prices of a page', () => {
  const cases: [says: string, html: string, expected: string[]][] = [
    ['have the point before cents that are raised', '<p>149<sup>90</sup> €</p>', ['149.90 €']],
    [
      'have it before cents that are called so',
      '<p><b>$</b>12<span class="price-cents">99</span></p>',
      ['$12.99'],
    ],
    ['are no powers', '<p>10<sup>15</sup> atoms</p>', []],
    ['follow their sign without a space', '<p><span>£</span>139.00</p>', ['£139.00']],
    [
      'are grouped by the language of the page',
      '<html lang="sv"><p><s>2 499 kr</s> <b>1 899 kr</b></p>',
      ['2 499 kr', '1 899 kr'],
    ],
  ]
  for (const [says, html, expected] of cases) it(says, () => assert.deepEqual(pricesOf(html), expected))
})
