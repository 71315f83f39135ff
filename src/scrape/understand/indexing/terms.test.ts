import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { termsOf } from './terms.ts'

const empty = { title: '', description: '', spans: [], asides: [], language: 'en' }
const said = (...texts: string[]) => texts.map((text) => ({ text, isHeading: false }))

describe('the terms of a page', () => {
  it('are its words with their places, titles and headings marked', () => {
    const stretches = [{ text: 'Red Wine', isHeading: true }, ...said('drink wine')]
    const terms = termsOf({ ...empty, title: 'Wine', spans: stretches })
    assert.equal(terms.words, 'wine red drink')
    assert.deepEqual(terms.places.split(' '), ['1A,19B,21', '18B', '20'])
    assert.equal(terms.title, 'wine')
    assert.equal(terms.strong, 'wine red')
    assert.equal(terms.length, 5)
  })

  it('has what a page says often among what it is about, but no filler', () => {
    const terms = termsOf({ ...empty, spans: said('the whale the whale the whale the sea') })
    assert.equal(terms.strong, 'whale')
  })

  it('keeps texts apart that do not follow each other', () => {
    const { places } = termsOf({ ...empty, title: 'a', description: 'b', asides: ['c'] })
    const [a, b, c] = places.split(' ').map((place) => Number.parseInt(place, 10))
    assert.ok(b! > a! + 1 && c! > b! + 1)
  })

  it('stays within what a vector holds, whatever the page is', () => {
    const many = Array.from({ length: 60_000 }, (_, at) => `word${at.toString(36)}`).join(' ')
    const hostile = [
      many,
      'same '.repeat(500_000),
      'x'.repeat(3_000_000),
      Array.from({ length: 40_000 }, (_, at) => String.fromCodePoint(0x20000 + at).repeat(20)).join(' '),
      Array.from({ length: 20_000 }, (_, at) => at.toString(36).padStart(40, 'é')).join(' '),
    ]
    for (const text of hostile) {
      const terms = termsOf({ ...empty, spans: [{ text, isHeading: true }] })
      const places = terms.places.split(' ').map((list) => list.split(','))
      assert.ok(Buffer.byteLength(terms.words) < 700_000)
      assert.ok(places.every((list) => list.length <= 255))
      assert.ok(places.flat().every((place) => Number.parseInt(place, 10) <= 16_383))
      assert.ok(terms.strong.split(' ').length <= 200)
    }
  })
})
