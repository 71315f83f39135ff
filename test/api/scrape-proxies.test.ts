import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'
import { startHttpProxy } from '../support/upstream-proxy.ts'
import type { UpstreamProxy } from '../support/upstream-proxy.ts'

const open = new AsyncDisposableStack()
let app: TestApp
let site: Site
let basic: UpstreamProxy
let enhanced: UpstreamProxy

before(async () => {
  site = open.use(await startSite())
  basic = open.use(await startHttpProxy({ sitePort: site.port, credentials: 'me:secret' }))
  enhanced = open.use(await startHttpProxy({ sitePort: site.port, credentials: 'me-de:secret' }))
  app = open.use(
    await startTestApp({
      WINNOW_PROXY_URL: `http://me:secret@127.0.0.1:${basic.port}`,
      WINNOW_STEALTH_PROXY_URL: `http://me-{country}:secret@127.0.0.1:${enhanced.port}`,
    }),
  )
})
after(() => open.disposeAsync())
beforeEach(() => {
  basic.asked.length = 0
  enhanced.asked.length = 0
})

const location = { country: 'DE' }

async function scrape(path: string, options: object = {}) {
  const { status, body } = await app.call('/v2/scrape', {
    json: { url: site.url + path, maxAge: 0, location, ...options },
  })
  return { status, body, data: body.data }
}

describe('with upstream proxies', () => {
  it('a page comes through the basic one', async () => {
    const { data } = await scrape('/article', { proxy: 'basic' })
    assert.deepEqual([data.metadata.proxyUsed, data.metadata.fetchedBy], ['basic', 'http'])
    assert.deepEqual([basic.asked.length, enhanced.asked.length], [1, 0])
  })

  it('a page comes through the enhanced one, in the country asked for', async () => {
    const { data } = await scrape('/article', { proxy: 'stealth' })
    assert.deepEqual([data.metadata.proxyUsed, data.metadata.fetchedBy], ['stealth', 'browser'])
    assert.equal(basic.asked.length, 0)
    assert.ok(enhanced.credentials.every((given) => given === 'me-de:secret'))
  })

  it('the browser goes through the basic one too', async () => {
    const { data } = await scrape('/article', { proxy: 'basic', waitFor: 1 })
    assert.deepEqual([data.metadata.proxyUsed, data.metadata.fetchedBy], ['basic', 'browser'])
    assert.ok(basic.asked.length > 0)
  })

  it('auto turns to the enhanced one when a site turns the basic one away', async () => {
    const { data } = await scrape('/status/403')
    assert.deepEqual([data.metadata.statusCode, data.metadata.proxyUsed], [403, 'stealth'])
    assert.ok(basic.asked.length > 0 && enhanced.asked.length > 0)
  })

  it('a private address is refused, and no proxy gets the request', async () => {
    const { status, body } = await app.call('/v2/scrape', {
      json: { url: 'http://169.254.169.254/latest/', maxAge: 0 },
    })
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    assert.deepEqual([basic.asked, enhanced.asked], [[], []])
  })
})
