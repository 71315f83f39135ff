import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { availabilityInText, statedAvailability } from './offer.ts'

describe('whether something can be had', () => {
  const spoken: [text: string, inStock: boolean | undefined][] = [
    ['In stock', true],
    ['✓ In stock, ready to ship', true],
    ['Only 3 left in stock', true],
    ['Availability: In stock', true],
    ['Auf Lager', true],
    ['Sofort lieferbar', true],
    ['En stock', true],
    ['Disponible', true],
    ['Disponibile', true],
    ['В наличии', true],
    ['Skladem', true],
    ['在庫あり', true],
    ['Out of stock', false],
    ['SOLD OUT', false],
    ['Currently unavailable.', false],
    ['Nicht auf Lager', false],
    ['Rupture de stock', false],
    ['Agotado', false],
    ['Non disponibile', false],
    ['Нет в наличии', false],
    ['Stokta yok', false],
    ['品切れ', false],
    ['Available in three colours', undefined],
    ['Free delivery', undefined],
    ['Disponible en trois couleurs', undefined],
    ['We are sold out of patience with those who do not read to the end of it', undefined],
  ]
  for (const [text, inStock] of spoken) {
    it(`${text}: ${inStock}`, () => assert.equal(availabilityInText(text)?.inStock, inStock))
  }
  const stated: [name: string, inStock: boolean | undefined][] = [
    ['https://schema.org/InStock', true],
    ['http://schema.org/LimitedAvailability', true],
    ['InStock', true],
    ['in stock', true],
    ['instock', true],
    ['schema:SoldOut', false],
    ['https://schema.org/PreOrder', false],
    ['https://schema.org/BackOrder', false],
    ['oos', false],
    ['https://schema.org/MadeToOrder', undefined],
    ['maybe', undefined],
  ]
  for (const [name, inStock] of stated) {
    it(`stated as ${name}: ${inStock}`, () => assert.equal(statedAvailability(name)?.inStock, inStock))
  }
})
