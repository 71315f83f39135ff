import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoDay } from './day.ts'
import { readDays } from './read-range.ts'

/** A Monday. */
const TODAY = { today: { year: 2026, month: 11, day: 16 } }

test('reads one day, or the first and the last of a range', () => {
  for (const [text, days] of [
    ['14 August 2028', ['2028-08-14']],
    ['14 August 2028 until 25 August 2028', ['2028-08-14', '2028-08-25']],
    ['12–15 March 2027', ['2027-03-12', '2027-03-15']],
    ['June 10 until June 13 2027', ['2027-06-10', '2027-06-13']],
    ['28 December to 3 January 2027', ['2026-12-28', '2027-01-03']],
    ['2027-06-10 – 2027-06-13', ['2027-06-10', '2027-06-13']],
    ['Friday to Sunday', ['2026-11-20', '2026-11-22']],
    ['20 May 2027 for 3 nights', ['2027-05-20', '2027-05-23']],
    ['the second one', []],
  ] as const)
    assert.deepEqual(readDays(text, TODAY).map(isoDay), days, text)
})
