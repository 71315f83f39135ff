import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { SearchResponse, SearchFeedbackRequest, SearchRequest } from './search.ts'
import { validate } from './validate.ts'

const query = 'open data'
const plain = { tbs: undefined, filter: undefined, lang: undefined, country: 'us', location: undefined }

test('fills every default of a search', () => {
  const { scrapeOptions, ...search } = validate(SearchRequest, { query })
  assert.deepEqual(scrapeOptions.formats, [])
  assert.deepEqual(search, {
    query,
    limit: 10,
    sources: [{ type: 'web', ...plain }],
    categories: [],
    includeDomains: [],
    excludeDomains: [],
    safe: false,
    timeout: 60_000,
    ignoreInvalidURLs: false,
    asyncScraping: false,
    highlights: true,
    enterprise: [],
    threatProtection: undefined,
    auditMetadata: undefined,
    origin: 'api',
  })
})

accepts(SearchRequest, {
  'what one client sends by default, without the catalogue': {
    given: { query, sources: ['web', 'alexandria'], domainTools: true, toolDetail: 'compact', origin: 'mcp' },
    gives: { sources: [{ type: 'web' }], origin: 'mcp' },
  },
  'only the catalogue, which is nothing': {
    given: { query, sources: ['alexandria'] },
    gives: { sources: [] },
  },
  'no sources, which means web': {
    given: { query, sources: [] },
    gives: { sources: [{ type: 'web', ...plain }] },
  },
  'each source once': {
    given: { query, sources: ['news', 'web', { type: 'news' }, 'images'] },
    gives: { sources: [{ type: 'news' }, { type: 'web' }, { type: 'images' }] },
  },
  'a time for all sources and another one for web': {
    given: { query, tbs: 'qdr:y', sources: [{ type: 'web', tbs: 'qdr:d', lang: 'de', filter: 'x' }, 'news'] },
    gives: {
      sources: [
        { type: 'web', ...plain, tbs: 'qdr:d', lang: 'de', filter: 'x' },
        { type: 'news', ...plain, tbs: 'qdr:y' },
      ],
    },
  },
  'a place, which does away with the default country': {
    given: { query, location: 'Berlin' },
    gives: { sources: [{ type: 'web', ...plain, country: undefined, location: 'Berlin' }] },
  },
  'a country in capitals beside a place': {
    given: { query, location: 'Berlin', country: 'DE' },
    gives: { sources: [{ type: 'web', ...plain, country: 'de', location: 'Berlin' }] },
  },
  'categories by name, object and alias': {
    given: { query, categories: ['github', { type: 'pdf' }, 'github'] },
    gives: { categories: ['github', 'pdf'] },
  },
  'developer under all its names': {
    given: {
      query,
      categories: ['repo', 'code', 'docs', 'devdex', { type: 'repo_search' }, 'developer_index', 'developer'],
    },
    gives: { categories: ['developer'] },
  },
  'domains in capitals': {
    given: { query, includeDomains: [' Example.COM '] },
    gives: { includeDomains: ['example.com'] },
  },
  'local domains': {
    given: { query, includeDomains: ['localhost', '127.0.0.1'] },
    gives: { includeDomains: ['localhost', '127.0.0.1'] },
  },
  'an empty list beside a full one': {
    given: { query, includeDomains: [], excludeDomains: ['example.com'] },
    gives: { excludeDomains: ['example.com'] },
  },
  'formats, and then scrapes': {
    given: { query, scrapeOptions: { formats: ['markdown'], onlyMainContent: false } },
    gives: {
      scrapeOptions: { formats: [{ type: 'markdown' }], onlyMainContent: false, maxAge: 172_800_000 },
    },
  },
  'policy fields among the scrape options': {
    given: { query, scrapeOptions: { threatProtection: { mode: 'off' }, auditMetadata: { username: 'a' } } },
    gives: { threatProtection: { mode: 'off' }, auditMetadata: { username: 'a' } },
  },
  'policy fields of its own before those': {
    given: {
      query,
      threatProtection: { mode: 'normal' },
      scrapeOptions: { threatProtection: { mode: 'off' } },
    },
    gives: { threatProtection: { mode: 'normal' } },
  },
  'empty texts for what is left out': {
    given: { query, tbs: '', filter: '', location: '', lang: '', country: '' },
    gives: { sources: [{ type: 'web', ...plain }] },
  },
  'a language in other letters': {
    given: { query, lang: 'PT_BR' },
    gives: { sources: [{ type: 'web', ...plain, lang: 'pt-BR' }] },
  },
  'enterprise options': { given: { query, enterprise: ['zdr'] }, gives: { enterprise: ['zdr'] } },
  'the longest query': { given: { query: 'a'.repeat(2000) }, gives: { query: 'a'.repeat(2000) } },
})

