import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fault } from '../fault.ts'
import type { Rating } from './send-request.ts'
import { withCache } from './rate-risk.ts'

const { signal } = new AbortController()

function remembered(rating: Partial<Rating>, most?: number) {
  const asked: string[] = []
  const clock = { now: 0 }
  const rateRisk = withCache(
    async (url) => {
      asked.push(url)
      return { score: 0, categories: [], ...rating }
    },
    { now: () => clock.now, ...(most !== undefined && { most }) },
  )
  return { asked, clock, rate: (url: string, of = signal) => rateRisk(url, of) }
}

describe('remembered ratings', () => {
  it('hold as long as whoever rates says', async () => {
    const { asked, clock, rate } = remembered({ ttlMs: 1000 })
    await rate('a')
    clock.now = 999
    await rate('a')
    assert.equal(asked.length, 1)
    clock.now = 1000
    await rate('a')
    assert.equal(asked.length, 2)
  })

  it('do not hold when they are over already', async () => {
    const { asked, rate } = remembered({ ttlMs: -5 })
    await rate('a')
    await rate('a')
    assert.equal(asked.length, 2)
  })

  it('hold for a day at most', async () => {
    const { asked, clock, rate } = remembered({ ttlMs: Number.POSITIVE_INFINITY })
    await rate('a')
    clock.now = 24 * 60 * 60_000
    await rate('a')
    assert.equal(asked.length, 2)
  })

  it('are bounded in number, and the oldest goes first', async () => {
    const { asked, rate } = remembered({}, 2)
    for (const url of ['a', 'b', 'c', 'b', 'c']) await rate(url)
    assert.deepEqual(asked, ['a', 'b', 'c'])
    await rate('a')
    assert.equal(asked.length, 4)
  })

  it('are not asked for by who has given up already', async () => {
    const { asked, rate } = remembered({})
    const late = AbortSignal.abort(new Fault('SCRAPE_TIMEOUT', 'late'))
    await assert.rejects(rate('a', late), { code: 'SCRAPE_TIMEOUT' })
    assert.deepEqual(asked, [])
  })
})
