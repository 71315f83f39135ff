import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCompareInThread } from './compare-thread.ts'

const pair = (previous: string, current: string) => ({
  previous: Buffer.from(previous),
  current: Buffer.from(current),
  elapsedMs: 0,
  isDiffWanted: true,
})

const TOO_MUCH = { state: 'changed', description: { kind: 'too-much' } }
const large = 'Grüße 🌊\n'.repeat(200_000)

describe('texts compared in a thread', () => {
  it('are answered, also many at once', async () => {
    const compare = createCompareInThread()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => compare(pair(`Grüße ${turn} 🌊`, `Grüße ${turn % 2} 🌊`))),
    )
    assert.deepEqual(
      answers.map(({ state }) => state),
      ['same', 'same', ...Array(8).fill('changed')],
    )
    assert.deepEqual(answers[2], {
      state: 'changed',
      description: {
        kind: 'fine',
        diff: '--- previous\n+++ current\n@@ -1,1 +1,1 @@\n-Grüße 2 🌊\n+Grüße 0 🌊\n',
      },
    })
  })

  it('are too much when they take too long', async () => {
    const compare = createCompareInThread({ timeMs: 1, memoryMb: 768 })
    const late = pair(large, `${large}x`)
    assert.deepEqual(await Promise.all([late, late, late].map((one) => compare(one))), [
      TOO_MUCH,
      TOO_MUCH,
      TOO_MUCH,
    ])
  })

  it('are too much when they take too much memory, and the next ones are compared', async () => {
    const compare = createCompareInThread({ timeMs: 15_000, memoryMb: 20 })
    assert.deepEqual(await compare(pair(large, `${large}x`)), TOO_MUCH)
    assert.deepEqual(await compare(pair('a', 'a ')), { state: 'same' })
  })
})
