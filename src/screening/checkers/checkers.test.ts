import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startProvider } from '../../../test/support/search-provider.ts'
import type { ProviderResponse } from '../../../test/support/search-provider.ts'
import { createEgress, parseAllowedTargets } from '../../egress/egress.ts'
import { createHttpChecker } from './http.ts'
import { NotRated } from '../send-request.ts'
import type { RateRisk } from '../send-request.ts'
import { createSafeBrowsing, createWebRisk } from './google.ts'
import { createUrlhaus } from './urlhaus.ts'
import { createVirustotal } from './virustotal.ts'

const KEY = 'a-key+that/nobody=may-read'
const URL_ASKED = 'https://a.example/x?q=1&r=ü'
const egress = createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1') })
after(() => egress[Symbol.asyncDispose]())
const reach = { request: egress.request, userAgent: 'Winnow/test' }
const { signal } = new AbortController()

const CHECKERS = {
  'web-risk': (root: string) => createWebRisk(reach, { key: KEY, root }),
  'safe-browsing': (root: string) => createSafeBrowsing(reach, { key: KEY, root }),
  virustotal: (root: string) => createVirustotal(reach, { key: KEY, root }),
  urlhaus: (root: string) => createUrlhaus(reach, { key: KEY, root }),
  http: (root: string) => createHttpChecker(reach, { url: `${root}/check`, key: KEY }),
} satisfies Record<string, (root: string) => RateRisk>
type Name = keyof typeof CHECKERS
const NAMES = Object.keys(CHECKERS) as Name[]

/** Asks a checker whose other side says so; a function says it by what was asked. */
async function rating(
  name: Name,
  said: ProviderResponse | ((path: string) => ProviderResponse),
  url = URL_ASKED,
) {
  await using fake = await startProvider(({ path }) => (typeof said === 'function' ? said(path) : said))
  return { ...(await CHECKERS[name](fake.url)(url, signal)), asked: fake.requests }
}

async function scoreOf(name: Name, said: ProviderResponse | ((path: string) => ProviderResponse)) {
  const { score, categories } = await rating(name, said)
  return [score, categories]
}

const proto = (...bytes: number[]): ProviderResponse => ({
  status: 200,
  headers: { 'content-type': 'application/x-protobuf' },
  body: Buffer.from(bytes),
})
/** A duration of 300 s as the second field. */
const FIVE_MINUTES = [0x12, 0x03, 0x08, 0xac, 0x02]

describe('web-risk', () => {
  it('asks about one address with the key in a header', async () => {
    const { asked } = await rating('web-risk', {})
    assert.equal(asked[0]!.method, 'GET')
    assert.equal(asked[0]!.path, '/v1/uris:search')
    assert.equal(asked[0]!.query['uri'], URL_ASKED)
    assert.equal(asked[0]!.headers['x-goog-api-key'], KEY)
  })

  it('rates by the lists that an address is on', async () => {
    const threat = (...threatTypes: string[]) => ({ threat: { threatTypes } })
    assert.deepEqual(await scoreOf('web-risk', {}), [0, []])
    assert.deepEqual(await scoreOf('web-risk', threat('MALWARE')), [100, ['MALWARE']])
    assert.deepEqual(await scoreOf('web-risk', threat('UNWANTED_SOFTWARE')), [80, ['UNWANTED_SOFTWARE']])
    assert.deepEqual(await scoreOf('web-risk', threat('A_NEW_ONE')), [80, ['A_NEW_ONE']])
    assert.equal((await rating('web-risk', threat('UNWANTED_SOFTWARE', 'SOCIAL_ENGINEERING'))).score, 100)
  })

  it('says how long that holds', async () => {
    const expireTime = new Date(Date.now() + 600_000).toISOString().replace('Z', '123456Z')
    const { ttlMs: holdsMs } = await rating('web-risk', { threat: { threatTypes: ['MALWARE'], expireTime } })
    assert.ok(holdsMs! > 500_000 && holdsMs! <= 600_000, `${holdsMs}`)
    assert.equal((await rating('web-risk', {})).ttlMs, undefined)
  })
})

