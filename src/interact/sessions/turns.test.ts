import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTurns } from './cover.ts'

const forever = new AbortController().signal

describe('turns', () => {
  it('are had one at a time, in the order of asking', async () => {
    const turns = createTurns()
    const seen: string[] = []
    await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        using _turn = await turns.take(forever)
        seen.push(`${name} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        seen.push(`${name} ends`)
      }),
    )
    assert.deepEqual(seen, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  it('pass over who gave up waiting', async () => {
    const turns = createTurns()
    const first = await turns.take(forever)
    const impatient = new AbortController()
    const second = turns.take(impatient.signal)
    const third = turns.take(forever)
    const reason = new Error('enough')
    impatient.abort(reason)
    await assert.rejects(second, reason)
    first[Symbol.dispose]()
    ;(await third)[Symbol.dispose]()
  })
})
