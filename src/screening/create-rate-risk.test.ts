import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { pino } from 'pino'
import { startProvider } from '../../test/support/search-provider.ts'
import type { ProviderResponse } from '../../test/support/search-provider.ts'
import { markConnectionFailure } from '../egress/target-fault.ts'
import { createEgress, parseAllowedTargets } from '../egress/egress.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { createRateRisk } from './rate-risk.ts'
import type { CheckerSettings } from './settings.ts'

const KEY = 'nobody-may-read-this'
const egress = createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1') })
after(() => egress[Symbol.asyncDispose]())
const { signal } = new AbortController()

/** A checker at an endpoint that says so, with a clock that moves by hand and a log that can be read. */
async function checking(
  react: (index: number) => ProviderResponse | Promise<ProviderResponse>,
  { patienceMs = 10_000, request }: { patienceMs?: number; request?: EgressRequest } = {},
) {
  const fake = await startProvider((_, index) => react(index))
  const logged: string[] = []
  const clock = { now: 0 }
  const settings: CheckerSettings = { name: 'http', url: `${fake.url}/check`, key: KEY }
  const rateRisk = await createRateRisk({
    settings,
    request: request ?? egress.request,
    userAgent: 'Winnow/test',
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    timeoutMs: patienceMs,
    now: () => clock.now,
  })
  return {
    rate: (path = '', of = signal) => rateRisk(`https://a.example/${path}`, of),
    asked: () => fake.requests.length,
    clock,
    logged,
    [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose](),
  }
}

describe('the memory of a checker', () => {
  it('repeats good and bad ratings for five minutes', async () => {
    await using checker = await checking((index) => ({ score: index === 1 ? 90 : 0 }))
    for (const _ of [1, 2]) assert.equal((await checker.rate('good')).score, 0)
    for (const _ of [1, 2]) assert.equal((await checker.rate('bad')).score, 90)
    assert.equal(checker.asked(), 2)
    checker.clock.now += 5 * 60_000 - 1
    await checker.rate('good')
    assert.equal(checker.asked(), 2)
    checker.clock.now += 1
    await checker.rate('good')
    assert.equal(checker.asked(), 3)
  })

  it('repeats no failure', async () => {
    await using checker = await checking((index) => (index === 0 ? { status: 500, body: '' } : { score: 7 }))
    await assert.rejects(checker.rate())
    assert.equal((await checker.rate()).score, 7)
  })

  it('asks once for all who ask at the same time', async () => {
    await using checker = await checking(() => ({ score: 7 }))
    const ratings = await Promise.all(Array.from({ length: 20 }, () => checker.rate()))
    assert.deepEqual([ratings.length, checker.asked()], [20, 1])
  })

  it('leaves the others their answer when one gives up', async () => {
    const said = Promise.withResolvers<ProviderResponse>()
    await using checker = await checking(() => said.promise)
    const leaving = new AbortController()
    const first = checker.rate('', leaving.signal)
    const second = checker.rate()
    leaving.abort(new Fault('SCRAPE_JOB_CANCELLED', 'gone'))
    await assert.rejects(first, { code: 'SCRAPE_JOB_CANCELLED' })
    said.resolve({ score: 7 })
    assert.equal((await second).score, 7)
    assert.equal(checker.asked(), 1)
  })
})

describe('the time of a checker', () => {
  it('is bounded', async () => {
    await using checker = await checking(() => new Promise<ProviderResponse>(() => {}), { patienceMs: 20 })
    await assert.rejects(checker.rate(), /It did not answer within 20 ms/)
  })

  it('is enough for one more attempt when no connection came about', async () => {
    let attempts = 0
    const request: EgressRequest = async (url, options) => {
      if (++attempts === 1) throw markConnectionFailure(new Fault('SCRAPE_SITE_ERROR', 'broken off'))
      return egress.request(url, options)
    }
    await using checker = await checking(() => ({ score: 7 }), { request })
    assert.deepEqual([(await checker.rate()).score, attempts], [7, 2])
  })

  it('is not spent on a third', async () => {
    let attempts = 0
    const request: EgressRequest = async () => {
      attempts++
      throw markConnectionFailure(new Fault('SCRAPE_SITE_ERROR', 'broken off'))
    }
    await using checker = await checking(() => ({ score: 7 }), { request })
    await assert.rejects(checker.rate())
    assert.equal(attempts, 2)
  })
})

describe('a checker in trouble', () => {
  const isPaused = /several times in a row/
  const failing: ProviderResponse = { status: 500, body: '' }

  it('is left alone after five failures, then asked by one, and is back when that one is answered', async () => {
    let said = Promise.resolve<ProviderResponse>(failing)
    await using checker = await checking(() => said)
    for (const path of ['1', '2', '3', '4', '5']) await assert.rejects(checker.rate(path), /trouble/)
    await assert.rejects(checker.rate('6'), isPaused)
    checker.clock.now += 29_999
    await assert.rejects(checker.rate('6'), isPaused)
    assert.equal(checker.asked(), 5)

    checker.clock.now += 1
    await assert.rejects(checker.rate('6'), /trouble/)
    await assert.rejects(checker.rate('7'), isPaused)
    assert.equal(checker.asked(), 6)

    checker.clock.now += 30_000
    const answer = Promise.withResolvers<ProviderResponse>()
    said = answer.promise
    const trying = checker.rate('8')
    await assert.rejects(checker.rate('9'), isPaused)
    answer.resolve({ score: 7 })
    assert.equal((await trying).score, 7)
    assert.equal((await checker.rate('9')).score, 7)
  })

  it('is not left alone when something is answered in between', async () => {
    await using checker = await checking((index) => (index % 5 === 4 ? { score: 7 } : failing))
    for (let round = 0; round < 20; round++) await checker.rate(`${round}`).catch(() => {})
    assert.equal(checker.asked(), 20)
  })

  it('cannot be had left alone by asking about what it does not rate', async () => {
    await using checker = await checking(() => ({ status: 400, body: '' }))
    for (let round = 0; round < 10; round++) await assert.rejects(checker.rate(`${round}`), /does not rate/)
    assert.equal(checker.asked(), 10)
  })

  it('is logged with the reason, without the address and the key', async () => {
    await using checker = await checking(() => ({ status: 403, body: `no ${KEY} for you` }))
    for (const path of ['1', '2', '3', '4', '5', '6']) await assert.rejects(checker.rate(path))
    assert.equal(checker.logged.length, 6)
    assert.match(checker.logged[0]!, /"checker":"http","reason":"It does not accept its key/)
    assert.match(checker.logged.at(-1)!, /left alone for a while/)
    assert.doesNotMatch(checker.logged.join(''), new RegExp(`${KEY}|a\\.example`))
  })
})
