import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { isoDay } from './day.ts'
import { findDate, formatLike, readDate, readTime } from './read-date.ts'

/** A Monday. */
const TODAY = { today: { year: 2026, month: 11, day: 16 } }

test('reads dates as people write them', () => {
  for (const [text, iso] of [
    ['2027-03-14', '2027-03-14'],
    ['12/23/2016', '2016-12-23'],
    ['23/12/2016', '2016-12-23'],
    ['09.08.1984', '1984-08-09'],
    ['14 March 2027', '2027-03-14'],
    ['March 14th, 2027', '2027-03-14'],
    ['the 3rd of May 2027', '2027-05-03'],
    ['Jan 5', '2026-01-05'],
    ['31 February 2027', undefined],
    ['soon', undefined],
    ['set 5', undefined],
    ['2 adults', undefined],
  ] as const) {
    const day = readDate(text, TODAY)
    assert.equal(day && isoDay(day), iso, text)
  }
})

test('reads days that are counted from today', () => {
  for (const [text, iso] of [
    ['today', '2026-11-16'],
    ['tomorrow', '2026-11-17'],
    ['in three days', '2026-11-19'],
    ['in two weeks', '2026-11-30'],
    ['in a month', '2026-12-16'],
    ['2 weeks from now', '2026-11-30'],
    ['this Friday', '2026-11-20'],
    ['next Friday', '2026-11-27'],
    ['Friday', '2026-11-20'],
    ['on Monday', '2026-11-23'],
    ['the 20th', '2026-11-20'],
  ] as const) {
    const day = readDate(text, TODAY)
    assert.equal(day && isoDay(day), iso, text)
  }
})

test('finds the date in a sentence, with the day of the week that leads it in', () => {
  for (const [text, said] of [
    ['a table for 2 on Friday, 12 March 2027 at 19:30', 'Friday, 12 March 2027'],
    ['move it to next Tuesday please', 'next Tuesday'],
    ['a room from the 3rd to the 5th', 'the 3rd'],
    ['sort by price and add 2 items', undefined],
    ['rate it 4.5 out of 5', undefined],
    ['for the second option', undefined],
    ['the next page', undefined],
    ['in this list', undefined],
    ['30,000 over 48 months', undefined],
  ] as const)
    assert.equal(findDate(text, TODAY)?.text, said, text)
})

test('numbers are read in the order that the page has', () => {
  const day = readDate('03/02/2027', { ...TODAY, dayFirst: true })
  assert.equal(day && isoDay(day), '2027-02-03')
})

test('reads times of day', () => {
  for (const [text, time] of [
    ['9:37 PM', '21:37'],
    ['12:05 am', '00:05'],
    ['18:30', '18:30'],
    ['4pm', '16:00'],
    ['14h30', '14:30'],
    ["8 o'clock", '08:00'],
    ['soon', undefined],
    ['12', undefined],
  ] as const)
    assert.equal(readTime(text), time, text)
})

test('writes a date in the manner of a pattern', () => {
  const day = { year: 2027, month: 3, day: 4 }
  assert.equal(formatLike(day, 'dd.mm.yyyy'), '04.03.2027')
  assert.equal(formatLike(day, 'TT.MM.JJJJ'), '04.03.2027')
  assert.equal(formatLike(day, 'jj/mm/aaaa'), '04/03/2027')
  assert.equal(formatLike(day, 'MM/DD/YYYY'), '03/04/2027')
  assert.equal(formatLike(day, 'Choose a day'), undefined)
})
