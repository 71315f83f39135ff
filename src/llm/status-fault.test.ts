import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { retryAfterMs } from './status-fault.ts'

describe('retryAfterMs', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const given: [headers: Record<string, string | string[]>, milliseconds: number | undefined][] = [
    [{}, undefined],
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': ['2', '9'] }, 2000],
    [{ 'retry-after': '9', 'retry-after-ms': '120' }, 120],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:04 GMT' }, 4000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
  ]
  for (const [headers, milliseconds] of given) {
    it(`reads ${JSON.stringify(headers)}`, () => assert.equal(retryAfterMs(headers, now), milliseconds))
  }
})
