import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ScrapeRequest } from '../../contract/scrape.ts'
import { rejectUnsupported } from './admit.ts'

function refusing(options: Record<string, unknown>): () => void {
  const request = ScrapeRequest.parse({ url: 'https://site.test', ...options })
  return () => rejectUnsupported(request)
}

describe('what is not built is refused by name', () => {
  const cases: [Record<string, unknown>, RegExp][] = [[{ onlyCleanContent: true }, /onlyCleanContent/]]
  for (const [options, message] of cases) {
    it(JSON.stringify(options), () => assert.throws(refusing(options), { code: 'NOT_IMPLEMENTED', message }))
  }
})

describe('a selector that is none is a bad request', () => {
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ includeTags: ['p', 'a['] }, /includeTags.*a\[/],
    [{ excludeTags: [':nonsense(1)'] }, /excludeTags/],
    [{ formats: [{ type: 'attributes', selectors: [{ selector: '>>', attribute: 'x' }] }] }, /selector/],
  ]
  for (const [options, message] of cases) {
    it(JSON.stringify(options), () => assert.throws(refusing(options), { code: 'BAD_REQUEST', message }))
  }
})

it('a file as it is cannot be rid of personal data', () => {
  const redacting = refusing({ formats: ['rawBase64'], redactPII: true })
  assert.throws(redacting, { code: 'BAD_REQUEST', message: /rawBase64/ })
})

describe('everything else passes', () => {
  const cases: Record<string, unknown>[] = [
    {},
    { screenshot: true, waitFor: 10, mobile: true, proxy: 'enhanced', profile: { name: 'x' } },
    { actions: [{ type: 'wait', milliseconds: 10 }], location: { country: 'DE', languages: ['de'] } },
    { minAge: 0, lockdown: true },
    { threatProtection: { mode: 'normal' } },
    { formats: ['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'branding', 'changeTracking'] },
    {
      formats: [
        { type: 'json', prompt: 'x' },
        { type: 'question', question: 'x' },
      ],
      redactPII: true,
    },
    { zeroDataRetention: true, storeInCache: false, maxAge: 0, blockAds: false, proxy: 'basic', parsers: [] },
    { location: { country: 'us' }, mobile: false, waitFor: 0, actions: [], redactPII: false },
    { includeTags: ['main > p:first-child'], excludeTags: ['.ad, #x[data-y="1"]'] },
  ]
  for (const options of cases) it(JSON.stringify(options), () => assert.doesNotThrow(refusing(options)))
})
