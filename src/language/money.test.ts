import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { currencyCode } from './currencies.ts'
import type { MoneyHints } from './currencies.ts'
import { moneyIn, readMoney } from './money.ts'
import { assertCheap } from '../../test/support/assert-cheap.ts'

describe('an amount of money', () => {
  const cases: [
    text: string,
    hints: MoneyHints,
    amount: number | undefined,
    currency?: string,
    formatted?: string,
  ][] = [
    ['$19.99', {}, 19.99, 'USD', '$19.99'],
    ['45 km', {}, undefined],
    ['6.2 ft', {}, undefined],
    ['1 200 Ft', {}, 1200, 'HUF'],
    ['$1,299', {}, 1299, 'USD', '$1,299'],
    ['$ 1.299', { language: 'es-CL', host: 'tienda.cl' }, 1299, 'CLP', '$ 1.299'],
    ['$19.99', { host: 'www.shop.ca' }, 19.99, 'CAD'],
    ['$19.99', { host: 'www.shop.com.au' }, 19.99, 'AUD'],
    ['$19.99', { language: 'en-NZ' }, 19.99, 'NZD'],
    ['$19.99', { currency: 'SGD' }, 19.99, 'SGD'],
    ['$12.99 CAD', {}, 12.99, 'CAD', '$12.99 CAD'],
    ['US$ 12.99', {}, 12.99, 'USD', 'US$ 12.99'],
    ['USD 12.99', {}, 12.99, 'USD', 'USD 12.99'],
    ['A$12', {}, 12, 'AUD'],
    ['R$ 1.299,90', {}, 1299.9, 'BRL', 'R$ 1.299,90'],
    ['1.299,00 €', {}, 1299, 'EUR', '1.299,00 €'],
    ['1.299 €', {}, 1299, 'EUR', '1.299 €'],
    ['1 299,00 €', { language: 'fr' }, 1299, 'EUR', '1 299,00 €'],
    ['1\u202f299,00\u00a0€', {}, 1299, 'EUR'],
    ['€ 12,-', {}, 12, 'EUR', '€ 12,-'],
    ['12,– €', {}, 12, 'EUR', '12,– €'],
    ['12€50', {}, 12.5, 'EUR', '12€50'],
    ["CHF 1'299.00", {}, 1299, 'CHF', "CHF 1'299.00"],
    ['Fr. 29.90', {}, 29.9, 'CHF', 'Fr. 29.90'],
    ['£5', {}, 5, 'GBP'],
    ['¥1,980', { language: 'ja' }, 1980, 'JPY'],
    ['¥198.00', { language: 'zh-CN' }, 198, 'CNY'],
    ['¥198', {}, 198, undefined],
    ['1,980円(税込)', {}, 1980, 'JPY', '1,980円'],
    ['99元', {}, 99, undefined],
    ['99元', { language: 'zh-CN' }, 99, 'CNY'],
    ['12,000원', {}, 12_000, 'KRW', '12,000원'],
    ['₹1,29,999.00', {}, 129_999, 'INR'],
    ['Rs. 500', { host: 'x.pk' }, 500, 'PKR', 'Rs. 500'],
    ['Rs.500', { host: 'x.in' }, 500, 'INR'],
    ['1 499 ₽', {}, 1499, 'RUB', '1 499 ₽'],
    ['1 499 руб.', {}, 1499, 'RUB', '1 499 руб.'],
    ['199,90 zł', {}, 199.9, 'PLN', '199,90 zł'],
    ['4 990 Kč', {}, 4990, 'CZK', '4 990 Kč'],
    ['12 990 Ft', {}, 12_990, 'HUF', '12 990 Ft'],
    ['349 kr', { language: 'sv' }, 349, 'SEK', '349 kr'],
    ['kr 349,00', { language: 'nb-NO' }, 349, 'NOK', 'kr 349,00'],
    ['349 kr', {}, 349, undefined],
    ['349:-', { language: 'sv' }, 349, 'SEK', '349:-'],
    ['1.299,99 TL', {}, 1299.99, 'TRY', '1.299,99 TL'],
    ['₪ 120', {}, 120, 'ILS'],
    ['120 ש"ח', {}, 120, 'ILS', '120 ש"ח'],
    ['١٢٠ ر.س', {}, 120, 'SAR', '١٢٠ ر.س'],
    ['RM 12.90', {}, 12.9, 'MYR'],
    ['Rp 125.000', {}, 125_000, 'IDR', 'Rp 125.000'],
    ['250.000đ', {}, 250_000, 'VND', '250.000đ'],
    ['99¢', {}, 0.99, 'USD', '99¢'],
    ['R 1 299,00', {}, 1299, 'ZAR'],
    ['From $5.00 each', {}, 5, 'USD', '$5.00'],
    ['12.50', {}, 12.5, undefined, '12.50'],
    ['12.50', { currency: 'EUR' }, 12.5, 'EUR', '12.50'],
    ['Price: 12.50', {}, 12.5, undefined, '12.50'],
    ['1.500', { language: 'en' }, 1500, undefined],
    ['12 pieces', {}, undefined],
    ['12 all in', {}, undefined],
    ['TOP 10', {}, undefined],
    ['R2-D2', {}, undefined],
    ['Version 2.5', {}, undefined],
    ['no price', {}, undefined],
    ['50%', {}, undefined],
    ['10:30', {}, undefined],
    ['', {}, undefined],
  ]
  for (const [text, hints, amount, currency, formatted] of cases) {
    it(`${JSON.stringify(text)} ${JSON.stringify(hints)}`, () => {
      const money = readMoney(text, hints)
      assert.equal(money?.amount, amount)
      assert.equal(money?.currency, currency)
      if (formatted !== undefined) assert.equal(money?.formatted, formatted)
    })
  }
})

describe('the amounts of a text', () => {
  const cases: [text: string, expected: string[]][] = [
    ['Was $20.00 Now $15.00', ['20 USD $20.00', '15 USD $15.00']],
    ['20 € 15 €', ['20 EUR 20 €', '15 EUR 15 €']],
    ['20,00 € statt 25,00 €', ['20 EUR 20,00 €', '25 EUR 25,00 €']],
    ['$10 - $20', ['10 USD $10', '20 USD $20']],
    ['10–20 €', ['10 EUR 10', '20 EUR 20 €']],
    ['2 for £5 or £3 each', ['5 GBP £5', '3 GBP £3']],
    ['$12.99$15.99', ['12.99 USD $12.99', '15.99 USD $15.99']],
    ['Call 555 1234', []],
  ]
  for (const [text, expected] of cases) {
    it(JSON.stringify(text), () => {
      assert.deepEqual(
        moneyIn(text).map(({ amount, currency, formatted }) => `${amount} ${currency} ${formatted}`),
        expected,
      )
    })
  }

  it('are found in linear time', () => {
    assertCheap(() => {
      moneyIn('$5 '.repeat(300_000))
      moneyIn('5 €'.repeat(300_000))
      moneyIn(`${'$'.repeat(500_000)}5`)
      readMoney(`${' '.repeat(100_000)}5`)
    }, 5_000)
  })
})

describe('a currency that is stated', () => {
  for (const [written, expected] of [
    ['usd', 'USD'],
    ['€', 'EUR'],
    ['EUR ', 'EUR'],
    ['kr', undefined],
    ['bitcoin', undefined],
  ] as const) {
    it(`${written} is ${expected}`, () => assert.equal(currencyCode(written), expected))
  }
})
