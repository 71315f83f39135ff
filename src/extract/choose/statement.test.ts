import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wantedOf } from './field.ts'
import { statementIn } from './read-value.ts'

describe('statements about a yes-or-no field', () => {
  const cases: [field: string, text: string, value: boolean | undefined][] = [
    ['in_stock', 'In stock', true],
    ['in_stock', 'Out of stock', false],
    ['inStock', 'Out of stock until May', false],
    ['outOfStock', 'Out of stock', true],
    ['soldOut', 'Sold out', true],
    ['inStock', 'Sold out', false],
    ['petsAllowed', 'No pets', false],
    ['petsAllowed', 'Pets welcome', true],
    ['petsAllowed', 'Are pets allowed?', undefined],
  ]
  for (const [name, text, value] of cases)
    it(`${name}: ${text}`, () =>
      assert.equal(statementIn(text, wantedOf({ name, type: 'boolean' }))?.value, value))
})
