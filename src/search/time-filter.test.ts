import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastDay, parseTbs, spanSince } from './time-filter.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const utc = (text: string) => new Date(`${text}Z`)

describe('tbs is read', () => {
  for (const [tbs, from, to, byDate] of [
    ['qdr:h', utc('2026-11-16T11:00:00'), undefined, false],
    ['qdr:h12', utc('2026-11-16T00:00:00'), undefined, false],
    ['qdr:d', utc('2026-11-15T12:00:00'), undefined, false],
    ['qdr:w2', utc('2026-11-02T12:00:00'), undefined, false],
    ['qdr:y,sbd:1', utc('2025-11-15T12:00:00'), undefined, true],
    [
      'cdr:1,cd_min:3/1/2024,cd_max:12/31/2024',
      utc('2024-03-01T00:00:00'),
      utc('2025-01-01T00:00:00'),
      false,
    ],
    ['qdr:y9999', utc('1970-01-01T00:00:00'), undefined, false],
    ['cdr:1,cd_min:1/1/0001', utc('1970-01-01T00:00:00'), undefined, false],
    ['cdr:1,cd_min:2024-03-01', utc('2024-03-01T00:00:00'), undefined, false],
    [undefined, undefined, undefined, false],
  ] as const) {
    it(String(tbs), () => {
      assert.deepEqual(parseTbs(tbs, NOW), { time: { from, to, byDate }, unread: [] })
    })
  }

  it('as far as it is understood', () => {
    const { time, unknownParts: unread } = parseTbs('li:1, qdr:x, cd_min:2/31/2024, sbd:1, toString:1', NOW)
    assert.deepEqual(time, { from: undefined, to: undefined, byDate: true })
    assert.deepEqual(unread, ['li:1', 'qdr:x', 'cd_min:2/31/2024', 'toString:1'])
  })
})

describe('a span that reaches back to a moment', () => {
  for (const [tbs, span] of [
    ['qdr:h', 'day'],
    ['qdr:d', 'day'],
    ['qdr:d2', 'week'],
    ['qdr:m', 'month'],
    ['qdr:m2', 'year'],
    ['qdr:y2', undefined],
  ] as const) {
    it(`for ${tbs} is ${span}`, () => assert.equal(spanSince(parseTbs(tbs, NOW).time.from!, NOW), span))
  }
  it('ends on the day that was named', () => {
    assert.equal(lastDay(parseTbs('cdr:1,cd_max:12/31/2024', NOW).time, NOW), '2024-12-31')
    assert.equal(lastDay(parseTbs('qdr:d', NOW).time, NOW), '2026-11-16')
  })
})
