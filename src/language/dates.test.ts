import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoDateTime, readDate, readDuration } from './dates.ts'

describe('readDate', () => {
  const cases: [string, string | undefined, string | undefined][] = [
    ['4. März 2025', 'de', '2025-03-04T00:00:00Z'],
    ['March 4, 2025 at 7:30 PM', 'en', '2025-03-04T19:30:00Z'],
    ['4 de marzo de 2025', 'es', '2025-03-04T00:00:00Z'],
    ['2025年3月4日 19:30', 'ja', '2025-03-04T19:30:00Z'],
    ['Tue, 4 Mar 2025 19:30:00 +0200', 'en', '2025-03-04T19:30:00+02:00'],
    ['03/04/2025', 'fr', '2025-04-03T00:00:00Z'],
    ['03/04/2025', 'en-US', '2025-03-04T00:00:00Z'],
    ['03/04/2025', undefined, undefined],
    ['1er mai 2024', 'fr', '2024-05-01T00:00:00Z'],
    ['31.02.2024', 'de', undefined],
    ['Juni 2024', 'de', undefined],
  ]
  for (const [text, language, expected] of cases) {
    it(`reads ${text} (${language})`, () => {
      const date = readDate(text, language)
      assert.equal(date && isoDateTime(date), expected)
    })
  }
})

describe('readDuration', () => {
  const cases: [string, string | undefined][] = [
    ['1 h 15 min', 'PT1H15M'],
    ['1 hour 15 minutes', 'PT1H15M'],
    ['45 Minuten', 'PT45M'],
    ['90 min', 'PT90M'],
    ['1h30', 'PT1H30M'],
    ['1.5 hours', 'PT1H30M'],
    ['2,5 Stunden', 'PT2H30M'],
    ['Prep time: 20 minutes.', 'PT20M'],
    ['1 時間 20 分', 'PT1H20M'],
    ['PT2H', 'PT2H'],
    ['P1DT2H', 'P1DT2H'],
    ['P', undefined],
    ['20 meters', undefined],
    ['0 min', undefined],
    ['soon', undefined],
  ]
  for (const [text, expected] of cases) {
    it(`reads ${JSON.stringify(text)} as ${expected}`, () => {
      assert.equal(readDuration(text), expected)
    })
  }
})
