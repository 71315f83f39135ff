import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CrawlRequest } from '../../contract/crawl.ts'
import { applyPrompt } from './apply-prompt.ts'
import type { PromptOptions } from './prompt-options.ts'

function applied(own: object, fromPrompt: PromptOptions) {
  return applyPrompt(CrawlRequest.parse({ url: 'https://example.com', ...own }), fromPrompt)
}

describe('applyPrompt', () => {
  it('fills what the caller left out, and keeps what he set', () => {
    const options = applied(
      { limit: 5, allowSubdomains: false, origin: 'test' },
      { limit: 50, allowSubdomains: true, sitemap: 'skip', includePaths: ['^/blog'] },
    )
    assert.deepEqual(
      [options.limit, options.allowSubdomains, options.sitemap, options.includePaths, options.origin],
      [5, false, 'skip', ['^/blog'], 'test'],
    )
    assert.deepEqual(options.explicit, ['limit', 'allowSubdomains'])
    assert.equal(options.deduplicateSimilarURLs, true)
  })

  it('visits pages one by one when the prompt sets a pause', () => {
    assert.equal(applied({ maxConcurrency: 8 }, { delay: 2 }).maxConcurrency, 1)
    assert.equal(applied({ maxConcurrency: 8 }, { limit: 2 }).maxConcurrency, 8)
    assert.equal(applied({ delay: 1 }, { delay: 2 }).delay, 1)
  })

  it('searches patterns in whole addresses when the caller does', () => {
    const { includePaths, excludePaths } = applied(
      { regexOnFullURL: true },
      { includePaths: ['^/docs(/|$)', '(^|/)blog(/|$)'], excludePaths: ['\\.pdf$', '\\$'] },
    )
    const matches = (pattern: string, url: string) => new RegExp(pattern).test(url)
    const [docs = '', blog = ''] = includePaths
    assert.ok(matches(docs, 'https://example.com/docs?page=2'))
    assert.ok(!matches(docs, 'https://example.com/x/docs'))
    assert.ok(matches(blog, 'https://example.com/en/blog#top'))
    const [pdf = '', dollar = ''] = excludePaths
    assert.ok(matches(pdf, 'https://example.com/a.pdf?download'))
    assert.ok(!matches(pdf, 'https://example.com/a.pdf/b'))
    assert.equal(dollar, '\\$')
  })
})
