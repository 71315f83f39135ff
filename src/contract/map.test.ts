import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { MapRequest } from './map.ts'
import { validate } from './validate.ts'

const url = 'https://example.com'

test('fills every default of a map', () => {
  assert.deepEqual(validate(MapRequest, { url }), {
    url,
    sitemap: 'include',
    includeSubdomains: true,
    ignoreQueryParameters: true,
    limit: 5000,
    location: { country: 'US', languages: [] },
    ignoreCache: false,
    useIndex: true,
    filterByPath: true,
    headers: {},
    includePaths: [],
    excludePaths: [],
    regexOnFullURL: false,
    allowExternalLinks: false,
    ignoreRobotsTxt: false,
    deduplicateSimilarURLs: true,
    origin: 'api',
  })
})

accepts(MapRequest, {
  'the largest limit': {
    given: { url, limit: 100_000, search: 'docs' },
    gives: { limit: 100_000, search: 'docs' },
  },
  'policy and audit fields': {
    given: { url, threatProtection: {}, auditMetadata: { username: 'a' }, integration: null, timeout: 5 },
    gives: { auditMetadata: { username: 'a' }, integration: undefined, timeout: 5 },
  },
})

accepts(MapRequest, {
  'the options of a crawl': {
    given: { url, maxDiscoveryDepth: 0, deduplicateSimilarURLs: false, delay: 0.5 },
    gives: { maxDiscoveryDepth: 0, deduplicateSimilarURLs: false, delay: 0.5 },
  },
  'a crawl of the entire domain, which filters by no path': {
    given: { url, crawlEntireDomain: true },
    gives: { filterByPath: false },
  },
  'no crawl of the entire domain': {
    given: { url, crawlEntireDomain: false },
    gives: { filterByPath: true },
  },
  'a path filter, before crawlEntireDomain': {
    given: { url, crawlEntireDomain: true, filterByPath: true },
    gives: { filterByPath: true },
  },
  'no subdomains by the name that crawls use': {
    given: { url, allowSubdomains: false },
    gives: { includeSubdomains: false },
  },
  'subdomains by the name of its own, before the other': {
    given: { url, allowSubdomains: false, includeSubdomains: true },
    gives: { includeSubdomains: true },
  },
})

refuses(MapRequest, {
  'a negative depth': { given: { url, maxDiscoveryDepth: -1 }, at: 'maxDiscoveryDepth', says: 'at least 0' },
  'too long a delay': { given: { url, delay: 61 }, at: 'delay', says: 'at most 60' },
  'no limit': { given: { url, limit: 0 }, at: 'limit', says: 'at least 1' },
  'too large a limit': { given: { url, limit: 100_001 }, at: 'limit', says: 'at most 100000' },
  'no time': { given: { url, timeout: 0 }, at: 'timeout', says: 'more than 0' },
  'a broken pattern': {
    given: { url, includePaths: ['('] },
    at: 'includePaths.0',
    says: 'valid regular expression',
  },
  'a broken pattern to leave out': {
    given: { url, excludePaths: ['('] },
    at: 'excludePaths.0',
    says: 'valid regular',
  },
  'an unknown field': { given: { url, formats: [] }, at: 'formats', says: 'Unknown field' },
})
