import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BatchRequest } from './batch.ts'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { validate } from './validate.ts'

const id = '0198d0aa-1111-7222-8333-444455556666'
const urls = ['https://example.com']

accepts(BatchRequest, {
  'scrape options beside the others': {
    given: { urls, formats: ['html'], timeout: 5000, maxConcurrency: 2, origin: 'js-sdk@4' },
    gives: {
      urls,
      invalidURLs: [],
      ignoreInvalidURLs: true,
      maxConcurrency: 2,
      zeroDataRetention: false,
      scrapeOptions: { formats: [{ type: 'html' }], timeout: 5000, origin: 'js-sdk@4' },
    },
  },
  'invalid URLs, which are left out': {
    given: { urls: ['example.com', 'nothing', 'ftp://example.com'] },
    gives: { urls: ['http://example.com'], invalidURLs: ['nothing', 'ftp://example.com'] },
  },
  'a URL with a password, which is left out': {
    given: { urls: ['http://example.com', 'http://me:secret@example.com'] },
    gives: { urls: ['http://example.com'], invalidURLs: ['http://me:secret@example.com'] },
  },
  'a webhook by its address': {
    given: { urls, webhook: 'https://example.com/hook' },
    gives: { webhook: { url: 'https://example.com/hook', headers: {}, metadata: {} } },
  },
  'a batch to add to': { given: { urls, appendToId: id.toUpperCase() }, gives: { appendToId: id } },
  'lockdown, which retains nothing': { given: { urls, lockdown: true }, gives: { zeroDataRetention: true } },
})

test('does not return invalidURLs when they are refused', () => {
  assert.equal(validate(BatchRequest, { urls, ignoreInvalidURLs: false }).invalidURLs, undefined)
})

refuses(BatchRequest, {
  'no URLs': { given: { urls: [] }, at: 'urls', says: 'not be empty' },
  'only invalid URLs': { given: { urls: ['nothing'] }, at: 'urls', says: 'at least one valid' },
  'an invalid URL that is not to be ignored': {
    given: { urls: ['example.com', 'nothing'], ignoreInvalidURLs: false },
    at: 'urls.1',
    says: 'valid http or https URL',
  },
  'a URL with a password that is not to be ignored': {
    given: { urls: ['http://me:secret@example.com'], ignoreInvalidURLs: false },
    at: 'urls.0',
    says: 'use an Authorization header',
  },
  'a number among the URLs': { given: { urls: [5] }, at: 'urls.0', says: 'must be a string' },
  'a batch that has no id': { given: { urls, appendToId: 'x' }, at: 'appendToId', says: 'must be a UUID' },
  'no concurrency': { given: { urls, maxConcurrency: 0 }, at: 'maxConcurrency', says: 'more than 0' },
  'a wait longer than half of the timeout': {
    given: { urls, timeout: 2000, waitFor: 1500 },
    at: 'waitFor',
    says: 'half',
  },
  'scrape options under a name': {
    given: { urls, scrapeOptions: {} },
    at: 'scrapeOptions',
    says: 'Unknown field',
  },
})
