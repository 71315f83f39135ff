import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoDateTime, readDate } from './dates.ts'

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
