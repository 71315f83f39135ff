import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { CrawlPreviewRequest, CrawlRequest, CrawlStatusResponse, CrawlStatusQuery } from './crawl.ts'
import { validate } from './validate.ts'

const url = 'https://example.com'

test('fills every default of a crawl', () => {
  const { scrapeOptions, ...crawl } = validate(CrawlRequest, { url })
  assert.deepEqual(scrapeOptions.formats, [{ type: 'markdown' }])
  assert.deepEqual(crawl, {
    url,
    includePaths: [],
    excludePaths: [],
    regexOnFullURL: false,
    sitemap: 'include',
    ignoreQueryParameters: false,
    deduplicateSimilarURLs: true,
    limit: 10_000,
    crawlEntireDomain: false,
    allowExternalLinks: false,
    allowSubdomains: false,
    ignoreRobotsTxt: false,
    maxConcurrency: undefined,
    explicit: [],
    webhook: undefined,
    zeroDataRetention: false,
    origin: 'api',
    integration: undefined,
  })
})

accepts(CrawlRequest, {
  'what was set, and remembers that it was': {
    given: { url, limit: 10_000, prompt: 'only the blog' },
    gives: { limit: 10_000, prompt: 'only the blog', explicit: ['prompt', 'limit'] },
  },
  'a delay, and then visits pages one by one': {
    given: { url, delay: 0.5, maxConcurrency: 7 },
    gives: { delay: 0.5, maxConcurrency: 1 },
  },
  'a concurrency without a delay': { given: { url, maxConcurrency: 7 }, gives: { maxConcurrency: 7 } },
  'the longest delay': { given: { url, delay: 60 }, gives: { delay: 60 } },
  'scrape options': {
    given: { url, scrapeOptions: { formats: ['links'], maxAge: 0 } },
    gives: { scrapeOptions: { formats: [{ type: 'links' }], maxAge: 0 } },
  },
  'lockdown of pages, which retains nothing': {
    given: { url, scrapeOptions: { lockdown: true } },
    gives: { zeroDataRetention: true },
  },
  'patterns that need care when run': {
    given: { url, includePaths: ['^(a+)+$'] },
    gives: { includePaths: ['^(a+)+$'] },
  },
  'a hundred patterns of a thousand characters': {
    given: { url, excludePaths: Array.from({ length: 100 }, () => 'a'.repeat(1000)) },
    gives: { excludePaths: Array.from({ length: 100 }, () => 'a'.repeat(1000)) },
  },
  'a webhook with events by short and full name': {
    given: {
      url,
      webhook: { url: 'example.com/hook', events: ['page', 'crawl.completed'], metadata: { a: 1 } },
    },
    gives: {
      webhook: {
        url: 'http://example.com/hook',
        events: ['crawl.page', 'crawl.completed'],
        metadata: { a: 1 },
      },
    },
  },
})

