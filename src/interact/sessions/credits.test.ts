import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { creditsOf } from './credit-hold.ts'

describe('creditsOf', () => {
  const cases: { durationMs: number; code: number; prompt: number }[] = [
    { durationMs: 0, code: 2, prompt: 7 },
    { durationMs: 1, code: 2, prompt: 7 },
    { durationMs: 59_999, code: 2, prompt: 7 },
    { durationMs: 60_000, code: 2, prompt: 7 },
    { durationMs: 60_001, code: 4, prompt: 14 },
    { durationMs: 600_000, code: 20, prompt: 70 },
    { durationMs: 3_600_000, code: 120, prompt: 420 },
  ]
  for (const { durationMs, code, prompt } of cases) {
    it(`takes ${code} for ${durationMs} ms of code, ${prompt} with a prompt`, () => {
      assert.equal(creditsOf(durationMs, false), code)
      assert.equal(creditsOf(durationMs, true), prompt)
    })
  }
})
