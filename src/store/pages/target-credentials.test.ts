import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFault } from '../../../test/support/is-fault.ts'
import { createTargetCredentials, hideCredentials } from './target-credentials.ts'

const OPTIONS = {
  url: 'https://example.com',
  headers: { Authorization: 'Bearer a', Cookie: 'session=ü' },
  actions: [
    { type: 'click', selector: '#user' },
    { type: 'write', text: 'pass word' },
    { type: 'executeJavascript', script: 'login("b")' },
  ],
}
const PLANS = {
  'a scrape': OPTIONS,
  'a crawl': { options: { limit: 3 }, scrapeOptions: OPTIONS },
  'a request without credentials': { url: 'https://example.com', headers: {}, actions: [] },
  'a task without options of pages': { prompt: 'headers' },
}

const credentials = createTargetCredentials('a secret')

describe('credentials in stored options', () => {
  for (const [name, plan] of Object.entries(PLANS)) {
    it(`of ${name} can be decrypted, and are not in the stored text`, () => {
      const stored = JSON.stringify(credentials.encrypt(plan))
      for (const secret of ['Bearer a', 'session', 'pass word', 'login'])
        assert.ok(!stored.includes(secret), secret)
      assert.deepEqual(credentials.decrypt(JSON.parse(stored)), plan)
    })
  }

  it('without encryption are read unchanged', () => {
    assert.deepEqual(credentials.decrypt(OPTIONS), OPTIONS)
  })

  it('are redacted value by value, so that the names stay visible', () => {
    assert.deepEqual(hideCredentials({ scrapeOptions: OPTIONS }).scrapeOptions, {
      url: 'https://example.com',
      headers: { Authorization: '[redacted]', Cookie: '[redacted]' },
      actions: [
        { type: 'click', selector: '#user' },
        { type: 'write', text: '[redacted]' },
        { type: 'executeJavascript', script: '[redacted]' },
      ],
    })
  })

  it('fail with a clear message after the root secret has changed', () => {
    const closed = createTargetCredentials('another secret').encrypt(OPTIONS)
    assert.throws(
      () => credentials.decrypt(closed),
      isFault('CONFLICT', /root secret of the service has changed/),
    )
  })
})
