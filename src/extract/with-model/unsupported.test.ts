import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPageWords } from './page-words.ts'
import { unsupportedIn } from './evidence.ts'

const page = `# Blue Chair

By Ann Smith, designer. Berlin. Price: €1,299.00. Published 5 March 2024. [Photo](https://example.com/p.png)
${'Sturdy oak legs carry a wide seat that was covered by hand with wool from Scotland. '.repeat(4)}`
const words = readPageWords(page, 'https://example.com/')

describe('unsupportedIn', () => {
  const supported: [name: string, value: unknown, schema?: object][] = [
    ['texts', { title: 'blue chair' }],
    ['numbers in another notation', { price: 1299 }],
    ['amounts', { price: '1299 EUR', other: '$1,299.00', third: '1.299,00 €' }],
    ['dates in another notation', { date: '2024-03-05', time: '2024-03-05T00:00:00Z' }],
    ['addresses', { image: 'https://example.com/p.png' }],
    ['parts from several places', { place: 'Ann Smith, Berlin' }],
    ['booleans and empty values', { a: true, b: false, c: null, d: '' }],
    ['a value of an enum', { kind: 'furniture' }, { properties: { kind: { enum: ['furniture', 'food'] } } }],
    [
      'a value of an enum by reference',
      [{ k: 5 }],
      { items: { $ref: '#/$defs/k' }, $defs: { k: { properties: { k: { const: 5 } } } } },
    ],
    [
      'labels that were to be thought of',
      { mood: 'joyful' },
      { properties: { mood: { description: 'Sentiment of the text' } } },
    ],
    [
      'long texts of the words of the page',
      {
        text: `A chair by Ann Smith. ${'Oak legs carry a seat covered with wool, sturdy, by hand. '.repeat(4)}`,
      },
    ],
    [
      'summaries',
      { summary: 'Ann Smith made a blue chair with oak legs, covered by hand with wool from Scotland.' },
    ],
  ]
  for (const [name, value, schema = {}] of supported) {
    it(`accepts ${name}`, () => assert.deepEqual(unsupportedIn(value, { ...schema }, words), []))
  }

  const unsupported: [name: string, value: unknown, pointers: string[], schema?: object][] = [
    ['texts', { title: 'Red Chair', 'a/b': { c: ['Blue Chair', 'Green'] } }, ['/title', '/a~1b/c/1']],
    ['a bare value', 'Red Chair', ['']],
    ['numbers', [1299, 1300], ['/1']],
    ['amounts', { price: '1300 EUR', other: '1299 miles' }, ['/price', '/other']],
    ['dates', { date: '2024-05-03' }, ['/date']],
    ['addresses', { image: 'https://example.com/q.png' }, ['/image']],
    ['names made of parts', { author: 'Ann Berlin' }, ['/author']],
    ['parts from several places with one that is missing', { place: 'Ann Smith, Paris' }, ['/place']],
    ['long texts of other words', { text: 'Quick brown foxes jump over lazy dogs. '.repeat(8) }, ['/text']],
    [
      'summaries of something else',
      { summary: 'Quick brown foxes jump over lazy dogs every morning before breakfast.' },
      ['/summary'],
    ],
  ]
  for (const [name, value, pointers, schema = {}] of unsupported) {
    it(`reports ${name}`, () => assert.deepEqual(unsupportedIn(value, { ...schema }, words), pointers))
  }

  it('reports every unsupported value, without a limit', () => {
    const list = Array.from({ length: 12_000 }, (_, place) => `Nobody${place}`)
    assert.equal(unsupportedIn(list, {}, words).length, 12_000)
    assert.deepEqual(unsupportedIn(list.fill('Berlin').slice(0, 5000), {}, words), [])
  })
})
