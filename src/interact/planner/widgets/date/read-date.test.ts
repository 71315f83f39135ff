import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { formatLike, isoDay, readDate, readTime } from './read-date.ts'

const TODAY = { year: 2026, month: 11, day: 16 }

test('reads dates as people write them', () => {
  for (const [text, iso] of [
    ['2027-03-14', '2027-03-14'],
    ['12/23/2016', '2016-12-23'],
    ['23/12/2016', '2016-12-23'],
    ['09.08.1984', '1984-08-09'],
    ['14 March 2027', '2027-03-14'],
    ['March 14th, 2027', '2027-03-14'],
    ['Jan 5', '2026-01-05'],
    ['tomorrow', '2026-11-17'],
    ['31 February 2027', undefined],
    ['soon', undefined],
  ] as const) {
    const day = readDate(text, TODAY)
    assert.equal(day && isoDay(day), iso, text)
  }
})

test('reads times of day', () => {
  for (const [text, time] of [
    ['9:37 PM', '21:37'],
    ['12:05 am', '00:05'],
    ['18:30', '18:30'],
    ['4pm', '16:00'],
    ['soon', undefined],
    ['12', undefined],
  ] as const)
    assert.equal(readTime(text), time, text)
})

test('writes a date in the manner of a pattern', () => {
  const day = { year: 2027, month: 3, day: 4 }
  assert.equal(formatLike(day, 'dd.mm.yyyy'), '04.03.2027')
  assert.equal(formatLike(day, 'MM/DD/YYYY'), '03/04/2027')
  assert.equal(formatLike(day, 'Choose a day'), undefined)
})
