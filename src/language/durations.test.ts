import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDuration } from './durations.ts'

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
