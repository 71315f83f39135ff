import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldsOf, wishOf } from '../../extract/extract.ts'
import type { ObjectWish } from '../../extract/extract.ts'
import { plausible } from './plausible.ts'

const text = { type: 'string' }
const FIELDS = fieldsOf(wishOf({ properties: { phone: text, email: text, title: text } }) as ObjectWish)

function kept(name: string, value: string) {
  const evidence = { field: `/${name}`, text: value, source: 'text', confidence: 0.9 }
  const field = FIELDS.find((one) => one.name === name)!
  return plausible(field, { path: [name], value, evidence })?.value
}

describe('plausible', () => {
  it('takes from a sentence the one phone number or address in it', () => {
    assert.equal(kept('phone', 'Réservations par téléphone au 04 72 00 30 00 ou sur place'), '04 72 00 30 00')
    assert.equal(kept('email', 'Webmaster: webmaster@shop.example'), 'webmaster@shop.example')
  })
  it('leaves a phone number with a short label as it is', () => {
    assert.equal(kept('phone', 'Tel. +41 31 555 04 12'), 'Tel. +41 31 555 04 12')
  })
  it('has nothing where several could be meant, or none', () => {
    assert.equal(kept('email', 'a@shop.example or b@shop.example'), undefined)
    assert.equal(kept('email', 'Write to us'), undefined)
    assert.equal(kept('phone', '01.06.2025'), undefined)
    assert.equal(kept('title', '2025-06-01'), undefined)
  })
})
