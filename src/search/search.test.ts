import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { isFault } from '../../test/support/is-fault.ts'
import { startProvider } from '../../test/support/search-provider.ts'
import { createEgress, parseAllowedTargets } from '../egress/egress.ts'
import { createLog } from '../log.ts'
import type { Log } from '../log.ts'
import type { LocalHit, LocalIndex, LocalWish } from './local-index.ts'
import type { ProviderName } from './provider.ts'
import { ANYWHERE, createSearch, createSearchPages, readSettings } from './search.ts'
import type { SearchWish } from './search.ts'

const egress = createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1') })
after(() => egress[Symbol.asyncDispose]())
const { signal } = new AbortController()

/** An index with these pages, which writes down what it is asked. */
function indexOf(hits: Partial<LocalHit>[], isEmpty = hits.length === 0) {
  const asked: LocalWish[] = []
  const index: LocalIndex = {
    async find(wish) {
      asked.push(wish)
      return hits.map((hit) => ({
        url: 'https://example.com/',
        title: 'Local',
        description: 'A passage.',
        publishedAt: undefined,
        image: undefined,
        ...hit,
      }))
    },
    isEmpty: async () => isEmpty,
  }
  return { index, asked }
}

function searchWith(
  providers: ProviderName[],
  {
    url,
    key,
    index = indexOf([]).index,
    log = createLog('silent', false),
  }: { url?: string; key?: string; index?: LocalIndex; log?: Log } = {},
) {
  return createSearch({
    settings: readSettings({ providers, url, key }),
    localIndex: index,
    request: egress.request,
    userAgent: 'Winnow/test',
    log,
  })
}

const WISH: SearchWish = {
  teamId: 'team',
  query: 'grain',
  limit: 5,
  sources: [ANYWHERE],
  categories: [],
  includeDomains: [],
  excludeDomains: [],
  safe: false,
  timeout: 10_000,
}

const found = (...urls: string[]) => ({
  results: urls.map((url) => ({ url, title: url })),
  unresponsive_engines: [],
})

describe('the local index', () => {
  it('is asked what was wished, and says what it covers', async () => {
    const { index, asked } = indexOf([{ publishedAt: new Date('2026-03-01') }])
    const search = searchWith(['local'], { index })
    const source = { ...ANYWHERE, tbs: 'qdr:w,sbd:1,li:1', lang: 'de-AT', location: 'Wien' }
    const { results, warnings } = await search(
      {
        ...WISH,
        query: 'grain site:example.com',
        sources: [source],
        excludeDomains: ['old.example.com'],
        safe: true,
      },
      signal,
    )
    assert.deepEqual(results, [
      {
        source: 'web',
        hits: [
          {
            url: 'https://example.com/',
            title: 'Local',
            description: 'A passage.',
            date: '2026-03-01T00:00:00.000Z',
            image: undefined,
          },
        ],
      },
    ])
    const { query, byDate, language, limit, from } = asked[0]!
    assert.deepEqual(
      [query.text, query.sites, query.excludedSites],
      ['grain', ['example.com'], ['old.example.com']],
    )
    assert.deepEqual([byDate, language, limit, from instanceof Date], [true, 'de', 5, true])
    assert.deepEqual(warnings, [
      'tbs: "li:1" is not understood and had no effect.',
      'This covers only what this team has already scraped. Set WINNOW_SEARCH_PROVIDER to search the web.',
      'local does not know location and safe, which had no effect.',
    ])
  })

  it('gives each page and picture once, as plain lines, from where they may be from', async () => {
    const hits = [
      { url: 'http://www.a.test/x', title: 'A\nline\u0007 \u202eturned', description: 'B' },
      { url: 'https://a.test/x/?utm_source=y', title: 'A again' },
      { url: 'https://a.test/old/x' },
    ]
    const { index, asked } = indexOf(hits)
    const wish = { ...WISH, query: 'grain site:a.test/x -site:a.test/old' }
    const { results } = await searchWith(['local'], { index })(wish, signal)
    assert.deepEqual(
      results[0]!.hits.map(({ url, title }) => [url, title]),
      [['http://www.a.test/x', 'A line turned']],
    )
    const { sites, excludedSites, inUrl } = asked[0]!.query
    assert.deepEqual([sites, excludedSites, inUrl], [['a.test'], [], ['/x']])
    const image = { url: 'https://a.test/logo.png' }
    const pictures = await searchWith(['local'], {
      index: indexOf([
        { url: 'https://a.test/1', image },
        { url: 'https://a.test/2', image },
      ]).index,
    })({ ...WISH, sources: [{ ...ANYWHERE, type: 'images' }] }, signal)
    assert.equal(pictures.results[0]!.hits.length, 1)
  })

  it('does not tell to set what is set', async () => {
    await using empty = await startProvider(() => found())
    const { warnings } = await searchWith(['searxng', 'local'], {
      url: empty.url,
      index: indexOf([{}]).index,
    })(WISH, signal)
    assert.deepEqual(warnings, ['This covers only what this team has already scraped.'])
  })

  it('does not give everything when nothing is asked for', async () => {
    const { index, asked } = indexOf([{}])
    const search = searchWith(['local'], { index })
    for (const query of ['!!!', '"', '🙂']) {
      const { results, warnings } = await search({ ...WISH, query }, signal)
      assert.deepEqual([results[0]!.hits, asked.length], [[], 0])
      assert.match(warnings.join(' '), /no word in the query/)
    }
    await search({ ...WISH, query: '🙂', includeDomains: ['example.com'] }, signal)
    assert.equal(asked.length, 1)
  })

  it('says of how many domains it knows nothing', async () => {
    const includeDomains = Array.from({ length: 70 }, (_, nr) => `d${nr}.test`)
    const { warnings } = await searchWith(['local'])({ ...WISH, includeDomains }, signal)
    assert.match(warnings.join(' '), /Only 64 of 70 domains were searched/)
  })

  it('says when there is nothing in it yet', async () => {
    const { results, warnings } = await searchWith(['local'])(WISH, signal)
    assert.deepEqual(results, [{ source: 'web', hits: [] }])
    assert.match(warnings.join(' '), /^Nothing was found\. Nothing was searched: .*that is nothing yet/)
  })
})

