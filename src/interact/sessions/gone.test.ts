import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endedFault } from '../session.ts'
import type { EndCause } from '../session.ts'

describe('gone', () => {
  const cases: Record<EndCause, RegExp> = {
    stopped: /ended: it was stopped\.$/,
    expired: /its time was over/,
    idle: /not used for 300 seconds/,
    credits: /no credits left/,
    crashed: /browser crashed/,
    restarted: /service was restarted/,
    lost: /service was interrupted/,
  }
  for (const [cause, says] of Object.entries(cases)) {
    it(`says why a session that was ${cause} has ended`, () => {
      const fault = endedFault({ cause: cause as EndCause, note: undefined }, 300)
      assert.deepEqual([fault.status, fault.details], [410, { reason: cause }])
      assert.match(fault.message, says)
    })
  }

  it('says what else there is to know', () => {
    const { message } = endedFault({ cause: 'stopped', note: 'Its profile was not saved.' }, 300)
    assert.equal(message, 'This browser session has ended: it was stopped. Its profile was not saved.')
  })
})