refuses(SearchRequest, {
  'no query': { given: {}, at: 'query', says: 'is required' },
  'an empty query': { given: { query: ' ' }, at: 'query', says: 'not be empty' },
  'too long a query': { given: { query: 'a'.repeat(2001) }, at: 'query', says: 'at most 2000' },
  'no results': { given: { query, limit: 0 }, at: 'limit', says: 'at least 1' },
  'too many results': { given: { query, limit: 101 }, at: 'limit', says: 'at most 100' },
  'endless domains': {
    given: { query, excludeDomains: Array.from({ length: 1001 }, () => 'example.com') },
    at: 'excludeDomains',
    says: 'at most 1000',
  },
  'no time': { given: { query, timeout: 0 }, at: 'timeout', says: 'more than 0' },
  'an unknown source': {
    given: { query, sources: ['books'] },
    at: 'sources.0',
    says: 'one of web, news, images',
  },
  'an unknown category': {
    given: { query, categories: ['x'] },
    at: 'categories.0',
    says: 'one of github, research',
  },
  'developer beside others': {
    given: { query, categories: ['pdf', 'docs'] },
    at: 'categories.1',
    says: 'must be the only category',
  },
  'domains to search in and to leave out': {
    given: { query, includeDomains: ['a.com'], excludeDomains: ['b.com'] },
    at: 'excludeDomains',
    says: 'together with includeDomains',
  },
  'a domain with a protocol': {
    given: { query, includeDomains: ['https://a.com'] },
    at: 'includeDomains.0',
    says: 'without protocol or path',
  },
  'a country by its name': {
    given: { query, country: 'Germany' },
    at: 'country',
    says: 'two-letter country code',
  },
  'a wait longer than half of the timeout': {
    given: { query, scrapeOptions: { timeout: 2000, waitFor: 1500 } },
    at: 'scrapeOptions.waitFor',
    says: 'half of timeout',
  },
  'too long a timeout': { given: { query, timeout: 3_600_001 }, at: 'timeout', says: 'at most 3600000' },
  'too long a time span': { given: { query, tbs: 'a'.repeat(257) }, at: 'tbs', says: 'at most 256' },
  'a language by its name': { given: { query, lang: 'german' }, at: 'lang', says: 'language code' },
  'too long a place': { given: { query, location: 'a'.repeat(257) }, at: 'location', says: 'at most 256' },
  'developer first and beside others': {
    given: { query, categories: ['developer', 'pdf'] },
    at: 'categories.0',
    says: 'must be the only category',
  },
  'a format that search cannot scrape': {
    given: { query, scrapeOptions: { formats: ['branding'] } },
    at: 'scrapeOptions.formats.0',
    says: 'that search supports',
  },
  'an unknown field': { given: { query, num: 5 }, at: 'num', says: 'Unknown field' },
})

accepts(SearchFeedbackRequest, {
  'a rating': {
    given: { rating: 'good' },
    gives: { rating: 'good', valuableSources: [], missingContent: [] },
  },
})

refuses(SearchFeedbackRequest, {
  'an unknown rating': { given: { rating: 'great' }, at: 'rating', says: 'one of good, partial, bad' },
  'the endpoint, which is known': {
    given: { rating: 'good', endpoint: 'search' },
    at: 'endpoint',
    says: 'Unknown field',
  },
})

test('describes results with and without scraped content', () => {
  const id = '0198d0aa-1111-7222-8333-444455556666'
  const hit = { url: 'https://example.com', title: 'a', position: 1 }
  const answered = { success: true, id, creditsUsed: 2, data: { web: [hit, { ...hit, markdown: '#' }] } }
  assert.equal(SearchResponse.safeParse(answered).success, true)
  assert.equal(SearchResponse.safeParse({ ...answered, data: { web: [{ title: 'a' }] } }).success, false)
})
