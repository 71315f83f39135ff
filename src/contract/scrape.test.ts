import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { ScrapeResponse, ScrapeRequest } from './scrape.ts'
import { validate } from './validate.ts'

const url = 'https://example.com'

test('fills every default of a scrape', () => {
  assert.deepEqual(validate(ScrapeRequest, { url }), {
    url,
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    onlyCleanContent: false,
    includeTags: [],
    excludeTags: [],
    headers: {},
    parsers: [
      { type: 'pdf', mode: 'auto', pages: false, blocks: false, pageMarkers: false },
      { type: 'image' },
    ],
    removeBase64Images: true,
    blockAds: true,
    redactPII: undefined,
    origin: 'api',
    timeout: 60_000,
    waitFor: 0,
    mobile: false,
    actions: [],
    location: { country: 'US', languages: [] },
    proxy: 'auto',
    storeInCache: true,
    lockdown: false,
    maxAge: 172_800_000,
    skipTlsVerification: true,
    zeroDataRetention: false,
  })
})

accepts(ScrapeRequest, {
  'what clients add': {
    given: { url, origin: 'js-sdk@4.42.0', integration: 'cli', domainTools: true, toolDetail: 'full' },
    gives: { url, origin: 'js-sdk@4.42.0', integration: 'cli' },
  },
  'the longest timeout': { given: { url, timeout: 3_600_000 }, gives: { timeout: 3_600_000 } },
  'the shortest timeout': { given: { url, timeout: 1000 }, gives: { timeout: 1000 } },
  'the longest wait': { given: { url, timeout: 120_000, waitFor: 60_000 }, gives: { waitFor: 60_000 } },
  'the longest wait without a timeout, which grows with it': {
    given: { url, waitFor: 60_000 },
    gives: { waitFor: 60_000, timeout: 120_000 },
  },
  'a short wait without a timeout, which stays': {
    given: { url, waitFor: 30_000 },
    gives: { waitFor: 30_000, timeout: 60_000 },
  },
  'half of the timeout as wait': { given: { url, timeout: 10_000, waitFor: 5000 }, gives: { waitFor: 5000 } },
  'waits of 60 s in all': {
    given: { url, waitFor: 30_000, actions: [{ type: 'wait', milliseconds: 30_000 }] },
    gives: { waitFor: 30_000 },
  },
  'a user name and password in the URL, which become a header': {
    given: { url: 'http://me:s%C3%BC%C3%9F@example.com/a' },
    gives: {
      url: 'http://example.com/a',
      headers: { authorization: `Basic ${Buffer.from('me:süß').toString('base64')}` },
      skipTlsVerification: false,
    },
  },
  'a user name in the URL beside a header of its own, which wins': {
    given: { url: 'http://me@example.com/a', headers: { Authorization: 'Bearer x' } },
    gives: { url: 'http://example.com/a', headers: { Authorization: 'Bearer x' } },
  },
  'a fresh scrape': { given: { url, maxAge: 0 }, gives: { maxAge: 0 } },
  'an own certificate rule in spite of headers': {
    given: { url, headers: { cookie: 'a=b' }, skipTlsVerification: true },
    gives: { skipTlsVerification: true },
  },
  'headers, and then checks certificates': {
    given: { url, headers: { cookie: 'a=b' } },
    gives: { headers: { cookie: 'a=b' }, skipTlsVerification: false },
  },
  'actions, and then checks certificates': {
    given: { url, actions: [{ type: 'scrape' }] },
    gives: { skipTlsVerification: false },
  },
  'lockdown, which retains nothing and takes old copies': {
    given: { url, lockdown: true },
    gives: { lockdown: true, zeroDataRetention: true, maxAge: 63_072_000_000 },
  },
  'an age to begin with, and then takes old copies': {
    given: { url, minAge: 5 },
    gives: { minAge: 5, maxAge: 63_072_000_000 },
  },
  'lockdown with an own age': { given: { url, lockdown: true, maxAge: 5 }, gives: { maxAge: 5 } },
  'zero data retention': { given: { url, zeroDataRetention: true }, gives: { zeroDataRetention: true } },
  'stealth for enhanced': { given: { url, proxy: 'stealth' }, gives: { proxy: 'enhanced' } },
  'a screenshot beside the formats': {
    given: { url, screenshot: true },
    gives: { formats: [{ type: 'markdown' }, { type: 'screenshot', fullPage: false }] },
  },
  'a screenshot with particulars beside the formats': {
    given: { url, formats: ['links'], screenshot: { fullPage: true, quality: 80 } },
    gives: { formats: [{ type: 'links' }, { type: 'screenshot', fullPage: true, quality: 80 }] },
  },
  'a screenshot asked for twice': {
    given: { url, formats: [{ type: 'screenshot', fullPage: true }], screenshot: true },
    gives: { formats: [{ type: 'screenshot', fullPage: true }] },
  },
  'no screenshot': { given: { url, screenshot: false }, gives: { formats: [{ type: 'markdown' }] } },
  'change tracking beside the formats': {
    given: { url, changeTracking: { modes: ['git-diff'], tag: 'x' } },
    gives: {
      formats: [{ type: 'markdown' }, { type: 'changeTracking', modes: ['git-diff'], tag: 'x' }],
    },
  },
  'a profile': {
    given: { url, profile: { name: 'me' } },
    gives: { profile: { name: 'me', saveChanges: true } },
  },
  'a location in small letters': {
    given: { url, location: { country: 'de', languages: ['de-DE'] } },
    gives: { location: { country: 'DE', languages: ['de-DE'] } },
  },
  'redactPII by a word': {
    given: { url, redactPII: true },
    gives: {
      redactPII: {
        mode: 'accurate',
        entities: ['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET'],
        replaceStyle: 'tag',
      },
    },
  },
  'redactPII with particulars': {
    given: { url, redactPII: { entities: ['EMAIL'], replaceStyle: 'mask' } },
    gives: { redactPII: { mode: 'accurate', entities: ['EMAIL'], replaceStyle: 'mask' } },
  },
  'no parsers': { given: { url, parsers: [] }, gives: { parsers: [] } },
  'parsers by name and with particulars': {
    given: { url, parsers: ['image', { type: 'pdf', mode: 'fast', maxPages: 10_000, pageMarkdown: true }] },
    gives: { parsers: [{ type: 'image' }, { type: 'pdf', mode: 'fast', maxPages: 10_000, pages: true }] },
  },
  'policy and audit fields': {
    given: { url, threatProtection: { mode: 'off' }, auditMetadata: { username: 'ann' } },
    gives: { threatProtection: { mode: 'off' }, auditMetadata: { username: 'ann' } },
  },
})

