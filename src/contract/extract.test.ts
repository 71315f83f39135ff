import { accepts, refuses } from '../../test/support/case-tables.ts'
import { ExtractRequest } from './extract.ts'

const urls = ['https://example.com']

accepts(ExtractRequest, {
  URLs: {
    given: { urls, schema: { type: 'object' }, agent: { model: 'FIRE-1' } },
    gives: {
      urls,
      invalidURLs: [],
      schema: { type: 'object' },
      allowExternalLinks: false,
      enableWebSearch: false,
      includeSubdomains: true,
      ignoreSitemap: false,
      showSources: false,
      ignoreInvalidURLs: true,
      origin: 'api',
    },
  },
  'a prompt without URLs': { given: { prompt: 'x' }, gives: { urls: [], prompt: 'x' } },
  'a web search, which leads to other sites': {
    given: { urls, enableWebSearch: true },
    gives: { enableWebSearch: true, allowExternalLinks: true },
  },
  'other sites': { given: { urls, allowExternalLinks: true }, gives: { allowExternalLinks: true } },
  'invalid URLs, which are left out': {
    given: { urls: ['example.com', 'nothing'] },
    gives: { urls: ['http://example.com'], invalidURLs: ['nothing'] },
  },
  'a webhook': { given: { urls, webhook: 'example.com' }, gives: { webhook: { url: 'http://example.com' } } },
})

refuses(ExtractRequest, {
  'neither URLs nor a prompt': { given: {}, at: 'urls', says: 'urls or prompt is required' },
  'a blank prompt': { given: { prompt: ' ' }, at: 'urls', says: 'urls or prompt is required' },
  'too many URLs': {
    given: { urls: Array.from({ length: 11 }, () => urls[0]) },
    at: 'urls',
    says: 'at most 10',
  },
  'too long a prompt': { given: { prompt: 'a'.repeat(10_001) }, at: 'prompt', says: 'at most 10000' },
  'an invalid URL that is not to be ignored': {
    given: { urls: ['nothing'], ignoreInvalidURLs: false },
    at: 'urls.0',
    says: 'valid http or https URL',
  },
  'only invalid URLs': { given: { urls: ['nothing'] }, at: 'urls', says: 'at least one valid' },
  'no pages': { given: { urls, limit: 0 }, at: 'limit', says: 'at least 1' },
  'no time': { given: { urls, timeout: 0 }, at: 'timeout', says: 'more than 0' },
  'a broken schema': {
    given: { urls, schema: { properties: [] } },
    at: 'schema.properties',
    says: 'JSON Schemas',
  },
  'an unknown field': { given: { urls, model: 'x' }, at: 'model', says: 'Unknown field' },
})
