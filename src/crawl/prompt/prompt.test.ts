import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CrawlRequest } from '../../contract/crawl.ts'
import type { PromptOptions } from './prompt-options.ts'
import { applyPrompt, optionsFromPrompt } from './prompt.ts'

function applied(own: object, fromPrompt: PromptOptions) {
  return applyPrompt(CrawlRequest.parse({ url: 'https://example.com', ...own }), fromPrompt)
}

describe('applyPrompt', () => {
  it('fills options that the caller left out and keeps the others', () => {
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

  it('visits pages one by one when the prompt sets a delay', () => {
    assert.equal(applied({ maxConcurrency: 8 }, { delay: 2 }).maxConcurrency, 1)
    assert.equal(applied({ maxConcurrency: 8 }, { limit: 2 }).maxConcurrency, 8)
    assert.equal(applied({ delay: 1 }, { delay: 2 }).delay, 1)
  })

  it('searches patterns in full URLs when the caller does', () => {
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

const { signal } = new AbortController()
const asked = { prompt: 'the blog', url: 'https://example.com/' }

function readAs(given: unknown) {
  return optionsFromPrompt(asked, { askModel: async () => given }, signal)
}

describe('optionsFromPrompt', () => {
  it('warns that fixed rules read the prompt when there is no model', async () => {
    const reading = await optionsFromPrompt(asked, { askModel: undefined }, signal)
    assert.deepEqual(reading, {
      options: { includePaths: ['(^|/)blog(/|$)'] },
      warning:
        'No model is configured (WINNOW_LLM_URL), so fixed rules read the options from the prompt. Check them.',
    })
  })

  it('leaves out unsupported options and names them', async () => {
    const reading = await optionsFromPrompt(
      { ...asked, prompt: '5 minutes between pages, only the blog' },
      { askModel: undefined },
      signal,
    )
    assert.deepEqual(reading?.options, { includePaths: ['(^|/)blog(/|$)'] })
    assert.match(reading?.warning ?? '', /were ignored: delay\.$/)
  })

  it('is undefined for prompts without options', async () => {
    const nothing = { ...asked, prompt: 'Write a poem' }
    assert.equal(await optionsFromPrompt(nothing, { askModel: undefined }, signal), undefined)
  })

  it('takes the options of a model unchanged and without a warning', async () => {
    const options = {
      includePaths: ['^/blog'],
      excludePaths: ['\\.pdf$'],
      maxDiscoveryDepth: 0,
      crawlEntireDomain: true,
      allowExternalLinks: false,
      allowSubdomains: true,
      sitemap: 'skip' as const,
      ignoreQueryParameters: true,
      deduplicateSimilarURLs: false,
      delay: 0.5,
      limit: 7,
    }
    assert.deepEqual(await readAs(options), { options })
  })

  const given: [name: string, answer: unknown, options: object, warned: RegExp | undefined][] = [
    ['nulls', { limit: 3, delay: null }, { limit: 3 }, undefined],
    ['empty lists', { limit: 3, includePaths: [] }, { limit: 3 }, undefined],
    [
      'limits out of range',
      { limit: 0, delay: 61, maxDiscoveryDepth: 2 },
      { maxDiscoveryDepth: 2 },
      /limit, delay\.$/,
    ],
    [
      'limits beyond all measure',
      { limit: 1e12, maxDiscoveryDepth: 1e9, delay: 1 },
      { delay: 1 },
      /limit, max/,
    ],
    [
      'values of another type',
      { limit: '5', allowSubdomains: 1, sitemap: 'all', delay: 2 },
      { delay: 2 },
      /limit, allowSubdomains, sitemap\.$/,
    ],
    [
      'patterns that are none',
      { includePaths: ['^/a', '(', 5, ''] },
      { includePaths: ['^/a'] },
      /includePaths\.$/,
    ],
    [
      'options that a prompt may not set',
      { limit: 2, ignoreRobotsTxt: true, webhook: 'http://x' },
      { limit: 2 },
      /ignoreRobotsTxt, webhook\.$/,
    ],
    [
      'names of what every object has',
      { limit: 2, ['__proto__']: { delay: 1 }, constructor: 1 },
      { limit: 2 },
      /constructor\.$/,
    ],
  ]
  for (const [name, answer, options, warned] of given) {
    it(`ignores ${name}`, async () => {
      const reading = await readAs(answer)
      assert.deepEqual(reading?.options, options)
      if (warned === undefined) assert.equal(reading?.warning, undefined)
      else assert.match(reading?.warning ?? '', warned)
    })
  }

  for (const answer of [{}, [], 'text', null, 5, { limit: -1 }, { includePaths: ['('] }]) {
    it(`is undefined when a model responds with ${JSON.stringify(answer)}`, async () => {
      assert.equal(await readAs(answer), undefined)
    })
  }

  it('sends a model the start, the prompt and the schema of the response', async () => {
    let question: { system: string; prompt: string; schema: { properties?: object } } | undefined
    await optionsFromPrompt(asked, { askModel: async (given) => void (question = given) }, signal)
    assert.equal(question?.prompt, 'Start: https://example.com/\nRequest: the blog')
    const names = Object.keys(question?.schema.properties ?? {})
    assert.ok(names.includes('includePaths') && !names.includes('prompt'))
    for (const name of names) assert.match(question?.system ?? '', new RegExp(`^- ${name}: `, 'm'))
  })
})
