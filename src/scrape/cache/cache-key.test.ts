import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ScrapeRequest } from '../../contract/scrape.ts'
import { cacheKey, deriveKey, isCacheable } from './cache-rules.ts'

const URL = 'https://example.com/page'

type Options = Record<string, unknown>

function request(options: Options = {}): ScrapeRequest {
  return ScrapeRequest.parse({ url: URL, ...options })
}

const ENGINE = 'engine 1'
const sameEntry = (one: Options, other: Options) => cacheKey(request(one)) === cacheKey(request(other))
const sameFields = (one: Options, other: Options) =>
  deriveKey(request(one), ENGINE) === deriveKey(request(other), ENGINE)

/** Pairs of requests that differ in one option and must not share a cache entry. */
const MUST_MATCH: Record<string, [Options, Options]> = {
  'the page': [{ url: 'https://example.com/a' }, { url: 'https://example.com/b' }],
  'the scheme': [{ url: 'https://example.com/' }, { url: 'http://example.com/' }],
  'the query': [{ url: 'https://example.com/?a=1' }, { url: 'https://example.com/?a=2' }],
  'the case of the path': [{ url: 'https://example.com/A' }, { url: 'https://example.com/a' }],
  'the port': [{ url: 'https://example.com:8443/' }, { url: 'https://example.com/' }],
  'the route of an application': [{ url: `${URL}#/users` }, { url: `${URL}#/teams` }],
  'the route in the old style': [{ url: `${URL}#!users` }, { url: `${URL}#!teams` }],
  mobile: [{ mobile: true }, {}],
  'the country': [{ location: { country: 'DE' } }, {}],
  'the languages': [{ location: { languages: ['de'] } }, {}],
  'the order of languages': [
    { location: { languages: ['de', 'en'] } },
    { location: { languages: ['en', 'de'] } },
  ],
  waitFor: [{ waitFor: 100 }, {}],
  blockAds: [{ blockAds: false }, {}],
  'a screenshot': [{ formats: ['markdown', 'screenshot'] }, {}],
  'a screenshot of the whole page': [
    { formats: [{ type: 'screenshot', fullPage: true }] },
    { formats: [{ type: 'screenshot' }] },
  ],
  'the stealth proxy': [{ proxy: 'stealth' }, { proxy: 'basic' }],
  'the enhanced proxy': [{ proxy: 'enhanced' }, {}],
}

/** Pairs of requests that may share a cache entry. */
const SAME_ENTRY: Record<string, [Options, Options]> = {
  'anything else': [{}, {}],
  'the case of the host': [{ url: 'https://EXAMPLE.com/page' }, {}],
  'the default port': [{ url: 'https://example.com:443/page' }, {}],
  'a missing path': [{ url: 'https://example.com' }, { url: 'https://example.com/' }],
  'a fragment within the page': [{ url: `${URL}#chapter-2` }, {}],
  'an empty fragment': [{ url: `${URL}#` }, {}],
  'the two names of one proxy': [{ proxy: 'stealth' }, { proxy: 'enhanced' }],
  'proxies that are not stealth': [{ proxy: 'basic' }, { proxy: 'auto' }],
  'a screenshot beside the formats': [{ screenshot: true }, { formats: ['markdown', 'screenshot'] }],
  'the format': [{ formats: ['links'] }, { formats: ['html', 'rawHtml'] }],
  'the selection': [{ onlyMainContent: false, includeTags: ['main'], excludeTags: ['nav'] }, {}],
  'cleaned and redacted content': [{ onlyCleanContent: true, redactPII: true }, {}],
  'embedded images': [{ removeBase64Images: false }, {}],
  parsers: [{ parsers: [] }, {}],
  'maxAge and minAge': [{ maxAge: 1 }, { minAge: 5, storeInCache: false }],
  retention: [{ zeroDataRetention: true }, { lockdown: true }],
  'the timeout': [{ timeout: 5_000 }, {}],
  'the check of certificates': [{ skipTlsVerification: false }, {}],
  'the origin of the request': [{ origin: 'sdk', integration: 'x' }, {}],
}

describe('the cache key', () => {
  for (const [what, [one, other]] of Object.entries(MUST_MATCH)) {
    it(`depends on ${what}`, () => assert.ok(!sameEntry(one, other)))
  }
  for (const [what, [one, other]] of Object.entries(SAME_ENTRY)) {
    it(`does not depend on ${what}`, () => assert.ok(sameEntry(one, other)))
  }

  it('keeps the parts of one option apart', () => {
    assert.ok(!sameEntry({ location: { country: 'DE' } }, { location: { languages: ['DE'] } }))
  })
})

/** One change for every option that affects the derived fields. */
const DERIVED_BY: Record<string, Options> = {
  'other formats': { formats: ['links'] },
  'more formats': { formats: ['markdown', 'links'] },
  'the options of a format': {
    formats: [{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'b' }] }],
  },
  onlyMainContent: { onlyMainContent: false },
  onlyCleanContent: { onlyCleanContent: true },
  includeTags: { includeTags: ['main'] },
  excludeTags: { excludeTags: ['nav'] },
  removeBase64Images: { removeBase64Images: false },
  parsers: { parsers: [] },
  redactPII: { redactPII: true },
}

describe('the derive key', () => {
  for (const [what, options] of Object.entries(DERIVED_BY)) {
    it(`depends on ${what}`, () => assert.ok(!sameFields(options, {})))
  }

  it('differs for each of these options', () => {
    const keys = Object.values(DERIVED_BY).map((options) => deriveKey(request(options), ENGINE))
    assert.equal(new Set(keys).size, keys.length)
  })

  it('depends on the engine version', () => {
    assert.notEqual(deriveKey(request(), 'engine 1'), deriveKey(request(), 'engine 2'))
  })

  it('does not depend on options that leave the fields unchanged', () => {
    const options = { url: 'https://example.com/b', mobile: true, maxAge: 5, timeout: 5_000, origin: 'sdk' }
    assert.ok(sameFields(options, {}))
  })
})

describe('caching', () => {
  const SKIPPED: Record<string, Options> = {
    headers: { headers: { accept: 'text/html' } },
    actions: { actions: [{ type: 'wait', milliseconds: 1 }] },
    'a profile': { profile: { name: 'me' } },
    'a profile that is only read': { profile: { name: 'me', saveChanges: false } },
    'change tracking': { formats: ['markdown', 'changeTracking'] },
    'change tracking beside the formats': { changeTracking: true },
    'the viewport of a screenshot': {
      formats: [{ type: 'screenshot', viewport: { width: 800, height: 600 } }],
    },
    'the quality of a screenshot': { formats: [{ type: 'screenshot', quality: 80 }] },
    'the quality of a screenshot beside the formats': { screenshot: { quality: 80 } },
  }
  for (const [what, options] of Object.entries(SKIPPED)) {
    it(`is skipped for a request with ${what}`, () => assert.equal(isCacheable(request(options)), false))
  }

  const NOT_SKIPPED: Record<string, Options> = {
    'no options': {},
    'a plain screenshot': { formats: ['screenshot'] },
    'a screenshot of the whole page': { formats: [{ type: 'screenshot', fullPage: true }] },
    'no headers and no actions': { headers: {}, actions: [] },
  }
  for (const [what, options] of Object.entries(NOT_SKIPPED)) {
    it(`is not skipped for a request with ${what}`, () => assert.equal(isCacheable(request(options)), true))
  }
})
