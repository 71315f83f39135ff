import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  askProvider,
  CLEAN,
  KEY,
  pageOf,
  PROVIDERS_AT,
  REMOTE_NAMES,
  urlOf,
  providerRequest,
} from '../../test/support/ask-provider.ts'
import { startProvider } from '../../test/support/search-provider.ts'

const { signal } = new AbortController()

describe('every provider', () => {
  for (const name of REMOTE_NAMES) {
    it(`${name}: returns the useful fields of a response as plain text`, async () => {
      const { answer } = await askProvider(name, providerRequest('grain', { limit: 2 }), () =>
        pageOf(name, [urlOf('a'), urlOf('b')]),
      )
      assert.ok(answer.state === 'found')
      const fields = answer.hits.map(({ url, title, description }) => ({ url, title, description }))
      assert.deepEqual(fields, [
        { url: urlOf('a'), ...CLEAN },
        { url: urlOf('b'), ...CLEAN },
      ])
    })

    it(`${name}: sends the scope and drops hits outside of it`, async () => {
      const request = providerRequest('"dry grain" -oats', {
        scope: { sites: ['example.com', 'docs.test'], excludedSites: ['spam.test'], fileType: 'pdf' },
      })
      const { answer, asked } = await askProvider(name, request, () =>
        pageOf(name, ['https://other.test/', urlOf('a')]),
      )
      assert.ok(answer.state === 'found')
      assert.deepEqual(
        answer.hits.map(({ url }) => url),
        [urlOf('a')],
      )
      const { body, query } = asked[0]!
      const queryParameter =
        query['q'] ?? (body.startsWith('{') ? '' : new URLSearchParams(body).get('q')) ?? ''
      const json = (body.startsWith('{') ? JSON.parse(body) : {}) as Record<string, unknown>
      const text = queryParameter || String(json['q'] ?? json['query'])
      assert.match(text, /^"dry grain" -oats filetype:pdf/)
      if (name === 'tavily') {
        assert.deepEqual(
          [json['include_domains'], json['exclude_domains']],
          [['example.com', 'docs.test'], ['spam.test']],
        )
      } else assert.match(text, /-site:spam\.test \(site:example\.com OR site:docs\.test\)$/)
    })

    it(`${name}: reports responses that cannot be parsed`, async () => {
      for (const body of [
        '',
        'null',
        '[]',
        '"x"',
        '{"results":',
        '<html>',
        '{}',
        '{"results":7,"organic":{},"items":"x","web":[]}',
      ]) {
        const { answer } = await askProvider(name, providerRequest('grain'), () => ({ status: 200, body }))
        assert.equal(answer.state, 'failed', `${body} ${JSON.stringify(answer)}`)
        assert.match(answer.state === 'failed' ? answer.reason : '', /could not be parsed/)
      }
    })

    it(`${name}: reports results without any valid URL as a failure`, async () => {
      const { answer } = await askProvider(name, providerRequest('grain'), () => pageOf(name, []))
      assert.equal(answer.state, 'failed')
    })

    it(`${name}: explains an error status without revealing the key`, async () => {
      const isKeyed = name !== 'searxng' && name !== 'duckduckgo'
      const reasons: [number, RegExp][] = [
        [401, isKeyed ? /rejected the key in WINNOW_SEARCH_KEY/ : /denied access to this service/],
        [403, isKeyed ? /rejected the key/ : /respond with JSON: add json|denies access to this service/],
        [429, /too often|limiter/],
        [302, /redirect/],
        [500, /internal error/],
        [400, /rejected the query/],
      ]
      for (const [status, expected] of reasons) {
        const errorBody = { error: { message: `no: ${KEY} ${encodeURIComponent(KEY)}` } }
        const { answer, asked } = await askProvider(name, providerRequest('grain'), () => ({
          status,
          body: errorBody,
          headers: { location: 'http://127.0.0.1:1/' },
        }))
        assert.ok(answer.state === 'failed')
        assert.match(answer.reason, expected, String(status))
        assert.match(answer.reason, new RegExp(`status ${status}`))
        assert.equal(
          answer.providerMessage,
          isKeyed ? 'no: [key] [key]' : `no: ${KEY} ${encodeURIComponent(KEY)}`,
        )
        assert.doesNotMatch(answer.reason, /no:/)
        assert.equal(asked.length, 1)
      }
    })

    it(`${name}: reports a failed connection, an oversized response and a broken one differently`, async () => {
      const gone = await startProvider(() => ({}))
      await gone[Symbol.asyncDispose]()
      const unreachable = await PROVIDERS_AT[name](gone.url).search(providerRequest('grain'), signal)
      assert.deepEqual(unreachable, {
        state: 'failed',
        reason:
          'It could not be reached: The target refused the connection, closed it early, or sent a response that is not HTTP.',
      })
      const { answer } = await askProvider(name, providerRequest('grain'), () => ({
        status: 200,
        body: 'x'.repeat(5_000_000),
      }))
      assert.deepEqual(answer, { state: 'failed', reason: 'The response is larger than 4 MB.' })
      const packed = await askProvider(name, providerRequest('grain'), () => ({
        status: 200,
        body: 'x',
        headers: { 'content-encoding': 'gzip' },
      }))
      assert.match(JSON.stringify(packed.answer), /content encoding that was not requested/)
    })

    it(`${name}: stops when the caller cancels`, async () => {
      const caller = new AbortController()
      await using fake = await startProvider(() => {
        caller.abort(new Error('gone'))
        return new Promise<never>(() => {})
      })
      await assert.rejects(PROVIDERS_AT[name](fake.url).search(providerRequest('grain'), caller.signal))
    })

    it(`${name}: parses a response with a byte order mark`, async () => {
      const response = pageOf(name, [urlOf('a')])
      const body = `\ufeff${typeof response === 'string' ? response : JSON.stringify(response)}`
      const { answer } = await askProvider(name, providerRequest('grain', { limit: 1 }), () => ({
        status: 200,
        body,
      }))
      assert.ok(answer.state === 'found' && answer.hits.length === 1)
    })

    it(`${name}: cuts a query to the provider's limit and adds a note`, async () => {
      const words = Array.from({ length: 120 }, (_, index) => `w${index}`).join(' ')
      const sites = Array.from({ length: 1_000 }, (_, index) => `site-${index}.test`)
      const excludedSites = Array.from({ length: 1_000 }, (_, index) => `spam-${index}.test`)
      const request = providerRequest(words, { scope: { sites, excludedSites, fileType: undefined } })
      const { answer, asked } = await askProvider(name, request, () => pageOf(name, ['https://site-0.test/']))
      assert.ok(answer.state === 'found' && answer.hits.length === 1)
      const { body, query } = asked[0]!
      assert.ok((query['q'] ?? '').length <= 2_000 && (name === 'tavily' || body.length < 5_000))
      assert.equal(answer.notes.length > 0, true)
    })

    if (name === 'tavily') continue
    it(`${name}: requests pages until there are enough hits`, async () => {
      const { answer, asked } = await askProvider(name, providerRequest('grain', { limit: 25 }), (_, index) =>
        pageOf(
          name,
          Array.from({ length: 20 }, (_item, place) => urlOf(`${index}-${place}`)),
        ),
      )
      assert.ok(answer.state === 'found')
      assert.equal(answer.hits.length, 25)
      assert.equal(asked.length, 2)
    })
  }
})
