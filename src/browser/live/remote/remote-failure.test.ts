import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { remoteFailure } from './create-remote.ts'

describe('remoteFailure', () => {
  const cases: [string, string, string][] = [
    [
      'says what was waited for',
      "locator.click: Timeout 300ms exceeded.\nCall log:\n\u001B[2m  - waiting for locator('#nope')\u001B[22m\n  - more\n",
      "locator.click: Timeout 300ms exceeded.\nIt was waiting for locator('#nope').",
    ],
    [
      'keeps elements that were found besides',
      "locator.click: Error: strict mode violation: locator('a') resolved to 2 elements:\n    1) <a>x</a> aka getByText('x')\n\nCall log:\n  - waiting for locator('a')",
      "locator.click: Error: strict mode violation: locator('a') resolved to 2 elements:\n    1) <a>x</a> aka getByText('x')\nIt was waiting for locator('a').",
    ],
    [
      'leaves out where it was in the code',
      'page.evaluate: ReferenceError: x is not defined\n    at eval (eval at evaluate (:302:30), <anonymous>:1:1)\n    at UtilityScript.evaluate (/srv/winnow/x.js:304:16)',
      'page.evaluate: ReferenceError: x is not defined',
    ],
  ]
  for (const [name, said, told] of cases) {
    it(name, () => assert.equal(remoteFailure(new Error(said)).message, told))
  }

  it('keeps what a program may tell apart', () => {
    assert.equal(
      remoteFailure(Object.assign(new Error('late'), { name: 'TimeoutError' })).kind,
      'TimeoutError',
    )
    assert.equal(remoteFailure(Object.assign(new Error('x'), { name: 'Fault' })).kind, 'Error')
  })

  it('is short', () => assert.ok(remoteFailure(new Error('x'.repeat(100_000))).message.length < 2_000))
})
