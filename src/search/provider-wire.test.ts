import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  askProvider,
  ddgNext,
  ddgResult,
  KEY,
  pageOf,
  PROVIDERS_AT,
  ddgRedirect,
  urlOf,
  providerRequest,
} from '../../test/support/ask-provider.ts'
import { startProvider } from '../../test/support/search-provider.ts'
import type { RemoteName } from '../../test/support/ask-provider.ts'
import type { ProviderResponse } from '../../test/support/search-provider.ts'
import type { Hit, ProviderRequest } from './provider.ts'

const { signal } = new AbortController()

describe('a question', () => {
  const particular = {
    limit: 7,
    country: 'de',
    language: 'pt-BR',
    location: 'Berlin, Germany',
    safe: true,
    tbs: 'cdr:1,cd_min:3/1/2024,cd_max:12/31/2024',
    time: { from: new Date('2024-03-01T00:00:00Z'), to: new Date('2025-01-01T00:00:00Z'), byDate: false },
  }
  const asked = async (name: RemoteName, more: Partial<ProviderRequest> = {}) => {
    const result = await askProvider(name, providerRequest('grain', { ...particular, ...more }), () =>
      pageOf(name, [urlOf('a')]),
    )
    return { ...result.asked[0]!, answer: result.answer }
  }

  it('to searxng is a query of its search', async () => {
    const { method, path, query, answer } = await asked('searxng')
    assert.deepEqual([method, path], ['GET', '/search'])
    assert.deepEqual(query, {
      q: 'grain',
      format: 'json',
      categories: 'general',
      pageno: '1',
      safesearch: '2',
      language: 'pt-BR',
    })
    assert.match(JSON.stringify(answer), /no other times than/)
    const recent = { from: new Date(Date.now() - 24 * 3_600_000), to: undefined, byDate: false }
    const news = await asked('searxng', { source: 'news', time: recent })
    assert.deepEqual([news.query['categories'], news.query['time_range']], ['news', 'day'])
    assert.deepEqual(news.answer.state === 'found' && news.answer.notes, [])
  })

  it('to brave carries its token and a range of days', async () => {
    const { path, query, headers } = await asked('brave')
    assert.equal(path, '/res/v1/web/search')
    assert.equal(headers['x-subscription-token'], KEY)
    assert.deepEqual(query, {
      q: 'grain',
      count: '7',
      country: 'DE',
      search_lang: 'pt-br',
      safesearch: 'strict',
      freshness: '2024-03-01to2024-12-31',
    })
    assert.equal((await asked('brave', { source: 'news' })).path, '/res/v1/news/search')
    const pictures = await asked('brave', { source: 'images' })
    assert.deepEqual([pictures.path, pictures.query['freshness']], ['/res/v1/images/search', undefined])
  })

  it('to brave names countries and languages as it does, and none that it does not know', async () => {
    for (const [country, language, named, search_lang, notes] of [
      ['gb', 'ja', 'GB', 'jp', []],
      ['us', 'zh-TW', 'US', 'zh-hant', []],
      ['us', 'de-AT', 'US', 'de', []],
      [
        'ie',
        'ga',
        undefined,
        undefined,
        ['brave does not know country ie and lang ga, which had no effect.'],
      ],
    ] as const) {
      const { query, answer } = await asked('brave', { country, language })
      assert.deepEqual([query['country'], query['search_lang']], [named, search_lang])
      assert.deepEqual(answer.state === 'found' && answer.notes, notes)
    }
  })

  it('to brave names as many domains as fit, and says so', async () => {
    const sites = Array.from({ length: 40 }, (_, index) => `site-number-${index}.test`)
    const { query, answer } = await asked('brave', {
      scope: { sites, excludedSites: [], fileType: undefined },
    })
    assert.ok(query['q']!.length <= 400)
    assert.match(JSON.stringify(answer), /Only \d+ of 40 domains were searched/)
  })

  it('to serper is a body that Google understands', async () => {
    const { method, path, headers, body } = await asked('serper')
    assert.deepEqual([method, path, headers['x-api-key']], ['POST', '/search', KEY])
    assert.deepEqual(JSON.parse(body), {
      q: 'grain',
      num: 7,
      page: 1,
      hl: 'pt-BR',
      gl: 'de',
      location: 'Berlin, Germany',
      tbs: particular.tbs,
      safe: 'active',
    })
    assert.equal((await asked('serper', { source: 'news' })).path, '/news')
    assert.equal((await asked('serper', { source: 'images' })).path, '/images')
  })

  it('to tavily carries a bearer, days and the name of the country', async () => {
    const { path, headers, body } = await asked('tavily')
    assert.deepEqual([path, headers.authorization], ['/search', `Bearer ${KEY}`])
    assert.deepEqual(JSON.parse(body), {
      query: 'grain',
      topic: 'general',
      max_results: 7,
      start_date: '2024-03-01',
      end_date: '2024-12-31',
      country: 'germany',
    })
    assert.equal(
      (JSON.parse((await asked('tavily', { source: 'news', limit: 99 })).body) as { topic: string }).topic,
      'news',
    )
  })

  it('to google-cse carries key and engine', async () => {
    const { path, query } = await asked('google-cse')
    assert.equal(path, '/customsearch/v1')
    assert.deepEqual(query, {
      key: KEY,
      cx: '12:34',
      q: 'grain',
      start: '1',
      num: '7',
      safe: 'active',
      gl: 'de',
      lr: 'lang_pt',
      hl: 'pt-BR',
      sort: 'date:r:20240301:20241231',
    })
  })

  it('to tavily is never empty', async () => {
    const scope = { sites: ['example.com'], excludedSites: [], fileType: undefined }
    const { body } = await asked('tavily', { words: '', scope })
    assert.equal((JSON.parse(body) as { query: string }).query, 'example.com')
  })

  it('that a provider cannot answer as asked is told', async () => {
    const time = { from: new Date(Date.now() - 72 * 3_600_000), to: undefined, byDate: false }
    const notesOf = async (name: RemoteName, more: Partial<ProviderRequest>) => {
      const { answer } = await asked(name, { ...more, time: { ...time, ...more.time } })
      return answer.state === 'found' ? answer.notes.join(' ') : ''
    }
    const coarse = /no other times than/
    assert.match(await notesOf('searxng', {}), coarse)
    const old = new Date(Date.now() - 800 * 24 * 3_600_000)
    assert.match(await notesOf('searxng', { time: { ...time, from: old } }), coarse)
    assert.match(
      await notesOf('google-cse', { time: { ...time, byDate: true } }),
      /not by date within a time/,
    )
    await using fake = await startProvider(() => ({
      results: [{ url: urlOf('a'), properties: { url: urlOf('b') } }],
    }))
    const pictures = await PROVIDERS_AT.brave(fake.url).search(
      providerRequest('x', { source: 'images', time }),
      signal,
    )
    assert.match(JSON.stringify(pictures), /no times of pictures/)
  })

  it('to duckduckgo is its form, and goes on with the form of its page', async () => {
    const { answer, asked: questions } = await askProvider(
      'duckduckgo',
      providerRequest('grain', { ...particular, limit: 3 }),
      (_, index) =>
        index === 0
          ? `<body>${ddgResult(ddgRedirect(urlOf('a')))}<div class="nav-link"><form><input type="hidden" name="s" value="0"></form></div>${ddgNext(10)}</body>`
          : `<body>${ddgResult(urlOf('b'))}${ddgResult('https://duckduckgo.com/y.js?ad_domain=x', 'result--ad')}</body>`,
    )
    assert.ok(answer.state === 'found')
    assert.deepEqual(
      answer.hits.map(({ url }) => url),
      [urlOf('a'), urlOf('b')],
    )
    const forms = questions.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
    assert.deepEqual(forms, [
      { q: 'grain', kl: 'de-pt', kp: '1', df: '2024-03-01..2024-12-31' },
      { q: 'grain', s: '10', vqd: '4-1' },
    ])
    assert.equal(questions[0]!.path, '/html/')
  })
})

