import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fault, fullDisk, isFullDisk } from './fault.ts'
import type { FaultCode } from './fault.ts'

describe('a fault', () => {
  it('has the status of its code, a message for the caller and a cause for the log', () => {
    const cause = new Error('ECONNRESET')
    const fault = new Fault('SCRAPE_SITE_ERROR' satisfies FaultCode, 'The target broke off.', {
      cause,
      details: { hop: 2 },
    })
    assert.deepEqual(
      [fault.status, fault.retryable, fault.message, fault.cause, fault.details],
      [500, true, 'The target broke off.', cause, { hop: 2 }],
    )
  })
})

describe('isFullDisk', () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT'])
    it(`knows ${code}`, () => assert.ok(isFullDisk(Object.assign(new Error('no room'), { code }))))
  it('knows what it was made into', () => assert.ok(isFullDisk(fullDisk(new Error('no room')))))
  for (const other of [new Error('no room'), new Fault('UNAVAILABLE', 'away'), undefined, 'ENOSPC'])
    it(`does not mean ${String(other)}`, () => assert.ok(!isFullDisk(other)))
})
