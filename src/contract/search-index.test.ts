import { accepts, refuses } from '../../test/support/case-tables.ts'
import {
  DeveloperSearchQuery,
  DeveloperSearchRequest,
  PaperQuery,
  PaperSearchQuery,
  RepositorySearchQuery,
  SimilarPapersQuery,
} from './search.ts'
import { SupportRequest, ActivityQuery, UsageHistoryQuery } from './team.ts'

const query = 'x'
const list = (length: number) => Array.from({ length }, () => 'a')

accepts(DeveloperSearchRequest, {
  'a query': {
    given: { query, origin: 'js' },
    gives: { query, k: 10, passages: 1, types: [], repos: [], sources: [], topic: [], origin: 'js' },
  },
  filters: {
    given: { query, k: 100, passages: 5, types: ['doc'], min_stars: 5, archived: false, skills: 'only' },
    gives: { k: 100, passages: 5, types: ['doc'], min_stars: 5, archived: false, skills: 'only' },
  },
})
refuses(DeveloperSearchRequest, {
  'no query': { given: {}, at: 'query', says: 'is required' },
  'too many results': { given: { query, k: 101 }, at: 'k', says: 'at most 100' },
  'an empty query': { given: { query: ' ' }, at: 'query', says: 'not be empty' },
  'too long a query': { given: { query: 'a'.repeat(501) }, at: 'query', says: 'at most 500' },
  'no results': { given: { query, k: 0 }, at: 'k', says: 'at least 1' },
  'no passages': { given: { query, passages: 0 }, at: 'passages', says: 'at least 1' },
  'negative stars': { given: { query, min_stars: -1 }, at: 'min_stars', says: 'at least 0' },
  'an empty filter': { given: { query, language: '' }, at: 'language', says: 'not be empty' },
  'too many passages': { given: { query, passages: 6 }, at: 'passages', says: 'at most 5' },
  'an unknown type': { given: { query, types: ['blog'] }, at: 'types.0', says: 'doc, issue' },
  'too many repositories': { given: { query, repos: list(21) }, at: 'repos', says: 'at most 20' },
  'too many sources': { given: { query, sources: list(21) }, at: 'sources', says: 'at most 20' },
  'too many topics': { given: { query, topic: list(9) }, at: 'topic', says: 'at most 8' },
  'an unknown field': { given: { query, minStars: 5 }, at: 'minStars', says: 'Unknown field' },
})

accepts(DeveloperSearchQuery, {
  'words for numbers and lists': {
    given: { query, k: '5', types: 'doc', repos: ['a/b', 'c/d'], fork: 'true', origin: 'js' },
    gives: { k: 5, types: ['doc'], repos: ['a/b', 'c/d'], fork: true },
  },
})

accepts(PaperSearchQuery, {
  'a query': { given: { query }, gives: { k: 40, authors: [], categories: [] } },
  'one author': { given: { query, authors: 'Ann', k: '500' }, gives: { authors: ['Ann'], k: 500 } },
})
refuses(PaperSearchQuery, {
  'too many results': { given: { query, k: '501' }, at: 'k', says: 'at most 500' },
})

accepts(PaperQuery, {
  nothing: { given: {}, gives: { query: undefined, k: 4 } },
  'a query': { given: { query, k: '50' }, gives: { query, k: 50 } },
})
refuses(PaperQuery, {
  'a number without a query': { given: { k: '3' }, at: 'k', says: 'only with query' },
  'too many passages': { given: { query, k: '51' }, at: 'k', says: 'at most 50' },
})

accepts(SimilarPapersQuery, {
  'an intent': {
    given: { intent: 'x' },
    gives: { intent: 'x', mode: 'similar', k: 40, rerank: false, anchor: [] },
  },
})
refuses(SimilarPapersQuery, {
  'no intent': { given: {}, at: 'intent', says: 'is required' },
  'an unknown mode': { given: { intent: 'x', mode: 'y' }, at: 'mode', says: 'similar, citers' },
})

accepts(RepositorySearchQuery, { 'a query': { given: { query }, gives: { query, k: 20 } } })

accepts(SupportRequest, {
  'a question': { given: { question: 'why?' }, gives: { question: 'why?', origin: 'api' } },
})
refuses(SupportRequest, {
  'no question': { given: {}, at: 'question', says: 'is required' },
  'a blank question': { given: { question: ' ' }, at: 'question', says: 'not be empty' },
  'too long a question': { given: { question: 'a'.repeat(10_001) }, at: 'question', says: 'at most 10000' },
  'a job without an id': { given: { question: 'a', jobId: 'x' }, at: 'jobId', says: 'UUID' },
  'an unknown field': { given: { question: 'a', b: 1 }, at: 'b', says: 'Unknown field' },
})

accepts(UsageHistoryQuery, {
  nothing: { given: {}, gives: { byApiKey: false } },
  'by key': { given: { byApiKey: 'true' }, gives: { byApiKey: true } },
})
accepts(ActivityQuery, { nothing: { given: {}, gives: { limit: 50 } } })
refuses(ActivityQuery, {
  'too large a page': { given: { limit: '101' }, at: 'limit', says: 'at most 100' },
  'an empty page': { given: { limit: '0' }, at: 'limit', says: 'at least 1' },
  'an unknown endpoint': { given: { endpoint: 'x' }, at: 'endpoint', says: 'scrape, parse' },
})