describe('several providers', () => {
  it('are asked in order until one finds something; who failed is told', async () => {
    await using broken = await startProvider(() => ({ status: 500, body: 'x' }))
    const { index, asked } = indexOf([{}])
    const search = searchWith(['searxng', 'local', 'duckduckgo'], {
      url: `searxng=${broken.url},duckduckgo=${broken.url}`,
      index,
    })
    const { results, warnings } = await search(WISH, signal)
    assert.equal(results[0]!.hits.length, 1)
    assert.equal(warnings[0], 'searxng: It has trouble of its own. (status 500)')
    assert.deepEqual([broken.asked.length, asked.length], [1, 1])
  })

  it('are asked further when one finds nothing', async () => {
    await using empty = await startProvider(() => found())
    const { results, warnings } = await searchWith(['searxng', 'local'], {
      url: empty.url,
      index: indexOf([{}]).index,
    })(WISH, signal)
    assert.equal(results[0]!.hits.length, 1)
    assert.equal(warnings.length, 1)
  })

  it('leave what they do not have to the next', async () => {
    const { index, asked } = indexOf([{ image: { url: 'https://example.com/a.png' } }])
    const sources = [{ ...ANYWHERE, type: 'images' as const }]
    const { warnings } = await searchWith(['tavily', 'local'], { key: 'k', index })(
      { ...WISH, sources },
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
      searchWith(['searxng', 'duckduckgo'], { url })(WISH, signal),
      isFault(
        'SEARCH_FAILED',
        /^Nobody could be asked\. searxng: It refuses to answer in JSON.*duckduckgo: It asks for a proof/,
      ),
    )
  })

  it('share the time, so that who never answers costs only a part of it', async () => {
    await using silent = await startProvider(() => new Promise<never>(() => {}))
    const { index } = indexOf([{}])
    const { warnings } = await searchWith(['searxng', 'local'], { url: silent.url, index })(
      { ...WISH, timeout: 400 },
      signal,
    )
    assert.match(warnings[0]!, /^searxng: It (took longer than the time there was|did not answer)/)
  })

  it('keep what is there when the time is over', async () => {
    await using slow = await startProvider(({ query }) =>
      query['pageno'] === '1' ? found('https://a.test/') : new Promise<never>(() => {}),
    )
    const { results, warnings } = await searchWith(['searxng'], { url: slow.url })(
      { ...WISH, timeout: 1_000 },
      signal,
    )
    assert.equal(results[0]!.hits.length, 1)
    assert.deepEqual(warnings, ['Fewer results than there may be: It took longer than the time there was.'])
  })

  it('that never come to an end do not hold up the next', async () => {
    const index = { find: () => new Promise<never>(() => {}), isEmpty: async () => false }
    await using fake = await startProvider(() => found('https://a.test/'))
    const { results } = await searchWith(['local', 'searxng'], { url: fake.url, index })(
      { ...WISH, timeout: 1_000 },
      signal,
    )
    assert.equal(results[0]!.hits.length, 1)
  })

  it('say nothing about what was found when it was not them', async () => {
    await using fake = await startProvider(() => found('https://a.test/'))
    const search = searchWith(['local', 'searxng'], { url: fake.url })
    assert.deepEqual((await search({ ...WISH, safe: true }, signal)).warnings, [])
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
    const { warnings } = await search({ ...WISH, query: 'a private matter', sources }, signal)
    assert.match(warnings[1]!, /\(status 400\) It says: I do not know a private matter$/)
    assert.doesNotMatch(JSON.stringify(lines), /private/)
    assert.equal(lines.length, 1)
  })

  it('are a timeout when nothing is there in time', async () => {
    await using silent = await startProvider(() => new Promise<never>(() => {}))
    await assert.rejects(
      searchWith(['searxng'], { url: silent.url })({ ...WISH, timeout: 200 }, signal),
      isFault('SCRAPE_TIMEOUT'),
    )
  })
})