describe('safe-browsing', () => {
  it('asks for protocol buffers with the key in a header', async () => {
    const { asked } = await rating('safe-browsing', proto(...FIVE_MINUTES))
    assert.equal(asked[0]!.path, '/v5/urls:search')
    assert.deepEqual(asked[0]!.query, { alt: 'proto', urls: URL_ASKED })
    assert.equal(asked[0]!.headers['x-goog-api-key'], KEY)
  })

  it('rates by the lists that an address is on, and says how long that holds', async () => {
    const url = [0x0a, 0x03, 0x61, 0x2e, 0x62]
    const packed = [0x0a, 0x09, ...url, 0x12, 0x02, 0x01, 0x03]
    const alone = [0x0a, 0x07, ...url, 0x10, 0x09]
    const clean = await rating('safe-browsing', proto(...FIVE_MINUTES))
    assert.deepEqual([clean.score, clean.categories, clean.ttlMs], [0, [], 300_000])
    assert.deepEqual(await scoreOf('safe-browsing', proto(...packed, ...FIVE_MINUTES)), [
      100,
      ['MALWARE', 'UNWANTED_SOFTWARE'],
    ])
    assert.deepEqual(await scoreOf('safe-browsing', proto(...alone, ...FIVE_MINUTES)), [
      80,
      ['THREAT_TYPE_9'],
    ])
  })

  it('reads JSON where a gateway answers in it', async () => {
    const threats = [{ url: 'a.example/', threatTypes: ['SOCIAL_ENGINEERING'] }]
    const found = await rating('safe-browsing', { threats, cacheDuration: '1.5s' })
    assert.deepEqual([found.score, found.categories, found.ttlMs], [100, ['SOCIAL_ENGINEERING'], 1500])
    assert.deepEqual(await scoreOf('safe-browsing', { cacheDuration: '300s' }), [0, []])
  })

  const broken: [string, ProviderResponse][] = [
    ['nothing at all', proto()],
    ['a threat of no type', proto(0x0a, 0x03, 0x0a, 0x01, 0x61, ...FIVE_MINUTES)],
    ['bytes that end early', proto(0x0a, 0x7f, 0x01)],
    ['a number without end', proto(...Array.from({ length: 12 }, () => 0xff))],
    ['a wire type that is none', proto(0x0f)],
    ['a duration that is a number', proto(0x10, 0x01)],
  ]
  for (const [what, said] of broken) {
    it(`does not take ${what} for an answer`, () => assert.rejects(rating('safe-browsing', said)))
  }
})

describe('virustotal', () => {
  const stats = (malicious: number, suspicious: number) => ({
    data: { attributes: { last_analysis_stats: { malicious, suspicious, harmless: 60, undetected: 9 } } },
  })

  it('asks for the report of an address by its base64 without padding, with the key in a header', async () => {
    const { asked } = await rating('virustotal', stats(0, 0))
    assert.equal(asked[0]!.path, '/api/v3/urls/aHR0cHM6Ly9hLmV4YW1wbGUveD9xPTEmcj3DvA')
    assert.equal(asked[0]!.headers['x-apikey'], KEY)
  })

  it('rates by how many engines see a danger', async () => {
    assert.deepEqual(await scoreOf('virustotal', stats(0, 0)), [0, []])
    assert.deepEqual(await scoreOf('virustotal', stats(1, 1)), [35, ['malicious', 'suspicious']])
    assert.deepEqual(await scoreOf('virustotal', stats(3, 0)), [75, ['malicious']])
    assert.deepEqual(await scoreOf('virustotal', stats(9, 9)), [100, ['malicious', 'suspicious']])
  })

  it('has nothing against an address of which it has no report', async () => {
    const body = { error: { code: 'NotFoundError', message: 'URL not found' } }
    assert.deepEqual(await scoreOf('virustotal', { status: 404, body }), [0, []])
  })

  it('takes no other 404 for that', async () => {
    await assert.rejects(rating('virustotal', { status: 404, body: '<h1>Not found</h1>' }))
  })
})

