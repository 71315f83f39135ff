import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { findDate, isoDay, monthIn, readDays, readTime } from './read-date.ts'

/** A Monday. */
const TODAY = { today: { year: 2026, month: 11, day: 16 } }

test('reads one day, or the first and last day of a range', () => {
  for (const [text, ...days] of [
    ['2027-03-14', '2027-03-14'],
    ['12/23/2016', '2016-12-23'],
    ['23/12/2016', '2016-12-23'],
    ['09.08.1984', '1984-08-09'],
    ['14 March 2027', '2027-03-14'],
    ['March 14th, 2027', '2027-03-14'],
    ['the 3rd of May 2027', '2027-05-03'],
    ['tomorrow', '2026-11-17'],
    ['in three days', '2026-11-19'],
    ['2 weeks from now', '2026-11-30'],
    ['this Friday', '2026-11-20'],
    ['next Friday', '2026-11-27'],
    ['Friday', '2026-11-20'],
    ['the 20th', '2026-11-20'],
    ['14 August 2028 until 25 August 2028', '2028-08-14', '2028-08-25'],
    ['12–15 March 2027', '2027-03-12', '2027-03-15'],
    ['28 December to 3 January 2027', '2026-12-28', '2027-01-03'],
    ['2027-06-10 – 2027-06-13', '2027-06-10', '2027-06-13'],
    ['Friday to Sunday', '2026-11-20', '2026-11-22'],
    ['from the 18th to the 21st', '2026-11-18', '2026-11-21'],
    ['20 May 2027 for 3 nights', '2027-05-20', '2027-05-23'],
    ['31 February 2027'],
    ['the second one'],
    ['set 5'],
    ['2 adults'],
  ] as const)
    assert.deepEqual(readDays(text, TODAY).map(isoDay), days, text)
})

test('finds the date in a sentence after the day of the week', () => {
  for (const [text, expected] of [
    ['a table for 2 on Friday, 12 March 2027', 'Friday, 12 March 2027'],
    ['move it to next Tuesday please', 'next Tuesday'],
    ['see you Friday', undefined],
    ['sort by price and add 2 items', undefined],
    ['rate it 4.5 out of 5', undefined],
    ['30,000 over 48 months', undefined],
  ] as const)
    assert.equal(findDate(text, TODAY)?.text, expected, text)
})

test("reads numbers in the page's order of day and month", () => {
  const [day] = readDays('03/02/2027', { ...TODAY, dayFirst: true })
  assert.equal(day && isoDay(day), '2027-02-03')
})

test('reads times of day', () => {
  for (const [text, time] of [
    ['9:37 PM', '21:37'],
    ['12:05 am', '00:05'],
    ['18:30', '18:30'],
    ['4pm', '16:00'],
    ["8 o'clock", '08:00'],
    ['soon', undefined],
    ['12', undefined],
  ] as const)
    assert.equal(readTime(text), time, text)
})

test('reads a month', () => {
  assert.deepEqual(monthIn('Sept 2027'), { year: 2027, month: 9 })
  assert.deepEqual(monthIn('May', TODAY.today), { year: 2026, month: 5 })
  assert.equal(monthIn('mayhem 2027'), undefined)
})
