import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { startWatchdog } from './watchdog.ts'
import type { WatchdogOptions } from './watchdog.ts'

type Answer = { state: 'held' | 'insufficient' | 'gone' } | 'trouble'

function watched(answers: Answer[], given: Partial<WatchdogOptions> = {}) {
  const clock = createManualClock()
  const happened: string[] = []
  const vigil = startWatchdog({
    clock,
    ttlMs: 300_000,
    activityTtlMs: 300_000,
    idleMs: () => 0,
    async holdMinutes(reachMs) {
      happened.push(`until ${reachMs}`)
      const answer = answers.shift() ?? { state: 'held' }
      if (answer === 'trouble') throw new Error('The database is away.')
      return answer
    },
    onError: () => happened.push('trouble'),
    end: (cause) => happened.push(cause),
    ...given,
  })
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { vigil, happened, pass }
}

describe('a vigil', () => {
  it('has every minute paid for when it begins, and none after the last', async () => {
    const { happened, pass } = watched([], { ttlMs: 180_000 })
    for (let minute = 0; minute < 3; minute++) await pass(60_000)
    assert.deepEqual(happened, ['until 60001', 'until 120001', 'expired'])
  })

  it('tries again when paying fails', async () => {
    const { happened, pass } = watched(['trouble', 'trouble'])
    await pass(60_000)
    await pass(999)
    await pass(1)
    await pass(1_000)
    await pass(58_000)
    assert.deepEqual(happened, [
      'until 60001',
      'trouble',
      'until 60001',
      'trouble',
      'until 60001',
      'until 120001',
    ])
  })

  const ends: [Answer, string][] = [
    [{ state: 'insufficient' }, 'credits'],
    [{ state: 'gone' }, 'lost'],
  ]
  for (const [answer, cause] of ends) {
    it(`ends a session when paying is answered with ${JSON.stringify(answer)}`, async () => {
      const { happened, pass } = watched([answer])
      await pass(60_000)
      assert.deepEqual(happened, ['until 60001', cause])
    })
  }

  it('ends nothing any more when it is over', async () => {
    const { vigil, happened, pass } = watched(['trouble'])
    const paying = pass(60_000)
    vigil[Symbol.dispose]()
    await paying
    await pass(600_000)
    assert.deepEqual(happened, ['until 60001', 'trouble'])
  })
})
