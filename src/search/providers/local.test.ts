import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  searxResponse,
  fakeIndex,
  searchWith,
  signal,
  SEARCH_REQUEST,
} from '../../../test/support/search-with.ts'
import { startProvider } from '../../../test/support/search-provider.ts'
import type { LocalIndex } from './local.ts'
import { ANYWHERE } from '../search.ts'

describe('the local index', () => {
  it('is asked what was wished, and says what it covers', async () => {
    const { index, asked } = fakeIndex([{ publishedAt: new Date('2026-03-01') }])
    const search = searchWith(['local'], { index })
    const source = { ...ANYWHERE, tbs: 'qdr:w,sbd:1,li:1', lang: 'de-AT', location: 'Wien' }
    const { results, warnings } = await search(
      {
        ...SEARCH_REQUEST,
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
    const { index, asked } = fakeIndex(hits)
    const wish = { ...SEARCH_REQUEST, query: 'grain site:a.test/x -site:a.test/old' }
    const { results } = await searchWith(['local'], { index })(wish, signal)
    assert.deepEqual(
      results[0]!.hits.map(({ url, title }) => [url, title]),
      [['http://www.a.test/x', 'A line turned']],
    )
    const { sites, excludedSites } = asked[0]!.query
    assert.deepEqual([sites, excludedSites], [['a.test/x'], ['a.test/old']])
    const image = { url: 'https://a.test/logo.png' }
    const pictures = await searchWith(['local'], {
      index: fakeIndex([
        { url: 'https://a.test/1', image },
        { url: 'https://a.test/2', image },
      ]).index,
    })({ ...SEARCH_REQUEST, sources: [{ ...ANYWHERE, type: 'images' }] }, signal)
    assert.equal(pictures.results[0]!.hits.length, 1)
  })

  it('does not tell to set what is set', async () => {
    await using empty = await startProvider(() => searxResponse())
    const { warnings } = await searchWith(['searxng', 'local'], {
      url: empty.url,
      index: fakeIndex([{}]).index,
    })(SEARCH_REQUEST, signal)
    assert.deepEqual(warnings, ['This covers only what this team has already scraped.'])
  })

  it('does not give everything when nothing is asked for', async () => {
    const { index, asked } = fakeIndex([{}])
    const search = searchWith(['local'], { index })
    for (const query of ['!!!', '"', '🙂', 'ـ']) {
      const { results, warnings } = await search({ ...SEARCH_REQUEST, query }, signal)
      assert.deepEqual([results[0]!.hits, asked.length], [[], 0])
      assert.match(warnings.join(' '), /no word in the query/)
    }
    await search({ ...SEARCH_REQUEST, query: '🙂', includeDomains: ['example.com'] }, signal)
    assert.equal(asked.length, 1)
  })

  it('is asked for more when some of what it gives does not count', async () => {
    const pages = Array.from({ length: 60 }, (_, nr) => {
      const path = nr < 50 ? `old/${nr}` : `new/${nr}`
      return { url: `https://a.test/${path}`, title: path, description: '', publishedAt: undefined }
    })
    const limits: number[] = []
    const index: LocalIndex = {
      async find({ limit }) {
        limits.push(limit)
        return pages.slice(0, limit).map((page) => ({ ...page, image: undefined }))
      },
      isEmpty: async () => false,
    }
    const search = searchWith(['local'], { index })
    const paths = async (query: string) =>
      (await search({ ...SEARCH_REQUEST, query }, signal)).results[0]!.hits.map(({ title }) => title)
    assert.deepEqual(await paths('grain -site:a.test/old'), [
      'new/50',
      'new/51',
      'new/52',
      'new/53',
      'new/54',
    ])
    assert.deepEqual(limits, [5, 20, 80])
    limits.length = 0
    assert.equal((await paths('grain')).length, 5)
    assert.deepEqual(await paths('grain -site:a.test'), [])
    assert.deepEqual(limits, [5, 5, 20, 80])
  })

  it('says of how many domains it knows nothing', async () => {
    const includeDomains = Array.from({ length: 70 }, (_, nr) => `d${nr}.test`)
    const { warnings } = await searchWith(['local'])({ ...SEARCH_REQUEST, includeDomains }, signal)
    assert.match(warnings.join(' '), /Only 64 of 70 domains were searched/)
  })

  it('says when there is nothing in it yet', async () => {
    const { results, warnings } = await searchWith(['local'])(SEARCH_REQUEST, signal)
    assert.deepEqual(results, [{ source: 'web', hits: [] }])
    assert.match(warnings.join(' '), /^Nothing was found\. Nothing was searched: .*that is nothing yet/)
  })
})