describe('an answer', () => {
  const found = async (
    name: RemoteName,
    source: ProviderRequest['source'],
    said: ProviderResponse,
  ): Promise<Hit[]> => {
    const { answer } = await askProvider(name, providerRequest('grain', { source, limit: 1 }), () => said)
    assert.ok(answer.state === 'found', JSON.stringify(answer))
    return answer.hits
  }
  const page = urlOf('page')
  const picture = 'https://img.test/a.png'
  const image = { url: picture, width: 640, height: 480 }

  for (const [name, said] of [
    [
      'searxng',
      { results: [{ url: page, title: 'T', img_src: '//img.test/a.png', resolution: '640 x 480' }] },
    ],
    [
      'brave',
      { results: [{ url: page, title: 'T', properties: { url: picture, width: 640, height: 480 } }] },
    ],
    [
      'serper',
      { images: [{ link: page, title: 'T', imageUrl: picture, imageWidth: 640, imageHeight: 480 }] },
    ],
    [
      'google-cse',
      { items: [{ link: picture, title: 'T', image: { contextLink: page, width: 640, height: 480 } }] },
    ],
  ] as [RemoteName, ProviderResponse][]) {
    it(`of ${name} gives pictures with their pages`, async () => {
      const [hit] = await found(name, 'images', said)
      assert.deepEqual([hit!.url, hit!.title, hit!.image], [page, 'T', image])
    })
  }

  for (const [name, said] of [
    ['searxng', { results: [{ url: page, content: 'C', publishedDate: '2026-03-01T00:00:00' }] }],
    [
      'brave',
      { results: [{ url: page, description: 'C', age: '1 day ago', page_age: '2026-03-01T00:00:00' }] },
    ],
    ['tavily', { results: [{ url: page, content: 'C', published_date: 'Sun, 01 Mar 2026 00:00:00 GMT' }] }],
  ] as [RemoteName, ProviderResponse][]) {
    it(`of ${name} gives news with their date`, async () => {
      const [hit] = await found(name, 'news', said)
      assert.deepEqual([hit!.url, hit!.description, hit!.date], [page, 'C', '2026-03-01T00:00:00.000Z'])
    })
  }

  it('of serper gives news with their picture', async () => {
    const [hit] = await found('serper', 'news', {
      news: [{ link: page, snippet: 'C', date: '2 hours ago', imageUrl: picture }],
    })
    assert.deepEqual([hit!.date, hit!.image?.url], ['2 hours ago', picture])
  })

  it('of searxng whose engines are all silent is a failure that names them', async () => {
    const said = { results: [], unresponsive_engines: [['google', 'timeout'], ['bing', '<b>CAPTCHA</b>'], 7] }
    const { answer } = await askProvider('searxng', providerRequest('grain'), () => said)
    assert.deepEqual(answer, {
      state: 'failed',
      reason: 'None of its engines answered (google: timeout; bing: CAPTCHA).',
    })
    const empty = await askProvider('searxng', providerRequest('grain'), () => ({
      results: [],
      unresponsive_engines: [],
    }))
    assert.deepEqual(empty.answer, { state: 'found', hits: [], notes: [] })
  })

  it('of brave and google-cse tells a wrong key in its own way', async () => {
    const brave = {
      status: 422,
      body: { error: { code: 'SUBSCRIPTION_TOKEN_INVALID', detail: 'The subscription token is invalid.' } },
    }
    assert.match(
      JSON.stringify((await askProvider('brave', providerRequest('x'), () => brave)).answer),
      /accept its key/,
    )
    const google = {
      status: 400,
      body: { error: { message: 'API key not valid. Please pass a valid API key.' } },
    }
    assert.match(
      JSON.stringify((await askProvider('google-cse', providerRequest('x'), () => google)).answer),
      /accept its key/,
    )
  })

  it('of serper and tavily tells a plan that is used up', async () => {
    const serper = { status: 400, body: { message: 'Not enough credits', statusCode: 400 } }
    assert.match(
      JSON.stringify((await askProvider('serper', providerRequest('x'), () => serper)).answer),
      /credits are used up/,
    )
    const tavily = { status: 432, body: { detail: { error: 'This request exceeds your plan.' } } }
    assert.match(
      JSON.stringify((await askProvider('tavily', providerRequest('x'), () => tavily)).answer),
      /plan is used up.*exceeds your plan/,
    )
  })

  it('of searxng with endless lists of engines is a short failure', async () => {
    const silent = [Array.from({ length: 500_000 }, () => 'a'), ['x'.repeat(5_000), 'y'.repeat(5_000)]]
    const { answer } = await askProvider('searxng', providerRequest('x'), () => ({
      results: [],
      unresponsive_engines: silent,
    }))
    assert.ok(answer.state === 'failed' && answer.reason.length < 1_000)
  })

  for (const [what, page] of [
    ['deep', '<div>'.repeat(700_000) + ddgResult(urlOf('a'))],
    ['wide', '<i></i>'.repeat(500_000)],
    ['many', '<div class="result"></div>'.repeat(150_000)],
  ] as const) {
    it(`of duckduckgo that is too ${what} is not read`, async () => {
      const { answer } = await askProvider('duckduckgo', providerRequest('x'), () => page)
      assert.deepEqual(answer, { state: 'failed', reason: 'Its page could not be read.' })
    })
  }

  it('of duckduckgo that wants a person is a failure, one without results is none', async () => {
    const captcha =
      '<form id="challenge-form"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form>'
    for (const said of [captcha, { status: 202, body: captcha }]) {
      assert.match(
        JSON.stringify((await askProvider('duckduckgo', providerRequest('x'), () => said)).answer),
        /sends this service away/,
      )
    }
    const nothing =
      '<div class="result results_links result--no-result"><div class="no-results">No results.</div></div>'
    assert.deepEqual((await askProvider('duckduckgo', providerRequest('x'), () => nothing)).answer, {
      state: 'found',
      hits: [],
      notes: [],
    })
  })
})
