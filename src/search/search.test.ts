import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFault } from '../../test/support/is-fault.ts'
import {
  searxResponse,
  fakeIndex,
  searchWith,
  signal,
  SEARCH_REQUEST,
} from '../../test/support/search-with.ts'
import { startProvider } from '../../test/support/search-provider.ts'
import { Fault } from '../fault.ts'
import { createLog } from '../log.ts'
import type { Log } from '../log.ts'
import type { LocalIndex } from './providers/local.ts'
import { ANYWHERE, createSearchPages } from './search.ts'

describe('several providers', () => {
  it('are asked in order until one has hits; failures are reported', async () => {
    await using broken = await startProvider(() => ({ status: 500, body: 'x' }))
    const { index, asked } = fakeIndex([{}])
    const search = searchWith(['searxng', 'local', 'duckduckgo'], {
      url: `searxng=${broken.url},duckduckgo=${broken.url}`,
      index,
    })
    const { results, warnings } = await search(SEARCH_REQUEST, signal)
    assert.equal(results[0]!.hits.length, 1)
    assert.equal(warnings[0], 'searxng: It failed with an internal error. (status 500)')
    assert.deepEqual([broken.requests.length, asked.length], [1, 1])
  })

  it('are all asked until one has hits', async () => {
    await using empty = await startProvider(() => searxResponse())
    const { results, warnings } = await searchWith(['searxng', 'local'], {
      url: empty.url,
      index: fakeIndex([{}]).index,
    })(SEARCH_REQUEST, signal)
    assert.equal(results[0]!.hits.length, 1)
    assert.equal(warnings.length, 1)
  })

  it('skip a source that they do not support', async () => {
    const { index, asked } = fakeIndex([{ image: { url: 'https://example.com/a.png' } }])
    const sources = [{ ...ANYWHERE, type: 'images' as const }]
    const { warnings } = await searchWith(['tavily', 'local'], { key: 'k', index })(
      { ...SEARCH_REQUEST, sources },
      signal,
    )
    assert.equal(asked[0]!.source, 'images')
    assert.equal(warnings[0], 'tavily: It does not support the source "images".')
  })

  it('return an error with every reason when all fail, without secrets', async () => {
    await using broken = await startProvider(({ path }) => ({
      status: path === '/search' ? 403 : 202,
      body: '',
    }))
    const url = `searxng=${broken.url},duckduckgo=${broken.url}`
    await assert.rejects(
      searchWith(['searxng', 'duckduckgo'], { url })(SEARCH_REQUEST, signal),
      isFault(
        'SEARCH_FAILED',
        /^No search provider could be asked\. searxng: It does not respond with JSON.*duckduckgo: It asks for a CAPTCHA/,
      ),
    )
  })

  it('share the time, so that one that never responds costs only its part', async () => {
    await using silent = await startProvider(() => new Promise<never>(() => {}))
    const { index } = fakeIndex([{}])
    const { warnings } = await searchWith(['searxng', 'local'], { url: silent.url, index })(
      { ...SEARCH_REQUEST, timeout: 400 },
      signal,
    )
    assert.match(warnings[0]!, /^searxng: It did not respond (within the remaining time|within \d+ s)/)
  })

  it('return partial results at the deadline', async () => {
    await using slow = await startProvider(({ query }) =>
      query['pageno'] === '1' ? searxResponse('https://a.test/') : new Promise<never>(() => {}),
    )
    const { results, warnings } = await searchWith(['searxng'], { url: slow.url })(
      { ...SEARCH_REQUEST, timeout: 2_000 },
      signal,
    )
    assert.equal(results[0]!.hits.length, 1)
    assert.deepEqual(warnings, ['There may be more results: It did not respond within the remaining time.'])
  })

  it('that never finish do not delay the next', async () => {
    const index = { find: () => new Promise<never>(() => {}), isEmpty: async () => false }
    await using fake = await startProvider(() => searxResponse('https://a.test/'))
    const { results } = await searchWith(['local', 'searxng'], { url: fake.url, index })(
      { ...SEARCH_REQUEST, timeout: 2_000 },
      signal,
    )
    assert.equal(results[0]!.hits.length, 1)
  })

  it('that throw are reported like failures, with the reason only in the log', async () => {
    const broken: LocalIndex[] = [
      { find: () => Promise.reject(new Error('table "grain" is gone')), isEmpty: async () => false },
      { find: async () => [], isEmpty: () => Promise.reject(new Error('table "grain" is gone')) },
    ]
    await using fake = await startProvider(() => searxResponse('https://a.test/'))
    for (const index of broken) {
      const lines: unknown[] = []
      const warn = (line: { err?: unknown }) => lines.push(line.err)
      const log = { ...createLog('silent', false), warn } as unknown as Log
      const both = searchWith(['local', 'searxng'], { url: fake.url, index, log })
      const { results, warnings } = await both(SEARCH_REQUEST, signal)
      assert.deepEqual([results[0]!.hits.length, warnings], [1, ['local: It could not be called.']])
      assert.match(String(lines[0]), /table "grain"/)
      await assert.rejects(
        searchWith(['local'], { index })(SEARCH_REQUEST, signal),
        isFault('SEARCH_FAILED', /^No search provider could be asked\. local: It could not be called\.$/),
      )
    }
  })

  it('that explain why they cannot be called are reported with the reason', async () => {
    const failure = new Fault('UNAVAILABLE', 'The database cannot be reached.')
    const index = { find: () => Promise.reject(failure), isEmpty: async () => false }
    await using fake = await startProvider(() => searxResponse('https://a.test/'))
    const { warnings } = await searchWith(['local', 'searxng'], { url: fake.url, index })(
      SEARCH_REQUEST,
      signal,
    )
    assert.deepEqual(warnings, ['local: It could not be called: The database cannot be reached.'])
  })

  it('are not reported as failed when the caller disconnected', async () => {
    const caller = new AbortController()
    const index = {
      find: () => {
        caller.abort()
        return Promise.reject(new Error('gone'))
      },
      isEmpty: async () => false,
    }
    const search = searchWith(['local', 'searxng'], { url: 'http://127.0.0.1:1', index })
    await assert.rejects(search(SEARCH_REQUEST, caller.signal), { name: 'AbortError' })
  })

  it('without hits add no notes to the hits of others', async () => {
    await using fake = await startProvider(() => searxResponse('https://a.test/'))
    const search = searchWith(['local', 'searxng'], { url: fake.url })
    assert.deepEqual((await search({ ...SEARCH_REQUEST, safe: true }, signal)).warnings, [])
  })

  it('are logged without their own messages, which may repeat the query', async () => {
    await using broken = await startProvider(({ query }) => ({
      status: 400,
      body: { error: `I do not know ${query['q']}` },
    }))
    const lines: unknown[] = []
    const log = {
      ...createLog('silent', false),
      warn: (...line: unknown[]) => lines.push(line),
    } as unknown as Log
    const search = searchWith(['searxng', 'tavily', 'local'], {
      url: `searxng=${broken.url},tavily=${broken.url}`,
      key: 'k',
      log,
    })
    const sources = [{ ...ANYWHERE, type: 'images' as const }]
    const { warnings } = await search({ ...SEARCH_REQUEST, query: 'a private matter', sources }, signal)
    assert.match(warnings[1]!, /\(status 400\) Its message: I do not know a private matter$/)
    assert.doesNotMatch(JSON.stringify(lines), /private/)
    assert.equal(lines.length, 1)
  })

  it('end with a timeout when nothing arrives in time', async () => {
    await using silent = await startProvider(() => new Promise<never>(() => {}))
    await assert.rejects(
      searchWith(['searxng'], { url: silent.url })({ ...SEARCH_REQUEST, timeout: 200 }, signal),
      isFault('SCRAPE_TIMEOUT'),
    )
  })
})

