import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryDelay } from './job-kind.ts'

const retry = { limit: 9, delaySeconds: 4, maxDelaySeconds: 60 }

const cases = [
  { attempt: 1, random: 0, seconds: 2 },
  { attempt: 1, random: 1, seconds: 4 },
  { attempt: 2, random: 1, seconds: 8 },
  { attempt: 4, random: 1, seconds: 32 },
  { attempt: 5, random: 1, seconds: 60 },
  { attempt: 5, random: 0, seconds: 30 },
  { attempt: 2000, random: 1, seconds: 60 },
]

for (const { attempt, random, seconds } of cases) {
  test(`waits ${seconds} s after attempt ${attempt} with a spread of ${random}`, () => {
    assert.equal(retryDelay(retry, attempt, random), seconds)
  })
}
