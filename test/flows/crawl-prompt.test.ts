import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inspect } from 'node:util'
import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createModel } from '../../src/llm/llm.ts'
import { startTestApp, useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { runCrawl, waitForCrawl } from '../support/run-crawl.ts'
import { isFault } from '../support/is-fault.ts'
import { startModel } from '../support/model.ts'

const KEY = 'sk-a-key-that-nobody-may-read'
const QUESTION = { system: 'Be brief.', prompt: 'How many?', schema: { type: 'object' }, name: 'count' }
const { signal } = new AbortController()

const egress = createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1') })
after(() => egress[Symbol.asyncDispose]())

function modelAt(url: string, timeoutMs = 10_000) {
  return createModel({ url, key: KEY, model: 'small', request: egress.request, timeoutMs })
}

describe('a model', () => {
  it('is held to the schema and returns an object', async () => {
    await using fake = await startModel(() => '{"count":3}')
    assert.deepEqual(await modelAt(`${fake.url}//`).completeJson(QUESTION, signal), { count: 3 })
    const [asked] = fake.requests
    assert.deepEqual(
      [fake.requests.length, asked?.method, asked?.path, asked?.authorization],
      [1, 'POST', '/v1/chat/completions', `Bearer ${KEY}`],
    )
    assert.deepEqual(asked?.body, {
      model: 'small',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'How many?' },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'count', schema: { type: 'object' }, strict: false },
      },
    })
  })

  it('is called with any path in its URL', async () => {
    await using fake = await startModel(() => '{}')
    const { origin } = new URL(fake.url)
    await modelAt(origin).completeJson(QUESTION, signal)
    await modelAt(`${origin}/deep/v2?version=1`).completeJson(QUESTION, signal)
    assert.deepEqual(
      fake.requests.map(({ path }) => path),
      ['/chat/completions', '/deep/v2/chat/completions?version=1'],
    )
  })

  it('needs neither a key nor a name', async () => {
    await using fake = await startModel(() => '{}')
    const bare = createModel({ url: fake.url, key: undefined, model: undefined, request: egress.request })
    await bare.completeJson(QUESTION, signal)
    assert.deepEqual([fake.requests[0]?.authorization, 'model' in fake.requests[0]!.body], [undefined, false])
  })

  for (const status of [400, 422]) {
    it(`gets the schema in words when its endpoint responds with ${status} to it`, async () => {
      await using fake = await startModel(({ body }) =>
        body.response_format?.type === 'json_schema' ? { status } : '```json\n{"count":4}\n```',
      )
      assert.deepEqual(await modelAt(fake.url).completeJson(QUESTION, signal), { count: 4 })
      assert.deepEqual(fake.requests[1]?.body.response_format, { type: 'json_object' })
      assert.match(fake.requests[1]?.body.messages[0].content, /^Be brief\.[^]*\{"type":"object"\}$/)
    })
  }

  it('is finally called without any format', async () => {
    await using fake = await startModel(({ body }) =>
      body.response_format ? { status: 400 } : '<think>{"count":1}?</think> It is {"count":5}.',
    )
    assert.deepEqual(await modelAt(fake.url).completeJson(QUESTION, signal), { count: 5 })
    assert.equal(fake.requests.length, 3)
  })

  const failures: [name: string, said: Parameters<typeof startModel>[0], message: RegExp, times: number][] = [
    ['says nothing of use', () => 'I would rather not.', /^The model.s response contains no/, 1],
    [
      'answers with something else',
      () => ({ status: 200, body: '<html>' }),
      /^The model's .* no chat compl/,
      1,
    ],
    ['answers without choices', () => ({ status: 200, body: '{"choices":[]}' }), /no chat completion/, 1],
    ['fails', () => ({ status: 500, body: `{"error":{"message":"for ${KEY}"}}` }), /status 500\.$/, 1],
    ['refuses the key', () => ({ status: 401, body: `{"error":"Wrong key ${KEY}"}` }), /status 401\.$/, 1],
    ['finds every request bad', () => ({ status: 400, body: `no ${KEY}` }), /status 400\.$/, 3],
    ['says too much', () => 'x'.repeat(1024 * 1024), /larger than 1 MB\.$/, 1],
    ['leads elsewhere', () => ({ status: 307, headers: { location: '/v2' } }), /status 307\.$/, 1],
  ]
  for (const [name, said, message, times] of failures) {
    it(`that ${name} is unavailable, and its key is not shown`, async () => {
      await using fake = await startModel(said)
      const failure: unknown = await modelAt(fake.url)
        .completeJson(QUESTION, signal)
        .catch((error: unknown) => error)
      isFault('UNAVAILABLE', message)(failure)
      assert.doesNotMatch(inspect(failure, { depth: 10 }), new RegExp(KEY))
      assert.equal(fake.requests.length, times)
    })
  }

  it('that takes too long is unavailable', async () => {
    const held = Promise.withResolvers<string>()
    await using fake = await startModel(() => held.promise)
    await assert.rejects(
      modelAt(fake.url, 50).completeJson(QUESTION, signal),
      isFault('UNAVAILABLE', /^The model did not answer within 0\.05 seconds\.$/),
    )
    held.resolve('{}')
  })

  it('is not waited for when the caller disconnects', async () => {
    const leaving = new AbortController()
    await using fake = await startModel(() => {
      leaving.abort()
      return '{}'
    })
    await assert.rejects(
      modelAt(fake.url).completeJson(QUESTION, leaving.signal),
      isFault('SCRAPE_JOB_CANCELLED'),
    )
  })

  it('that is not configured is unavailable', async () => {
    const fake = await startModel(() => '{}')
    await fake[Symbol.asyncDispose]()
    await assert.rejects(
      modelAt(fake.url).completeJson(QUESTION, signal),
      isFault('UNAVAILABLE', /^The model could not be reached\. The target refused/),
    )
  })
})

