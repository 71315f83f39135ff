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
  it('are asked in order until one finds something; who failed is told', async () => {
    await using broken = await startProvider(() => ({ status: 500, body: 'x' }))
    const { index, asked } = fakeIndex([{}])
    const search = searchWith(['searxng', 'local', 'duckduckgo'], {
      url: `searxng=${broken.url},duckduckgo=${broken.url}`,
      index,
    })
    const { results, warnings } = await search(SEARCH_REQUEST, signal)
    assert.equal(results[0]!.hits.length, 1)
    assert.equal(warnings[0], 'searxng: It has trouble of its own. (status 500)')
    assert.deepEqual([broken.requests.length, asked.length], [1, 1])
  })

  it('are asked further when one finds nothing', async () => {
    await using empty = await startProvider(() => searxResponse())
    const { results, warnings } = await searchWith(['searxng', 'local'], {
      url: empty.url,
      index: fakeIndex([{}]).index,
    })(SEARCH_REQUEST, signal)
    assert.equal(results[0]!.hits.length, 1)
    assert.equal(warnings.length, 1)
  })

  it('leave what they do not have to the next', async () => {
    const { index, asked } = fakeIndex([{ image: { url: 'https://example.com/a.png' } }])
    const sources = [{ ...ANYWHERE, type: 'images' as const }]
    const { warnings } = await searchWith(['tavily', 'local'], { key: 'k', index })(
      { ...SEARCH_REQUEST, sources },
      signal,
    )
    assert.equal(asked[0]!.source, 'images')
    assert.equal(warnings[0], 'tavily: It has no search for images.')
  })

  it('are an error with every reason when all fail, and no secret', async () => {
    await using broken = await startProvider(({ path }) => ({
      status: path === '/search' ? 403 : 202,
      body: '',
    }))
    const url = `searxng=${broken.url},duckduckgo=${broken.url}`
    await assert.rejects(
      searchWith(['searxng', 'duckduckgo'], { url })(SEARCH_REQUEST, signal),
      isFault(
        'SEARCH_FAILED',
        /^Nobody could be asked\. searxng: It refuses to answer in JSON.*duckduckgo: It asks for a proof/,
      ),
    )
  })

  it('share the time, so that who never answers costs only a part of it', async () => {
    await using silent = await startProvider(() => new Promise<never>(() => {}))
    const { index } = fakeIndex([{}])
    const { warnings } = await searchWith(['searxng', 'local'], { url: silent.url, index })(
      { ...SEARCH_REQUEST, timeout: 400 },
      signal,
    )
    assert.match(warnings[0]!, /^searxng: It (took longer than the time there was|did not answer)/)
  })

  it('keep what is there when the time is over', async () => {
    await using slow = await startProvider(({ query }) =>
      query['pageno'] === '1' ? searxResponse('https://a.test/') : new Promise<never>(() => {}),
    )
    const { results, warnings } = await searchWith(['searxng'], { url: slow.url })(
      { ...SEARCH_REQUEST, timeout: 2_000 },
      signal,
    )
    assert.equal(results[0]!.hits.length, 1)
    assert.deepEqual(warnings, ['Fewer results than there may be: It took longer than the time there was.'])
  })

  it('that never come to an end do not hold up the next', async () => {
    const index = { find: () => new Promise<never>(() => {}), isEmpty: async () => false }
    await using fake = await startProvider(() => searxResponse('https://a.test/'))
    const { results } = await searchWith(['local', 'searxng'], { url: fake.url, index })(
      { ...SEARCH_REQUEST, timeout: 2_000 },
      signal,
    )
    assert.equal(results[0]!.hits.length, 1)
  })

  it('that break are told like those that fail, and why only to the log', async () => {
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
      assert.deepEqual([results[0]!.hits.length, warnings], [1, ['local: It could not be asked.']])
      assert.match(String(lines[0]), /table "grain"/)
      await assert.rejects(
        searchWith(['local'], { index })(SEARCH_REQUEST, signal),
        isFault('SEARCH_FAILED', /^Nobody could be asked\. local: It could not be asked\.$/),
      )
    }
  })

  it('that say why they cannot be asked are told with it', async () => {
    const failure = new Fault('UNAVAILABLE', 'The database cannot be reached.')
    const index = { find: () => Promise.reject(failure), isEmpty: async () => false }
    await using fake = await startProvider(() => searxResponse('https://a.test/'))
    const { warnings } = await searchWith(['local', 'searxng'], { url: fake.url, index })(
      SEARCH_REQUEST,
      signal,
    )
    assert.deepEqual(warnings, ['local: It could not be asked: The database cannot be reached.'])
  })

  it('are nobody to blame when their caller has gone', async () => {
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

  it('say nothing about what was found when it was not them', async () => {
    await using fake = await startProvider(() => searxResponse('https://a.test/'))
    const search = searchWith(['local', 'searxng'], { url: fake.url })
    assert.deepEqual((await search({ ...SEARCH_REQUEST, safe: true }, signal)).warnings, [])
  })

  it('are told to the log without what they say themselves, which may be what was searched for', async () => {
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
    assert.match(warnings[1]!, /\(status 400\) It says: I do not know a private matter$/)
    assert.doesNotMatch(JSON.stringify(lines), /private/)
    assert.equal(lines.length, 1)
  })

  it('are a timeout when nothing is there in time', async () => {
    await using silent = await startProvider(() => new Promise<never>(() => {}))
    await assert.rejects(
      searchWith(['searxng'], { url: silent.url })({ ...SEARCH_REQUEST, timeout: 200 }, signal),
      isFault('SCRAPE_TIMEOUT'),
    )
  })
})

describe('sources', () => {
  it('are searched each for itself; one that fails does not take the others along', async () => {
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
    assert.deepEqual(warnings, ['news: searxng: It has trouble of its own. (status 500)'])
  })

  it('may be none, which is told', async () => {
    const { results, warnings } = await searchWith(['local'])({ ...SEARCH_REQUEST, sources: [] }, signal)
    assert.deepEqual(results, [])
    assert.match(warnings.join(' '), /^Nothing was searched/)
  })

  it('that find something are given when another one never ends', async () => {
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
    assert.deepEqual(warnings, ['news: searxng: It took longer than the time there was.'])
  })
})

describe('categories', () => {
  it('are searched each for itself and taken in turns; every hit says its own', async () => {
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

  it('that contradict the domains find nothing, and nobody is asked', async () => {
    const { index, asked } = fakeIndex([{}])
    const { results, warnings } = await searchWith(['local'], { index })(
      { ...SEARCH_REQUEST, includeDomains: ['example.com'], categories: ['github'] },
      signal,
    )
    assert.deepEqual([results[0]!.hits, asked.length], [[], 0])
    assert.match(warnings.join(' '), /contradicts itself/)
  })
})

describe('pages for an agent', () => {
  it('are the first results of the web', async () => {
    const { index } = fakeIndex([{}])
    const searchPages = createSearchPages(searchWith(['local'], { index }))
    assert.deepEqual(await searchPages({ teamId: 'team', query: 'grain', limit: 3 }, signal), {
      hits: [{ url: 'https://example.com/', title: 'Local', description: 'A passage.' }],
      warning:
        'This covers only what this team has already scraped. Set WINNOW_SEARCH_PROVIDER to search the web.',
    })
  })
})