refuses(CrawlRequest, {
  'no url': { given: {}, at: 'url', says: 'is required' },
  'an unknown field': { given: { url, maxDepth: 3 }, at: 'maxDepth', says: 'Unknown field `maxDepth`.' },
  'an unknown field of the scrape options': {
    given: { url, scrapeOptions: { format: [] } },
    at: 'scrapeOptions.format',
    says: 'Did you mean `scrapeOptions.formats`?',
  },
  'a wait longer than half of the timeout': {
    given: { url, scrapeOptions: { timeout: 2000, waitFor: 1500 } },
    at: 'scrapeOptions.waitFor',
    says: 'half of timeout',
  },
  'an empty pattern': { given: { url, includePaths: [''] }, at: 'includePaths.0', says: 'not be empty' },
  'a broken pattern': {
    given: { url, includePaths: ['a', '('] },
    at: 'includePaths.1',
    says: 'valid regular expression',
  },
  'a broken pattern to leave out': {
    given: { url, excludePaths: ['['] },
    at: 'excludePaths.0',
    says: 'valid regular',
  },
  'too many patterns': {
    given: { url, includePaths: Array.from({ length: 101 }, () => 'a') },
    at: 'includePaths',
    says: 'at most 100 items',
  },
  'too long a pattern': {
    given: { url, includePaths: ['a'.repeat(1001)] },
    at: 'includePaths.0',
    says: 'at most 1000',
  },
  'no pages': { given: { url, limit: 0 }, at: 'limit', says: 'at least 1' },
  'a negative depth': { given: { url, maxDiscoveryDepth: -1 }, at: 'maxDiscoveryDepth', says: 'at least 0' },
  'no delay': { given: { url, delay: 0 }, at: 'delay', says: 'more than 0' },
  'too long a delay': { given: { url, delay: 61 }, at: 'delay', says: 'at most 60' },
  'no concurrency': { given: { url, maxConcurrency: 0 }, at: 'maxConcurrency', says: 'more than 0' },
  'an unknown use of the sitemap': {
    given: { url, sitemap: 'maybe' },
    at: 'sitemap',
    says: 'one of include, skip, only',
  },
  'too long a prompt': { given: { url, prompt: 'a'.repeat(10_001) }, at: 'prompt', says: 'at most 10000' },
  'a user agent of two lines': {
    given: { url, robotsUserAgent: 'a\nb' },
    at: 'robotsUserAgent',
    says: 'one line',
  },
  'a webhook event that is none': {
    given: { url, webhook: { url, events: ['action'] } },
    at: 'webhook.events.0',
    says: 'one of started, page, completed, failed, cancelled',
  },
  'a webhook without an address': { given: { url, webhook: {} }, at: 'webhook.url', says: 'is required' },
  'a webhook that is no address': {
    given: { url, webhook: 'ftp://x.com' },
    at: 'webhook.url',
    says: 'http or https',
  },
})

accepts(CrawlStatusQuery, {
  nothing: { given: {}, gives: { limit: 100 } },
  numbers: { given: { skip: '20', limit: '1000' }, gives: { skip: 20, limit: 1000 } },
})

refuses(CrawlStatusQuery, {
  'a negative start': { given: { skip: '-1' }, at: 'skip', says: 'at least 0' },
  'no documents': { given: { limit: '0' }, at: 'limit', says: 'at least 1' },
  'too many documents': { given: { limit: '1001' }, at: 'limit', says: 'at most 1000' },
  'a word': { given: { limit: 'all' }, at: 'limit', says: 'must be a number' },
  'a fraction': { given: { skip: '1.5' }, at: 'skip', says: 'must be a number' },
  'a number twice': { given: { skip: ['1', '2'] }, at: 'skip', says: 'must be a number' },
})

accepts(CrawlPreviewRequest, {
  'a wish': {
    given: { url: 'example.com', prompt: ' x ' },
    gives: { url: 'http://example.com', prompt: 'x' },
  },
})

refuses(CrawlPreviewRequest, {
  'no wish': { given: { url }, at: 'prompt', says: 'is required' },
  'an empty wish': { given: { url, prompt: ' ' }, at: 'prompt', says: 'not be empty' },
  'too long a wish': { given: { url, prompt: 'a'.repeat(10_001) }, at: 'prompt', says: 'at most 10000' },
})

test('describes the state of a crawl as successful even if the crawl failed', () => {
  const state = { success: true, status: 'failed', completed: 1, total: 1, creditsUsed: 0, data: [] }
  assert.equal(
    CrawlStatusResponse.safeParse({ ...state, expiresAt: '2026-01-01T00:00:00.000Z' }).success,
    true,
  )
  assert.equal(CrawlStatusResponse.safeParse(state).success, false)
  assert.equal(
    CrawlStatusResponse.safeParse({ ...state, success: false, expiresAt: '2026-01-01T00:00:00.000Z' })
      .success,
    false,
  )
})
