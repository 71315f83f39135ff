import assert from 'node:assert/strict'
import { Fault } from '../../src/fault.ts'
import type { FaultCode } from '../../src/fault.ts'

/** For `assert.rejects`: exactly this fault, with a matching message. */
export function isFault(code: FaultCode, message = /./) {
  return (error: unknown) => {
    assert.ok(error instanceof Fault, `expected a Fault, got ${error}`)
    assert.equal(error.code, code)
    assert.match(error.message, message)
    return true
  }
}