/** A site with a blog, a shop and two levels of each. */
let site: CrawlSite
before(async () => {
  site = await startCrawlSite((path) => {
    if (path === '/') return pageWith('home', ['/blog', '/shop', '/about'])
    if (path === '/blog') return pageWith('blog', ['/blog/1', '/blog/2', '/shop/1'])
    if (path === '/shop') return pageWith('shop', ['/shop/1', '/blog/2'])
    return /^\/(about|(blog|shop)\/[12])$/.test(path) ? pageWith(`page ${path}`) : undefined
  })
})
after(() => site[Symbol.asyncDispose]())

describe('a prompt without a model', () => {
  const app = useSharedApp()

  it('is shown as its options', async () => {
    const { status, body } = await app().call('/v2/crawl/params-preview', {
      json: { url: 'https://example.com', prompt: 'Only the blog, at most 50 pages' },
    })
    assert.equal(status, 200)
    assert.deepEqual(body.data, {
      url: 'https://example.com',
      includePaths: ['(^|/)blog(/|$)'],
      limit: 50,
    })
    assert.match(body.warning, /WINNOW_LLM_URL/)
  })

  it('selects the visited pages', async () => {
    const started = await app().call('/v2/crawl', { json: { url: site.url, prompt: 'only the blog' } })
    assert.equal(started.status, 200, JSON.stringify(started.body))
    assert.deepEqual(started.body.promptGeneratedOptions, { includePaths: ['(^|/)blog(/|$)'] })
    assert.match(started.body.warning, /fixed rules/)
    const { status, paths } = await waitForCrawl(app(), started.body.id)
    assert.deepEqual([status, paths], ['completed', ['/blog', '/blog/1', '/blog/2']])
  })

  it('only fills options that the caller did not set', async () => {
    const { body } = await app().call('/v2/crawl', {
      json: {
        url: site.url,
        prompt: 'Without the shop, at most 50 pages, 0.05 seconds between pages',
        limit: 2,
        maxConcurrency: 5,
        origin: 'test',
      },
    })
    assert.deepEqual(body.promptGeneratedOptions, {
      excludePaths: ['(^|/)(shop|store)(/|$)'],
      limit: 50,
      delay: 0.05,
    })
    const { explicit, origin, ...final } = body.finalCrawlerOptions
    assert.deepEqual([explicit, origin], [undefined, undefined])
    assert.deepEqual(
      [final.limit, final.delay, final.maxConcurrency, final.excludePaths, final.sitemap],
      [2, 0.05, 1, ['(^|/)(shop|store)(/|$)'], 'include'],
    )
    const { paths } = await waitForCrawl(app(), body.id)
    assert.equal(paths.length, 2)
    assert.ok(!paths.some((path) => path.startsWith('/shop')))
  })

  const UNREADABLE = /prompt could not be turned into crawl options.*WINNOW_LLM_URL/
  const poem = 'Write a poem about the sea'

  it('without meaning is ignored, with a warning', async () => {
    for (const zeroDataRetention of [false, true]) {
      const json = { url: site.url, prompt: poem, limit: 2, zeroDataRetention }
      const started = await app().call('/v2/crawl', { json })
      assert.equal(started.status, 200, JSON.stringify(started.body))
      assert.match(started.body.warning, UNREADABLE)
      assert.deepEqual(started.body.promptGeneratedOptions, {})
      assert.equal(started.body.finalCrawlerOptions.limit, 2)
      const { status, body } = await waitForCrawl(app(), started.body.id)
      assert.deepEqual([status, body.data.length], ['completed', 2])
      assert.match(body.warning, UNREADABLE)
    }
  })

  it('adds its warning to others', async () => {
    const { key } = await app().team({ credits: 1 })
    const json = { url: `${site.url}/blog`, prompt: poem, includePaths: ['never'] }
    const { body } = await runCrawl(app(), json, key)
    assert.deepEqual(body.data, [])
    assert.match(body.warning, UNREADABLE)
    assert.match(body.warning, /credits for only 1 page,/)
    assert.match(body.warning, /No page matched the options/)
  })

  it('without meaning is 400 in a preview', async () => {
    const { status, body } = await app().call('/v2/crawl/params-preview', {
      json: { url: site.url, prompt: poem },
    })
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'])
    assert.match(body.error, UNREADABLE)
  })

  it('of white space counts as none', async () => {
    const { status, body } = await app().call('/v2/crawl', {
      json: { url: `${site.url}/about`, prompt: ' ' },
    })
    assert.deepEqual([status, 'promptGeneratedOptions' in body], [200, false])
    assert.deepEqual((await waitForCrawl(app(), body.id)).paths, ['/about'])
  })
})

