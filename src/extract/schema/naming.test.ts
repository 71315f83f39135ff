import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Naming } from './naming.ts'

const SAME = 0.99

describe('Naming', () => {
  const cases: [string, string, boolean][] = [
    ['publicationDate', 'Publication date', true],
    ['publication_date', 'publication-date', true],
    ['wifi', 'Wi-Fi', true],
    ['ISBNNumber', 'ISBN', true],
    ['countryOfOrigin', 'Made in', true],
    ['objectNumber', 'Objektnummer', true],
    ['wohnflaeche', 'Wohnfläche', true],
    ['invoicesPerMonth', 'invoices', true],
    ['mitarbeiter', 'mit', false],
    ['price', 'Colour', false],
    ['weight', 'Height', false],
  ]
  for (const [name, label, isSame] of cases) {
    it(`${isSame ? 'takes' : 'does not take'} "${label}" for ${name}`, () => {
      const likeness = new Naming({ name }).likenessTo(label)
      assert.ok(isSame ? likeness > 0.85 : likeness < 0.5, String(likeness))
    })
  }

  it('matches words of other languages with the same meaning', () => {
    assert.ok(new Naming({ name: 'price' }).likenessTo('Preis') > 0.8)
    assert.ok(new Naming({ name: 'author' }).likenessTo('Autor') > 0.8)
  })

  it('prefers identical words to synonyms', () => {
    const naming = new Naming({ name: 'price' })
    assert.equal(naming.likenessTo('Price'), 1)
    assert.ok(naming.likenessTo('Preis') < SAME)
  })

  it('finds a label that the description names', () => {
    assert.ok(new Naming({ name: 'x1' }).likenessTo('Author') < 0.5)
    assert.ok(new Naming({ name: 'x1', words: 'author' }).likenessTo('Author') > 0.9)
  })

  it('ignores words of the surroundings in a label', () => {
    const alone = new Naming({ name: 'name' }).likenessTo('Speaker name')
    assert.ok(new Naming({ name: 'name', parents: ['speaker'] }).likenessTo('Speaker name') > alone)
  })

  it('accepts half a name only when it is not ambiguous', () => {
    assert.ok(new Naming({ name: 'departureDate' }).likenessTo('Date') >= 0.6)
    assert.ok(new Naming({ name: 'endDate' }).likenessTo('Date') < 0.6)
  })

  it('recognises the noun of a field', () => {
    assert.ok(new Naming({ name: 'productTitle', parents: ['products'] }).isTitle())
    assert.ok(!new Naming({ name: 'authorName' }).isTitle())
    assert.ok(new Naming({ name: 'imageUrl' }).endsIn('url'))
    assert.ok(!new Naming({ name: 'urlCount' }).endsIn('url'))
    assert.ok(new Naming({ name: 'Verkaufspreis' }).means('price'))
  })
})