describe('sources', () => {
  it('are searched separately; one that fails does not affect the others', async () => {
    await using fake = await startProvider(({ query }) =>
      query['categories'] === 'news' ? { status: 500, body: '' } : searxResponse('https://a.test/'),
    )
    const sources = [{ ...ANYWHERE, type: 'news' as const }, ANYWHERE]
    const { results, warnings } = await searchWith(['searxng'], { url: fake.url })(
      { ...SEARCH_REQUEST, sources },
      signal,
    )
    assert.deepEqual(
      results.map(({ source, hits }) => [source, hits.length]),
      [
        ['news', 0],
        ['web', 1],
      ],
    )
    assert.deepEqual(warnings, ['news: searxng: It failed with an internal error. (status 500)'])
  })

  it('that are all unsupported give a warning', async () => {
    const { results, warnings } = await searchWith(['local'])({ ...SEARCH_REQUEST, sources: [] }, signal)
    assert.deepEqual(results, [])
    assert.match(warnings.join(' '), /^Nothing was searched/)
  })

  it('with hits are returned when another one never ends', async () => {
    await using fake = await startProvider(({ query }) =>
      query['categories'] === 'news' ? new Promise<never>(() => {}) : searxResponse('https://a.test/'),
    )
    const sources = [{ ...ANYWHERE, type: 'news' as const }, ANYWHERE]
    const { results, warnings } = await searchWith(['searxng'], { url: fake.url })(
      { ...SEARCH_REQUEST, sources, timeout: 2_000 },
      signal,
    )
    assert.deepEqual(
      results.map(({ hits }) => hits.length),
      [0, 1],
    )
    assert.deepEqual(warnings, ['news: searxng: It did not respond within the remaining time.'])
  })
})

describe('categories', () => {
  it('are searched separately and merged alternately; every hit names its own', async () => {
    await using fake = await startProvider(({ query }) =>
      query['q']!.includes('filetype:pdf')
        ? searxResponse('https://a.test/1.pdf', 'https://github.com/x')
        : searxResponse('https://github.com/x', 'https://elsewhere.test/', 'https://github.com/y'),
    )
    const { results } = await searchWith(['searxng'], { url: fake.url })(
      { ...SEARCH_REQUEST, limit: 3, categories: ['github', 'pdf'] },
      signal,
    )
    assert.deepEqual(
      results[0]!.hits.map(({ url, category }) => [url, category]),
      [
        ['https://github.com/x', 'github'],
        ['https://a.test/1.pdf', 'pdf'],
        ['https://github.com/y', 'github'],
      ],
    )
  })

  it('that contradict the domains find nothing without any request', async () => {
    const { index, asked } = fakeIndex([{}])
    const { results, warnings } = await searchWith(['local'], { index })(
      { ...SEARCH_REQUEST, includeDomains: ['example.com'], categories: ['github'] },
      signal,
    )
    assert.deepEqual([results[0]!.hits, asked.length], [[], 0])
    assert.match(warnings.join(' '), /contradict each other/)
  })
})

describe('pages for an agent', () => {
  it('are the first web results', async () => {
    const { index } = fakeIndex([{}])
    const searchPages = createSearchPages(searchWith(['local'], { index }))
    assert.deepEqual(await searchPages({ teamId: 'team', query: 'grain', limit: 3 }, signal), {
      hits: [{ url: 'https://example.com/', title: 'Local', description: 'A passage.' }],
      warning:
        'This covers only what this team has already scraped. Set WINNOW_SEARCH_PROVIDER to search the web.',
    })
  })
})
