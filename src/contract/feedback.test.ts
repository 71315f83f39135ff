import { accepts, refuses } from '../../test/support/case-tables.ts'
import { FeedbackRequest } from './team.ts'

const given = { endpoint: 'scrape', jobId: '0198d0aa-1111-7222-8333-444455556666', rating: 'bad' }
const list = (length: number, item: unknown) => Array.from({ length }, () => item)

accepts(FeedbackRequest, {
  'a rating': {
    given,
    gives: {
      ...given,
      issues: [],
      tags: [],
      pageNumbers: [],
      metadata: {},
      valuableSources: [],
      missingContent: [],
    },
  },
  'all that can be said': {
    given: {
      ...given,
      valuableSources: [{ url: 'example.com', reason: 'x' }],
      missingContent: [{ topic: 'y' }],
      issues: ['slow'],
      tags: ['a'],
      note: 'n',
      pageNumbers: [1],
      integration: null,
      origin: 'cli',
    },
    gives: {
      valuableSources: [{ url: 'http://example.com', reason: 'x' }],
      missingContent: [{ topic: 'y' }],
      origin: 'cli',
    },
  },
  'metadata of 8 KB': {
    given: { ...given, metadata: { a: 'a'.repeat(8184) } },
    gives: { metadata: { a: 'a'.repeat(8184) } },
  },
})

refuses(FeedbackRequest, {
  'an unknown endpoint': {
    given: { ...given, endpoint: 'agent' },
    at: 'endpoint',
    says: 'one of search, scrape',
  },
  'a job without an id': { given: { ...given, jobId: 'x' }, at: 'jobId', says: 'must be a UUID' },
  'no rating': {
    given: { ...given, rating: undefined },
    at: 'rating',
    says: 'rating is required: one of good, partial, bad',
  },
  'too many issues': { given: { ...given, issues: list(21, 'a') }, at: 'issues', says: 'at most 20' },
  'too many tags': { given: { ...given, tags: list(21, 'a') }, at: 'tags', says: 'at most 20' },
  'too long a note': { given: { ...given, note: 'a'.repeat(4001) }, at: 'note', says: 'at most 4000' },
  'too many sources': {
    given: { ...given, valuableSources: list(51, { url: 'a.com' }) },
    at: 'valuableSources',
    says: 'at most 50',
  },
  'too much that is missing': {
    given: { ...given, missingContent: list(51, { topic: 'a' }) },
    at: 'missingContent',
    says: 'at most 50',
  },
  'too long suggestions': {
    given: { ...given, querySuggestions: 'a'.repeat(2001) },
    at: 'querySuggestions',
    says: 'at most 2000',
  },
  'an empty topic': {
    given: { ...given, missingContent: [{ topic: '' }] },
    at: 'missingContent.0.topic',
    says: 'empty',
  },
  'an empty code': { given: { ...given, tags: [''] }, at: 'tags.0', says: 'not be empty' },
  'too many page numbers': {
    given: { ...given, pageNumbers: list(101, 1) },
    at: 'pageNumbers',
    says: 'at most 100',
  },
  'page zero': { given: { ...given, pageNumbers: [0] }, at: 'pageNumbers.0', says: 'at least 1' },
  'metadata of more than 8 KB': {
    given: { ...given, metadata: { a: 'a'.repeat(8185) } },
    at: 'metadata',
    says: 'at most 8192 bytes',
  },
  'an unknown field': { given: { ...given, stars: 5 }, at: 'stars', says: 'Unknown field' },
})