describe('a prompt with a model', () => {
  it('is interpreted by it, although its URL is not among the allowed targets', async () => {
    await using fake = await startModel(() =>
      JSON.stringify({ includePaths: ['^/shop'], limit: 'many', sitemap: 'skip', ignoreRobotsTxt: true }),
    )
    await using app = await startTestApp({
      WINNOW_LLM_URL: fake.url.replace('127.0.0.1', 'localhost'),
      WINNOW_LLM_KEY: KEY,
      WINNOW_LLM_MODEL: 'small',
    })
    const { status, body } = await app.call('/v2/crawl', {
      json: { url: site.url, prompt: 'Was man kaufen kann' },
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body.promptGeneratedOptions, { includePaths: ['^/shop'], sitemap: 'skip' })
    assert.deepEqual(
      [body.finalCrawlerOptions.limit, body.finalCrawlerOptions.ignoreRobotsTxt],
      [10_000, false],
    )
    assert.match(body.warning, /limit, ignoreRobotsTxt/)
    assert.deepEqual((await waitForCrawl(app, body.id)).paths, ['/shop', '/shop/1'])
    assert.match(fake.requests[0]?.body.messages[1].content, /Was man kaufen kann/)
    await app.checkNothingLeft()
  })

  it('is 400 in a preview when the model finds no meaning in it, and 503 when the model fails', async () => {
    let said: string | { status: number; body: string } = '{}'
    await using fake = await startModel(() => said)
    await using app = await startTestApp({ WINNOW_LLM_URL: fake.url, WINNOW_LLM_KEY: KEY })
    const json = { url: site.url, prompt: 'only the blog' }
    const nothing = await app.call('/v2/crawl/params-preview', { json })
    assert.equal(nothing.status, 400)
    assert.doesNotMatch(nothing.body.error, /WINNOW_LLM_URL/)
    const { body: started } = await app.call('/v2/crawl', { json: { ...json, limit: 1 } })
    assert.match(started.warning, /prompt could not be turned into crawl options/)
    await waitForCrawl(app, started.id)
    said = { status: 500, body: `broken for ${KEY}` }
    for (const path of ['/v2/crawl', '/v2/crawl/params-preview']) {
      const { status, body } = await app.call(path, { json })
      assert.deepEqual(
        [status, body.code, body.error],
        [503, 'UNAVAILABLE', "The model's endpoint answered with status 500."],
      )
      assert.doesNotMatch(JSON.stringify(body), new RegExp(KEY))
    }
    assert.deepEqual((await app.call('/v2/crawl/active')).body.crawls, [])
    await app.checkNothingLeft()
  })
})
