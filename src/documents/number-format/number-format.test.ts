import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { numberFormat } from './number-format.ts'

const NUMBERS: [value: number, code: string, shown: string][] = [
  [1234.5, '#,##0.00', '1,234.50'],
  [-1234.5, '#,##0.00;[Red](#,##0.00)', '(1,234.50)'],
  [-1234.5, '#,##0.0', '-1,234.5'],
  [0.256, '0.0%', '25.6%'],
  [0, '#,##0;-#,##0;"-"', '-'],
  [1_234_567, '#,##0,', '1,235'],
  [1_234_567, '0.0,,"M"', '1.2M'],
  [1.005, '0.00', '1.01'],
  [0.285 * 100, '0', '29'],
  [12_345, '00000-0000', '00001-2345'],
  [5_551_234_567, '(000) 000-0000', '(555) 123-4567'],
  [1.5, '# ?/?', '1 1/2'],
  [1 / 3, '# ?/?', '1/3'],
  [0.75, '# ?/8', '6/8'],
  [12_345.678, '0.00E+00', '1.23E+04'],
  [0.000_12, '0.00E+00', '1.20E-04'],
  [12.3, '0.##', '12.3'],
  [12, '0.##', '12'],
  [-0.001, '0.00', '0.00'],
  [1e16, '0.00', '10000000000000000.00'],
  [1234.5, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)', '$1,234.50'],
  [1234.5, '[$€-407] #,##0.00', '€ 1,234.50'],
  [5, '[<10]"few";[>=10]"many"', 'few'],
  [15, '[<10]"few";[>=10]"many"', 'many'],
  [15, '[<10]0" few"', '15'],
  [7, 'General "km"', '7 km'],
  [5, '[$€-x-euro2] #,##0.00', '€ 5.00'],
  [5, '[$-409,1]0.0', '5.0'],
  [-5, '[>=0]0;-0', '-5'],
  [-5, '[>=0]0;_--0', '-5'],
  [-5, '[>=0]0;0', '-5'],
  [-5, '[>=0]0;-General', '-5'],
  [5e-324, '0.00E+00', '5.00E-324'],
  [0, '0.00E+00', '0.00E+00'],
  [12_345.678, '##0.0E+0', '12.3E+3'],
  [1e308, '0%', '1E+308'],
  [1, `0${'%'.repeat(160)}`, '1'],
  [0, `0${'%'.repeat(160)}`, '0'],
  [0.1, `0.${'0'.repeat(30)}`, `0.1${'0'.repeat(29)}`],
]

const DATES: [value: number, code: string, shown: string][] = [
  [44_197, 'yyyy-mm-dd', '2021-01-01'],
  [44_197.75, 'd-mmm-yy h:mm AM/PM', '1-Jan-21 6:00 PM'],
  [44_197.999_999_9, 'yyyy-mm-dd hh:mm:ss', '2021-01-02 00:00:00'],
  [1.5, '[h]:mm:ss', '36:00:00'],
  [-1.5, '[h]:mm', '-36:00'],
  [0.500_01, 'mm:ss.00', '00:00.86'],
  [60, 'd/m/yyyy', '29/2/1900'],
  [1, 'dddd, mmmm d, yyyy', 'Sunday, January 1, 1900'],
  [-5, 'yyyy-mm-dd', '-5'],
  [44_197, '[$-en-US]mmmm d, yyyy;@', 'January 1, 2021'],
  [44_197, '[$-x-sysdate]dddd, mmmm dd, yyyy', 'Friday, January 01, 2021'],
]

const GENERAL: [value: number, shown: string][] = [
  [Math.PI, '3.141592654'],
  [0.1 + 0.2, '0.3'],
  [1_234_567_890_123, '1234567890123'],
  [1e20, '1E+20'],
  [0.000_012, '0.000012'],
  [1.234_56e-12, '1.23456E-12'],
  [-42, '-42'],
]

describe('number formats', () => {
  for (const [value, code, shown] of [...NUMBERS, ...DATES]) {
    it(`show ${value} by ${code} as ${shown}`, () => {
      assert.equal(numberFormat(code, false).ofNumber(value), shown)
    })
  }

  for (const [value, shown] of GENERAL) {
    it(`show ${value} without a format as ${shown}`, () => {
      assert.equal(numberFormat('General', false).ofNumber(value), shown)
    })
  }

  it('count days from 1904 if the workbook does', () => {
    assert.equal(numberFormat('yyyy-mm-dd', true).ofNumber(0), '1904-01-01')
    assert.equal(numberFormat('[h]', true).ofNumber(2), '48')
  })

  it('put text in its placeholder', () => {
    assert.equal(numberFormat('0;-0;0;"<"@">"', false).ofText('x'), '<x>')
    assert.equal(numberFormat('0.00', false).ofText('x'), 'x')
  })

  it('accept any code without an error', () => {
    for (const code of [
      '[',
      '"',
      '\\',
      ';;;;;',
      '0/',
      '/0',
      'E+',
      '[h',
      '@@',
      '*',
      '_',
      '0E+',
      '[$',
      '0'.repeat(2000),
      '0.00E+00',
      `${'#'.repeat(400)}E+0`,
      `0.${'0'.repeat(400)}`,
      `0${'%'.repeat(160)}`,
      `0${','.repeat(160)}`,
      '# ?/?',
      '[h]:mm:ss.00',
      'yyyy-mm-dd',
    ]) {
      for (const value of [1.5, 0, 0.5, -5, 1e308, 5e-324]) {
        assert.doesNotMatch(numberFormat(code, false).ofNumber(value), /NaN|Infinity/, `${value} by ${code}`)
      }
    }
  })
})
