import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldsOf, wishOf } from '../../extract/extract.ts'
import type { ObjectWish } from '../../extract/extract.ts'
import { plausible } from './plausible.ts'

const text = { type: 'string' }
const NAMES = [
  'phone',
  'email',
  'title',
  'visitingHours',
  'startTime',
  'discount',
  'pastryChef',
  'license',
  'motorWarranty',
  'days',
  'addedIn',
  'releaseDate',
  'defaultValue',
]
const FIELDS = fieldsOf(
  wishOf({ properties: Object.fromEntries(NAMES.map((name) => [name, text])) }) as ObjectWish,
)

function kept(name: string, value: string) {
  const evidence = { field: `/${name}`, text: value, source: 'text', confidence: 0.9 }
  const field = FIELDS.find((one) => one.name === name)!
  return plausible(field, { path: [name], value, evidence })?.value
}

describe('plausible', () => {
  it('takes from a sentence the one phone number or address in it', () => {
    assert.equal(kept('phone', 'Réservations par téléphone au 04 72 00 30 00 ou sur place'), '04 72 00 30 00')
    assert.equal(kept('email', 'E-Mail: info(at)club.example'), 'info(at)club.example')
    assert.equal(kept('email', 'Webmaster: webmaster@shop.example'), 'webmaster@shop.example')
  })
  it('takes nothing for a default that says whether there is one', () => {
    assert.equal(kept('defaultValue', '(required)'), undefined)
    assert.equal(kept('defaultValue', 'Pflichtfeld'), undefined)
    assert.equal(kept('defaultValue', 'required-only'), 'required-only')
  })
  it('leaves out what stands around a phone number', () => {
    assert.equal(kept('phone', 'Tel. +41 31 555 04 12'), '+41 31 555 04 12')
    assert.equal(kept('phone', '01855 550 100 (07:00 to 19:00)'), '01855 550 100')
    assert.equal(kept('phone', '05531 55 0170 (mittwochs 16–19 Uhr)'), '05531 55 0170')
    assert.equal(kept('phone', 'ext. 4417'), 'ext. 4417')
  })
  it('takes the hours, the share or the time out of a sentence', () => {
    assert.equal(
      kept('visitingHours', 'Visiting hours are 2pm to 8pm every day. Partners may stay.'),
      '2pm to 8pm every day',
    )
    assert.equal(kept('startTime', '10 September @ 7:30 pm'), '7:30 pm')
    assert.equal(kept('startTime', '2026-10-08T19:00:00+01:00'), '19:00')
    assert.equal(
      kept('license', 'Siltbox is free software under the Mozilla Public License 2.0. Plugins have others.'),
      'Mozilla Public License 2.0',
    )
    assert.equal(kept('discount', 'All schools are given 40% off any plan.'), '40%')
  })
  it('has nothing where a length of time is asked for and no number stands there', () => {
    assert.equal(kept('motorWarranty', 'Company'), undefined)
    assert.equal(kept('motorWarranty', 'two years'), 'two years')
    assert.equal(kept('releaseDate', '3.x'), undefined)
    assert.equal(kept('releaseDate', '30. September'), '30. September')
    assert.equal(kept('releaseDate', 'to be announced'), 'to be announced')
    assert.equal(kept('days', 'Martes a viernes'), 'Martes a viernes')
    assert.equal(kept('addedIn', 'Added in version 1.1.'), '1.1')
  })
  it('takes the words of a field for no value of it', () => {
    assert.equal(kept('pastryChef', 'Pastry chef'), undefined)
    assert.equal(kept('pastryChef', 'Bram Acheson'), 'Bram Acheson')
  })
  it('has nothing where several could be meant, or none', () => {
    assert.equal(kept('email', 'a@shop.example or b@shop.example'), undefined)
    assert.equal(kept('email', 'Write to us'), undefined)
    assert.equal(kept('phone', '01.06.2025'), undefined)
    assert.equal(kept('phone', '2026-03-08'), undefined)
    assert.equal(kept('phone', '19:30'), undefined)
    assert.equal(kept('title', '2025-06-01'), undefined)
    for (const nothing of ['–', '-', 'n/a', 'k. A.', '…', 'no consta'])
      assert.equal(kept('license', nothing), undefined)
  })
})