describe('urlhaus', () => {
  const host = (...statuses: string[]) => ({
    query_status: 'ok',
    urls: statuses.map((url_status) => ({ url_status, threat: 'malware_download', tags: null })),
  })
  const onHost = (said: object) => (path: string) =>
    path === '/v1/url/' ? { query_status: 'no_results' } : said

  it('asks about the address, then about its host, with the key in a header', async () => {
    const { asked } = await rating('urlhaus', { query_status: 'no_results' })
    assert.deepEqual(
      asked.map(({ method, path, body }) => [method, path, Object.fromEntries(new URLSearchParams(body))]),
      [
        ['POST', '/v1/url/', { url: URL_ASKED }],
        ['POST', '/v1/host/', { host: 'a.example' }],
      ],
    )
    assert.ok(asked.every(({ headers }) => headers['auth-key'] === KEY))
    assert.equal(asked[0]!.headers['content-type'], 'application/x-www-form-urlencoded')
  })

  it('rates an address that spreads malware, or did', async () => {
    const entry = (url_status: string, threat: string | null) => ({ query_status: 'ok', url_status, threat })
    assert.deepEqual(await scoreOf('urlhaus', entry('online', 'malware_download')), [
      100,
      ['malware_download'],
    ])
    assert.deepEqual(await scoreOf('urlhaus', entry('unknown', 'x')), [90, ['x']])
    assert.deepEqual(await scoreOf('urlhaus', entry('offline', null)), [80, ['malware_download']])
  })

  it('rates the host of other such addresses lower', async () => {
    assert.deepEqual(await scoreOf('urlhaus', onHost(host('offline', 'online'))), [50, ['malware_download']])
    assert.deepEqual(await scoreOf('urlhaus', onHost(host('offline'))), [20, ['malware_download']])
    assert.deepEqual(await scoreOf('urlhaus', { query_status: 'no_results' }), [0, []])
  })

  it('does not ask about an address of version 6 as a host', async () => {
    const { score, asked } = await rating('urlhaus', { query_status: 'no_results' }, 'http://[2001:db8::1]/')
    assert.deepEqual([score, asked.length], [0, 1])
  })

  it('takes no other status of a query for an answer', async () => {
    await assert.rejects(rating('urlhaus', { query_status: 'unknown_auth_key' }))
    await assert.rejects(rating('urlhaus', { query_status: 'ok' }))
    await assert.rejects(rating('urlhaus', { query_status: 'invalid_url' }), NotRated)
    await assert.rejects(rating('urlhaus', onHost({ query_status: 'ok', urls: [] })))
  })
})

describe('http', () => {
  it('posts the address to the endpoint, with the key as a bearer', async () => {
    const { asked } = await rating('http', { score: 1 })
    const [{ method, path, body, headers }] = asked as [(typeof asked)[0]]
    assert.deepEqual([method, path, body], ['POST', '/check', JSON.stringify({ url: URL_ASKED })])
    assert.deepEqual([headers.authorization, headers['content-type']], [`Bearer ${KEY}`, 'application/json'])
  })

  it('sends no authorization without a key', async () => {
    await using fake = await startProvider(() => ({ score: 1 }))
    await createHttpChecker(reach, { url: fake.url, key: undefined })(URL_ASKED, signal)
    assert.equal(fake.requests[0]!.headers.authorization, undefined)
  })

  it('takes the score and the categories as they are', async () => {
    assert.deepEqual(await scoreOf('http', { score: 33.5, categories: ['spam'] }), [33.5, ['spam']])
    assert.deepEqual(await scoreOf('http', { score: 0 }), [0, []])
    assert.deepEqual(await scoreOf('http', { score: 100, more: true }), [100, []])
  })

  const wrong: [string, unknown][] = [
    ['a score above 100', { score: 101 }],
    ['a score below 0', { score: -1 }],
    ['a score that is a text', { score: '5' }],
    ['no score', { categories: [] }],
    ['a list', [{ score: 1 }]],
    ['categories that are none', { score: 1, categories: [{}] }],
    ['categories without end', { score: 1, categories: Array.from({ length: 51 }, () => 'x') }],
    ['a category without end', { score: 1, categories: ['x'.repeat(101)] }],
  ]
  for (const [what, body] of wrong) {
    it(`does not take ${what} for an answer`, () =>
      assert.rejects(rating('http', { status: 200, body: JSON.stringify(body) })))
  }
})

describe('whoever is asked', () => {
  const shared: [string, ProviderResponse, RegExp][] = [
    ['a key that is not accepted', { status: 401, body: {} }, /WINNOW_URL_RISK_KEY \(status 401\)/],
    ['a quota that is used up', { status: 429, body: {} }, /quota is used up/],
    ['trouble of its own', { status: 503, body: {} }, /trouble of its own \(status 503\)/],
    ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }, /redirect/],
    ['a page', '<h1>Log in</h1>', /documentation|protocol buffer/],
    ['an object of another shape', { message: 'log in' }, /documentation/],
    ['null', { status: 200, body: 'null', headers: { 'content-type': 'application/json' } }, /documentation/],
    [
      'another encoding',
      { status: 200, body: 'x', headers: { 'content-encoding': 'gzip' } },
      /encoding that was not asked for/,
    ],
    ['more than 1 MB', { status: 200, body: ' '.repeat(1_100_000) }, /more than 1 MB/],
  ]
  for (const name of NAMES) {
    for (const [what, said, message] of shared) {
      it(`${name}: ${what} is a failure that does not tell the key`, async () => {
        await assert.rejects(rating(name, said), (failure: Error) => {
          assert.match(failure.message, message)
          assert.ok(!failure.message.includes(KEY) && !failure.message.includes('a.example'))
          return true
        })
      })
    }

    it(`${name}: an address that is refused says nothing about the checker`, async () => {
      await assert.rejects(rating(name, { status: 400, body: {} }), NotRated)
    })
  }
})
