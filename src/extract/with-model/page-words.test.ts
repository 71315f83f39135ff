import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPageWords } from './page-words.ts'
import { assertCheap } from '../../../test/support/assert-cheap.ts'

describe('readPageWords', () => {
  const page = `# The **Blue** Chair

It costs €1.299,00 (was $1,499.50) and weighs 12 kg. [![Order](/o.png "Go") now](https://www.example.com/order?id=5) or
[read more](/about/). Rated 4,5 of 5 by 2 300 people, 15 % off, 1.2 million sold, 3万 fans, seven colours.
Published on 5 März 2024, updated 2023-11-30, first seen 07/04/19. この椅子は青いです。เก้าอี้สีฟ้า
"I would buy it again!" said Ann_Marie.`
  const words = readPageWords(page, 'https://example.com/chair')

  const phrases: [phrase: string, found: string | undefined][] = [
    ['the blue chair', 'The Blue Chair'],
    ['THE  BLUE\nCHAIR', 'The Blue Chair'],
    ['weighs 12kg', 'weighs 12 kg.'],
    ['Order now or read more', 'Order now or read more.'],
    ['椅子は青い', '椅子は青い'],
    ['สีฟ้า', 'สีฟ้า'],
    ['I would buy it again', 'I would buy it again!"'],
    ['AnnMarie', 'AnnMarie.'],
    ['blue table', undefined],
    ['chair blue', undefined],
    ['lue chai', undefined],
    ['€', '€'],
    ['¥', undefined],
    ['', undefined],
  ]
  for (const [phrase, found] of phrases) {
    it(`${found === undefined ? 'misses' : 'finds'} '${phrase}'`, () =>
      assert.equal(words.find(phrase), found))
  }

  const numbers: [value: number, isThere: boolean][] = [
    [1299, true],
    [1499.5, true],
    [12, true],
    [4.5, true],
    [2300, true],
    [0.15, true],
    [15, true],
    [1_200_000, true],
    [30_000, true],
    [7, true],
    [-12, true],
    [299, false],
    [1300, false],
    [8, false],
    [13, false],
  ]
  for (const [value, isThere] of numbers) {
    it(`${isThere ? 'has' : 'lacks'} the number ${value}`, () =>
      assert.equal(words.numberAt(value) !== undefined, isThere))
  }

  it('reads digits of other scripts', () => {
    assert.equal(readPageWords('السعر ١٢٩٩', undefined).numberAt(1299), 6)
    assert.equal(readPageWords('価格１，２００円', undefined).numberAt(1200), 2)
  })

  const dates: [year: number, month: number, day: number | undefined, isThere: boolean][] = [
    [2024, 3, 5, true],
    [2024, 3, undefined, true],
    [2023, 11, 30, true],
    [2019, 4, 7, true],
    [2024, 5, 3, false],
    [2022, 3, 5, false],
    [2024, 4, 5, false],
  ]
  for (const [year, month, day, isThere] of dates) {
    it(`${isThere ? 'has' : 'lacks'} the date ${year}-${month}-${day}`, () => {
      assert.equal(words.dateAt({ year, month, day }) !== undefined, isThere)
    })
  }

  const urls: [url: string, isThere: boolean][] = [
    ['https://www.example.com/order?id=5', true],
    ['http://example.com/order?id=5', true],
    ['https://example.com/about', true],
    ['/about', true],
    ['https://example.com/chair', true],
    ['https://example.com/order?id=6', false],
    ['https://example.org/about', false],
    ['not a URL at all', false],
  ]
  for (const [url, isThere] of urls) {
    it(`${isThere ? 'has' : 'lacks'} the URL ${url}`, () =>
      assert.equal(words.urlAt(url) !== undefined, isThere))
  }

  it('quotes the line at a position, with the headings above it', () => {
    const { quote, at } = readPageWords(
      `# Shop\n\n## Old\n\nx\n\n## Chairs\n\n- **Blue** one, 5 kg\n\n${'many words '.repeat(90)}here ${'and on '.repeat(90)}`,
      undefined,
    )
    assert.deepEqual(quote(at('5 kg')!), { text: 'Blue one, 5 kg', section: 'Shop > Chairs' })
    assert.deepEqual(quote(at('chairs')!), { text: 'Chairs', section: 'Shop' })
    const { text } = quote(at('here')!)
    assert.ok(text.length <= 300 && text.includes('words here and'), text)
  })

  it('measures how much of a text is on the page', () => {
    assert.equal(words.overlap('The chair costs nothing'), 0.75)
    assert.equal(words.overlap('🙂'), 1)
  })

  for (const [name, text] of [
    ['one endless word', 'a'.repeat(600_000)],
    ['the same word', 'a '.repeat(300_000)],
    ['digits and separators', '1,'.repeat(300_000)],
    ['digits and spaces', '123 '.repeat(150_000)],
    ['opened links', ']('.repeat(300_000)],
    ['addresses', 'https://'.repeat(75_000)],
  ] as const) {
    it(`is fast with ${name}`, () => {
      assertCheap(() => {
        const read = readPageWords(text, 'https://example.com')
        read.find('a a a a b')
        read.quote(text.length - 1)
        read.numberAt(5)
        read.urlAt('https://example.com/x')
        read.dateAt({ year: 2024, month: 1, day: 1 })
      }, 5_000)
    })
  }
})
