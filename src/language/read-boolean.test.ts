import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readBoolean } from './read-boolean.ts'

describe('readBoolean', () => {
  const cases: [string, boolean | undefined][] = [
    ['Yes', true],
    ['no.', false],
    ['✓', true],
    ['–', false],
    ['Nein', false],
    ['Yes, with ramp', true],
    ['No, stairs only', false],
    ['In stock', true],
    ['https://schema.org/InStock', true],
    ['https://schema.org/OutOfStock', false],
    ['out-of-stock', false],
    ['in_stock', true],
    ['Only 3 left in stock', true],
    ['Not in stock', false],
    ['Not yet available', false],
    ["This item isn't available", false],
    ['Nicht mehr lieferbar', false],
    ['Auf Lager', true],
    ["Ce produit n'est pas disponible", false],
    ['No disponible', false],
    ['No extra fee, available now', true],
    ['在庫なし', false],
    ['在庫あり', true],
    ['3 disponibles', true],
    ['Verfügbare Artikel: 3', true],
    ['Épuisée', false],
    ['Disclosed: closed', false],
    ['Not only available online', true],
    ['Nicht nur online verfügbar', true],
    ['Disclosed on request', undefined],
    ['maybe', undefined],
    ['', undefined],
    [`Available ${'and so on '.repeat(20)}`, undefined],
  ]
  for (const [text, expected] of cases) {
    it(`reads ${JSON.stringify(text.slice(0, 60))} as ${expected}`, () => {
      assert.equal(readBoolean(text), expected)
    })
  }
})
