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
    it(`of ${name} can be read again, and are not in the text meanwhile`, () => {
      const stored = JSON.stringify(credentials.encrypt(plan))
      for (const secret of ['Bearer a', 'session', 'pass word', 'login'])
        assert.ok(!stored.includes(secret), secret)
      assert.deepEqual(credentials.decrypt(JSON.parse(stored)), plan)
    })
  }

  it('that are not encrypted are read as they are', () => {
    assert.deepEqual(credentials.decrypt(OPTIONS), OPTIONS)
  })

  it('are hidden value by value, so that it can be seen what there was', () => {
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

  it('cannot be read with another root secret, which is said plainly', () => {
    const closed = createTargetCredentials('another secret').encrypt(OPTIONS)
    assert.throws(
      () => credentials.decrypt(closed),
      isFault('CONFLICT', /root secret of the service has changed/),
    )
  })
})
