import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts, refuses } from './case-tables.ts'
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

refuses(MapRequest, {
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
  'an unknown field': { given: { url, formats: [] }, at: 'formats', says: 'not a field' },
})
