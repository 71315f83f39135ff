import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { startTestApp, useApp } from '../support/app.ts'
import { avoidMidnight } from '../support/avoid-midnight.ts'
import { newAddress } from '../support/new-address.ts'

const REQUESTS = 5
const CREDITS = 3
const SECONDS_OF_DAY = 86_400

beforeEach(avoidMidnight)
const app = useApp({
  WINNOW_KEYLESS_REQUESTS: `${REQUESTS}`,
  WINNOW_KEYLESS_CREDITS: `${CREDITS}`,
  // The tests call through a proxy, so that each has an address of its own.
  WINNOW_TRUSTED_PROXIES: '127.0.0.1',
})

function ask(address: string, headers = {}) {
  return app().call('/v2/keyless/eligibility', {
    key: null,
    headers: { ...headers, 'x-forwarded-for': address },
  })
}

describe('GET /v2/keyless/eligibility', () => {
  it('says that an address may go without a key, and counts nothing', async () => {
    const address = newAddress()
    assert.deepEqual((await ask(address)).body, { success: true, eligible: true })
    const counted = await app().database.db.rows(`select from keyless_days where address = $1`, [address])
    assert.deepEqual(counted, [])
  })

  it('says which limit of the day is used up, and how long the day lasts', async () => {
    for (const [reason, requests, credits] of [
      ['requests', REQUESTS, 0],
      ['credits', 1, CREDITS],
    ] as const) {
      const address = newAddress()
      await app().database.db.rows(
        `insert into keyless_days (day, address, requests, credits) values ((now() at time zone 'UTC')::date, $1, $2, $3)`,
        [address, requests, credits],
      )
      const { status, body } = await ask(address)
      const { retryAfterSeconds, ...said } = body
      assert.deepEqual([status, said], [200, { success: true, eligible: false, reason }])
      assert.ok(retryAfterSeconds > 0 && retryAfterSeconds <= SECONDS_OF_DAY)
      const scraped = await app().call('/v2/scrape', {
        key: null,
        json: { url: app().url },
        headers: { 'x-forwarded-for': address },
      })
      assert.equal(scraped.body.reason, reason)
    }
  })

  it('is refused to whoever asks for another address than his own', async () => {
    for (const name of ['x-firecrawl-keyless-ip', 'x-firecrawl-keyless-secret']) {
      const { status, body } = await ask(newAddress(), { [name]: '198.51.100.7' })
      assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED'])
    }
  })

  it('says that it is off where everybody needs a key', async () => {
    await using off = await startTestApp({ WINNOW_KEYLESS: 'off' })
    const { body } = await off.call('/v2/keyless/eligibility', { key: null })
    assert.deepEqual(body, { success: true, eligible: false, reason: 'disabled' })
  })
})
