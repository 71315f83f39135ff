import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ScrapeRequest } from '../../contract/scrape.ts'
import { cacheUse } from './cache-rules.ts'

const ALL = { read: true, write: true, share: true, only: undefined }
const NOTHING = { read: false, write: false, share: false, only: undefined }
const READ = { ...NOTHING, read: true }

const CASES: Record<string, { given: Record<string, unknown>; use: ReturnType<typeof cacheUse> }> = {
  'an ordinary request': { given: {}, use: ALL },
  'the smallest age': { given: { maxAge: 1 }, use: ALL },
  'maxAge: 0': { given: { maxAge: 0 }, use: { ...NOTHING, write: true } },
  'maxAge: 0 and storeInCache: false': { given: { maxAge: 0, storeInCache: false }, use: NOTHING },
  'storeInCache: false': { given: { storeInCache: false }, use: READ },
  'zero data retention': { given: { zeroDataRetention: true }, use: READ },
  headers: { given: { headers: { 'x-a': 'b' } }, use: NOTHING },
  actions: { given: { actions: [{ type: 'wait', milliseconds: 1 }] }, use: NOTHING },
  'a profile': { given: { profile: { name: 'me' } }, use: NOTHING },
  'change tracking': { given: { changeTracking: true }, use: NOTHING },
  'a viewport': { given: { screenshot: { viewport: { width: 9, height: 9 } } }, use: NOTHING },
  lockdown: { given: { lockdown: true }, use: { ...READ, only: 'lockdown' } },
  'lockdown and maxAge: 0': { given: { lockdown: true, maxAge: 0 }, use: { ...NOTHING, only: 'lockdown' } },
  'lockdown and headers': {
    given: { lockdown: true, headers: { 'x-a': 'b' } },
    use: { ...NOTHING, only: 'lockdown' },
  },
  minAge: { given: { minAge: 1_000 }, use: { ...ALL, share: false, only: 'minAge' } },
  'minAge: 0': { given: { minAge: 0 }, use: { ...ALL, share: false, only: 'minAge' } },
  'minAge and zero data retention': {
    given: { minAge: 5, zeroDataRetention: true },
    use: { ...READ, only: 'minAge' },
  },
  'minAge and actions': {
    given: { minAge: 5, actions: [{ type: 'wait', milliseconds: 1 }] },
    use: { ...NOTHING, only: 'minAge' },
  },
  'minAge and lockdown': { given: { minAge: 5, lockdown: true }, use: { ...READ, only: 'lockdown' } },
}

describe('cache use of a request', () => {
  for (const [what, { given, use }] of Object.entries(CASES)) {
    it(what, () => {
      assert.deepEqual(cacheUse(ScrapeRequest.parse({ url: 'https://example.com', ...given })), use)
    })
  }

  it('does not share fetches within a crawl', () => {
    const request = ScrapeRequest.parse({ url: 'https://example.com' })
    assert.deepEqual(cacheUse({ ...request, discovers: true }), { ...ALL, share: false })
  })

  it('retains nothing under lockdown, even when the options were not normalized as for a scrape', () => {
    const request = ScrapeRequest.parse({ url: 'https://example.com', lockdown: true })
    assert.equal(cacheUse({ ...request, zeroDataRetention: false }).write, false)
  })
})
