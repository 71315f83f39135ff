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
    it(`${name}: gives what is of use in an answer, as plain text`, async () => {
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

    it(`${name}: says where to search, and leaves out what is from elsewhere`, async () => {
      const wish = providerRequest('"dry grain" -oats', {
        scope: { sites: ['example.com', 'docs.test'], excludedSites: ['spam.test'], fileType: 'pdf' },
      })
      const { answer, asked } = await askProvider(name, wish, () =>
        pageOf(name, ['https://other.test/', urlOf('a')]),
      )
      assert.ok(answer.state === 'found')
      assert.deepEqual(
        answer.hits.map(({ url }) => url),
        [urlOf('a')],
      )
      const { body, query } = asked[0]!
      const said = query['q'] ?? (body.startsWith('{') ? '' : new URLSearchParams(body).get('q')) ?? ''
      const json = (body.startsWith('{') ? JSON.parse(body) : {}) as Record<string, unknown>
      const text = said || String(json['q'] ?? json['query'])
      assert.match(text, /^"dry grain" -oats filetype:pdf/)
      if (name === 'tavily') {
        assert.deepEqual(
          [json['include_domains'], json['exclude_domains']],
          [['example.com', 'docs.test'], ['spam.test']],
        )
      } else assert.match(text, /-site:spam\.test \(site:example\.com OR site:docs\.test\)$/)
    })

    it(`${name}: says which answers cannot be read`, async () => {
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
        assert.match(answer.state === 'failed' ? answer.reason : '', /could not be read/)
      }
    })

    it(`${name}: does not take results without any address for none`, async () => {
      const { answer } = await askProvider(name, providerRequest('grain'), () => pageOf(name, []))
      assert.equal(answer.state, 'failed')
    })

    it(`${name}: says what a status means, without the key`, async () => {
      const isKeyed = name !== 'searxng' && name !== 'duckduckgo'
      const reasons: [number, RegExp][] = [
        [401, isKeyed ? /does not accept its key in WINNOW_SEARCH_KEY/ : /does not let this service in/],
        [403, isKeyed ? /does not accept its key/ : /answer in JSON: add json|sends this service away/],
        [429, /too often|limiter/],
        [302, /redirect/],
        [500, /trouble of its own/],
        [400, /refused the question/],
      ]
      for (const [status, expected] of reasons) {
        const complaint = { error: { message: `no: ${KEY} ${encodeURIComponent(KEY)}` } }
        const { answer, asked } = await askProvider(name, providerRequest('grain'), () => ({
          status,
          body: complaint,
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

    it(`${name}: is told apart when it cannot be reached, says too much, or breaks off`, async () => {
      const gone = await startProvider(() => ({}))
      await gone[Symbol.asyncDispose]()
      const unreachable = await PROVIDERS_AT[name](gone.url).search(providerRequest('grain'), signal)
      assert.deepEqual(unreachable, {
        state: 'failed',
        reason:
          'It could not be reached: The target refused the connection, broke it off or answered with something that is not HTTP.',
      })
      const { answer } = await askProvider(name, providerRequest('grain'), () => ({
        status: 200,
        body: 'x'.repeat(5_000_000),
      }))
      assert.deepEqual(answer, { state: 'failed', reason: 'It answered with more than 4 MB.' })
      const packed = await askProvider(name, providerRequest('grain'), () => ({
        status: 200,
        body: 'x',
        headers: { 'content-encoding': 'gzip' },
      }))
      assert.match(JSON.stringify(packed.answer), /encoding that was not asked for/)
    })

    it(`${name}: is given up when the caller gives up`, async () => {
      const caller = new AbortController()
      await using fake = await startProvider(() => {
        caller.abort(new Error('gone'))
        return new Promise<never>(() => {})
      })
      await assert.rejects(PROVIDERS_AT[name](fake.url).search(providerRequest('grain'), caller.signal))
    })

    it(`${name}: reads an answer with a mark of its encoding`, async () => {
      const said = pageOf(name, [urlOf('a')])
      const body = `\ufeff${typeof said === 'string' ? said : JSON.stringify(said)}`
      const { answer } = await askProvider(name, providerRequest('grain', { limit: 1 }), () => ({
        status: 200,
        body,
      }))
      assert.ok(answer.state === 'found' && answer.hits.length === 1)
    })

    it(`${name}: asks no more than it takes, and says so`, async () => {
      const words = Array.from({ length: 120 }, (_, index) => `w${index}`).join(' ')
      const sites = Array.from({ length: 1_000 }, (_, index) => `site-${index}.test`)
      const excludedSites = Array.from({ length: 1_000 }, (_, index) => `spam-${index}.test`)
      const wish = providerRequest(words, { scope: { sites, excludedSites, fileType: undefined } })
      const { answer, asked } = await askProvider(name, wish, () => pageOf(name, ['https://site-0.test/']))
      assert.ok(answer.state === 'found' && answer.hits.length === 1)
      const { body, query } = asked[0]!
      assert.ok((query['q'] ?? '').length <= 2_000 && (name === 'tavily' || body.length < 5_000))
      assert.equal(answer.notes.length > 0, true)
    })

    if (name === 'tavily') continue
    it(`${name}: goes on until there are enough`, async () => {
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