test('drops options without effect', () => {
  const read = validate(ScrapeRequest, {
    url,
    fastMode: true,
    useMock: 'x',
    domainTools: true,
    toolDetail: 'full',
  })
  for (const name of ['fastMode', 'useMock', 'domainTools', 'toolDetail', 'alexandria'])
    assert.ok(!(name in read), name)
})

test('drops redactPII when it is false', () => {
  assert.equal(validate(ScrapeRequest, { url, redactPII: false }).redactPII, undefined)
})

refuses(ScrapeRequest, {
  'no url': { given: {}, at: 'url', says: 'url is required' },
  'an unknown field': {
    given: { url, onlyMain: true },
    at: 'onlyMain',
    says: 'Did you mean `onlyMainContent`?',
  },
  'too short a timeout': { given: { url, timeout: 999 }, at: 'timeout', says: 'at least 1000' },
  'too long a timeout': { given: { url, timeout: 3_600_001 }, at: 'timeout', says: 'at most 3600000' },
  'a wait longer than half of the timeout': {
    given: { url, timeout: 10_000, waitFor: 5001 },
    at: 'waitFor',
    says: 'at most half of timeout, here 5000',
  },
  'too long a wait': {
    given: { url, timeout: 300_000, waitFor: 60_001 },
    at: 'waitFor',
    says: 'at most 60000',
  },
  'a negative wait': { given: { url, waitFor: -1 }, at: 'waitFor', says: 'at least 0' },
  'waits of more than 60 s in all': {
    given: {
      url,
      waitFor: 30_000,
      actions: [
        { type: 'wait', milliseconds: 29_001 },
        { type: 'wait', selector: 'a' },
      ],
    },
    at: 'actions',
    says: 'longer than 60000 ms',
  },
  'a negative age': { given: { url, maxAge: -1 }, at: 'maxAge', says: 'at least 0' },
  'a negative lower age': { given: { url, minAge: -1 }, at: 'minAge', says: 'at least 0' },
  'a proxy that is none': { given: { url, proxy: 'tor' }, at: 'proxy', says: 'basic, enhanced, auto' },
  'a screenshot by a word': { given: { url, screenshot: 'yes' }, at: 'screenshot', says: 'an object' },
  'too much quality beside the formats': {
    given: { url, screenshot: { quality: 101 } },
    at: 'screenshot.quality',
    says: 'at most 100',
  },
  'change tracking without markdown': {
    given: { url, formats: ['links'], changeTracking: true },
    at: 'changeTracking',
    says: 'requires the markdown format',
  },
  'a profile without a name': {
    given: { url, profile: { name: '' } },
    at: 'profile.name',
    says: 'not be empty',
  },
  'a profile with a long name': {
    given: { url, profile: { name: 'a'.repeat(129) } },
    at: 'profile.name',
    says: 'at most 128',
  },
  'a country that is none': {
    given: { url, location: { country: 'QQ' } },
    at: 'location.country',
    says: 'country code',
  },
  'a country by its name': {
    given: { url, location: { country: 'Germany' } },
    at: 'location.country',
    says: 'two-letter country code',
  },
  'a language that is none': {
    given: { url, location: { languages: ['de\r\nX: y'] } },
    at: 'location.languages.0',
    says: 'language tag',
  },
  'a header that breaks out': {
    given: { url, headers: { a: 'b\r\nc: d' } },
    at: 'headers.a',
    says: 'one line',
  },
  'a header with a wrong name': {
    given: { url, headers: { 'a b': 'c' } },
    at: 'headers.a b',
    says: 'valid header name',
  },
  'an unknown parser': { given: { url, parsers: ['doc'] }, at: 'parsers.0', says: 'one of pdf, image' },
  'too many pages': {
    given: { url, parsers: [{ type: 'pdf', maxPages: 10_001 }] },
    at: 'parsers.0.maxPages',
    says: '10000',
  },
  'no pages': {
    given: { url, parsers: [{ type: 'pdf', maxPages: 0 }] },
    at: 'parsers.0.maxPages',
    says: 'at least 1',
  },
  'an unknown kind of personal data': {
    given: { url, redactPII: { entities: ['AGE'] } },
    at: 'redactPII.entities.0',
    says: 'one of PERSON',
  },
  'a word for redactPII': { given: { url, redactPII: 'yes' }, at: 'redactPII', says: 'must be an object' },
  'an empty tag': { given: { url, includeTags: [''] }, at: 'includeTags.0', says: 'not be empty' },
  'more about a user than the name': {
    given: { url, auditMetadata: { username: 'a', role: 'b' } },
    at: 'auditMetadata.role',
    says: 'Unknown field',
  },
  'too long a user name': {
    given: { url, auditMetadata: { username: 'a'.repeat(1025) } },
    at: 'auditMetadata.username',
    says: 'at most 1024',
  },
  'too long an origin': { given: { url, origin: 'a'.repeat(1025) }, at: 'origin', says: 'at most 1024' },
  'too long an integration': {
    given: { url, integration: 'a'.repeat(257) },
    at: 'integration',
    says: 'at most 256',
  },
  'third-party tools, in the words that clients know': {
    given: { alexandria: [{ provider: 'x' }], requestId: 'y' },
    at: 'alexandria',
    says: 'This endpoint is not enabled for this team.',
    code: 'FORBIDDEN',
  },
})

test('describes a response with a document', () => {
  const good = {
    success: true,
    data: { markdown: '# Hi', metadata: { scrapeId: 'x', ogTitle: 'y', cacheState: 'miss' } },
  }
  assert.equal(ScrapeResponse.safeParse(good).success, true)
  assert.equal(ScrapeResponse.safeParse({ ...good, success: false }).success, false)
  assert.equal(ScrapeResponse.safeParse({ ...good, data: { markdown: 5 } }).success, false)
})