describe('sources', () => {
  it('are searched each for itself; one that fails does not take the others along', async () => {
    await using fake = await startProvider(({ query }) =>
      query['categories'] === 'news' ? { status: 500, body: '' } : found('https://a.test/'),
    )
    const sources = [{ ...ANYWHERE, type: 'news' as const }, ANYWHERE]
    const { results, warnings } = await searchWith(['searxng'], { url: fake.url })(
      { ...WISH, sources },
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
    const { results, warnings } = await searchWith(['local'])({ ...WISH, sources: [] }, signal)
    assert.deepEqual(results, [])
    assert.match(warnings.join(' '), /^Nothing was searched/)
  })

  it('that find something are given when another one never ends', async () => {
    await using fake = await startProvider(({ query }) =>
      query['categories'] === 'news' ? new Promise<never>(() => {}) : found('https://a.test/'),
    )
    const sources = [{ ...ANYWHERE, type: 'news' as const }, ANYWHERE]
    const { results, warnings } = await searchWith(['searxng'], { url: fake.url })(
      { ...WISH, sources, timeout: 1_000 },
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
        ? found('https://a.test/1.pdf', 'https://github.com/x')
        : found('https://github.com/x', 'https://elsewhere.test/', 'https://github.com/y'),
    )
    const { results } = await searchWith(['searxng'], { url: fake.url })(
      { ...WISH, limit: 3, categories: ['github', 'pdf'] },
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
    const { index, asked } = indexOf([{}])
    const { results, warnings } = await searchWith(['local'], { index })(
      { ...WISH, includeDomains: ['example.com'], categories: ['github'] },
      signal,
    )
    assert.deepEqual([results[0]!.hits, asked.length], [[], 0])
    assert.match(warnings.join(' '), /contradicts itself/)
  })
})

describe('pages for an agent', () => {
  it('are the first results of the web', async () => {
    const { index } = indexOf([{}])
    const searchPages = createSearchPages(searchWith(['local'], { index }))
    assert.deepEqual(await searchPages({ teamId: 'team', query: 'grain', limit: 3 }, signal), {
      hits: [{ url: 'https://example.com/', title: 'Local', description: 'A passage.' }],
      warning:
        'This covers only what this team has already scraped. Set WINNOW_SEARCH_PROVIDER to search the web.',
    })
  })
})
