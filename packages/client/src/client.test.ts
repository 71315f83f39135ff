import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { teamRoutes } from '../generate/wire.ts'
import { Winnow } from './client.ts'

/** One use of each call that sends a single request. */
const CALLS: Record<string, (client: Winnow) => Promise<unknown>> = {
  'POST /v2/scrape': (client) => client.scrape('http://a.test'),
  'GET /v2/scrape/1': (client) => client.getScrape('1'),
  'POST /v2/parse': (client) => client.parse({ uploadRef: 'r' }),
  'POST /v2/parse/upload-url': (client) => client.createUpload({ filename: 'a.pdf' }),
  'POST /v2/crawl': (client) => client.startCrawl('http://a.test'),
  'GET /v2/crawl/active': (client) => client.activeCrawls(),
  'POST /v2/crawl/params-preview': (client) => client.previewCrawl('http://a.test', 'blog'),
  'GET /v2/crawl/1': (client) => client.getCrawl('1'),
  'DELETE /v2/crawl/1': (client) => client.cancelCrawl('1'),
  'GET /v2/crawl/1/errors': (client) => client.crawlErrors('1'),
  'POST /v2/batch/scrape': (client) => client.startBatch(['http://a.test']),
  'GET /v2/batch/scrape/1': (client) => client.getBatch('1'),
  'DELETE /v2/batch/scrape/1': (client) => client.cancelBatch('1'),
  'GET /v2/batch/scrape/1/errors': (client) => client.batchErrors('1'),
  'POST /v2/map': (client) => client.map('http://a.test'),
  'POST /v2/search': (client) => client.search('grain'),
  'POST /v2/search/1/feedback': (client) => client.searchFeedback('1', { rating: 'good' }),
  'POST /v2/extract': (client) => client.startExtract({ prompt: 'x' }),
  'GET /v2/extract/1': (client) => client.getExtract('1'),
  'POST /v2/agent': (client) => client.startAgent({ prompt: 'x' }),
  'GET /v2/agent': (client) => client.listAgents(),
  'GET /v2/agent/1': (client) => client.getAgent('1'),
  'DELETE /v2/agent/1': (client) => client.cancelAgent('1'),
  'GET /v2/agent/1/trace': (client) => client.agentTrace('1'),
  'GET /v2/agent/1/snapshots/1': (client) => client.agentSnapshot('1', '1'),
  'GET /v2/agent/threads/1': (client) => client.agentThread('1'),
  'POST /v2/browser': (client) => client.openBrowser(),
  'GET /v2/browser': (client) => client.listBrowsers(),
  'GET /v2/browser/1/replay': (client) => client.replayBrowser('1'),
  'POST /v2/browser/1/execute': (client) => client.runInBrowser('1', { code: '1' }),
  'DELETE /v2/browser/1': (client) => client.closeBrowser('1'),
  'DELETE /v2/browser/profiles/1': (client) => client.deleteProfile('1'),
  'POST /v2/scrape/1/interact': (client) => client.interact('1', { code: '1' }),
  'DELETE /v2/scrape/1/interact': (client) => client.stopInteraction('1'),
  'POST /v2/monitor': (client) =>
    client.createMonitor({
      name: 'a',
      schedule: { text: 'hourly' },
      targets: [{ type: 'scrape', urls: ['http://a.test'] }],
    }),
  'GET /v2/monitor': (client) => client.listMonitors(),
  'GET /v2/monitor/1': (client) => client.getMonitor('1'),
  'PATCH /v2/monitor/1': (client) => client.updateMonitor('1', { status: 'paused' }),
  'DELETE /v2/monitor/1': (client) => client.deleteMonitor('1'),
  'POST /v2/monitor/1/run': (client) => client.runMonitor('1'),
  'GET /v2/monitor/1/checks': (client) => client.listChecks('1'),
  'GET /v2/monitor/1/checks/1': (client) => client.getCheck('1', '1'),
  'GET /v2/team/api-keys': (client) => client.listKeys(),
  'POST /v2/team/api-keys': (client) => client.createKey(),
  'DELETE /v2/team/api-keys/1': (client) => client.deleteKey('1'),
  'GET /v2/team/credit-usage': (client) => client.creditUsage(),
  'GET /v2/team/token-usage': (client) => client.tokenUsage(),
  'GET /v2/team/credit-usage/historical': (client) => client.creditHistory(),
  'GET /v2/team/token-usage/historical': (client) => client.tokenHistory(),
  'GET /v2/team/queue-status': (client) => client.queueStatus(),
  'GET /v2/concurrency-check': (client) => client.concurrency(),
  'GET /v2/team/activity': (client) => client.activity(),
  'GET /v2/team/threat-protection': (client) => client.threatProtection(),
  'PUT /v2/team/threat-protection': (client) => client.setThreatProtection({ mode: 'off' }),
  'GET /v2/team/siem': (client) => client.siem(),
  'PUT /v2/team/siem': (client) => client.setSiem({ enabled: false }),
  'POST /v2/team/siem/test': (client) => client.testSiem(),
  'GET /v2/team/webhook-deliveries': (client) => client.webhookDeliveries(),
  'POST /v2/feedback': (client) => client.feedback({ endpoint: 'scrape', jobId: '1', rating: 'good' }),
  'POST /v2/support/ask': (client) => client.ask('why?'),
  'GET /v2/capabilities': (client) => client.capabilities(),
  'POST /v2/search/developer': (client) => client.developerSearch({ query: 'x' }),
  'GET /v2/search/research/papers': (client) => client.searchPapers({ query: 'x' }),
  'GET /v2/search/research/papers/1': (client) => client.getPaper('1'),
  'GET /v2/search/research/papers/1/similar': (client) => client.similarPapers('1', { intent: 'x' }),
  'GET /v2/search/research/github': (client) => client.searchRepositories({ query: 'x' }),
}

/** Aliases of other endpoints. */
const ALIASES = /^(?:GET \/v2\/crawl\/ongoing|GET \/v2\/search\/developer|\w+ \/v2\/interact.*)$/

describe('the client', () => {
  it('has a call for every endpoint of a team', () => {
    const routes = teamRoutes().map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '1')}`)
    assert.deepEqual(
      routes.filter((route) => !ALIASES.test(route) && !(route in CALLS)),
      [],
    )
  })

  for (const [expected, use] of Object.entries(CALLS)) {
    it(`sends ${expected}`, async () => {
      const asked: string[] = []
      const send = (url: unknown, init?: RequestInit) => {
        asked.push(`${init?.method} ${new URL(String(url)).pathname}`)
        return Promise.resolve(new Response('{"success":true,"data":[]}'))
      }
      await use(new Winnow({ fetch: send as typeof fetch }))
      assert.deepEqual(asked, [expected])
    })
  }

  it('keeps any id in its path segment', async () => {
    let asked = ''
    const send = (url: unknown) => {
      asked = String(url)
      return Promise.resolve(new Response('{"success":true}'))
    }
    await new Winnow({ fetch: send as typeof fetch }).cancelCrawl('../../admin?x=1')
    assert.equal(asked, 'http://localhost:3002/v2/crawl/..%2F..%2Fadmin%3Fx%3D1')
  })

  for (const id of ['', '.', '..', undefined])
    it(`sends no request for the id ${JSON.stringify(id)}`, async () => {
      let asked = 0
      const send = () => {
        asked++
        return Promise.resolve(new Response('{"success":true}'))
      }
      const client = new Winnow({ fetch: send as typeof fetch })
      const calls = [
        () => client.cancelCrawl(id!),
        () => client.deleteKey(id!),
        () => client.getPaper(id!),
        () => client.waitForBatch(id!),
        () => client.batchPages(id!).next(),
        () => client.watchCrawl(id!).next(),
      ]
      for (const call of calls) await assert.rejects(call(), { code: 'BAD_OPTION' })
      assert.equal(asked, 0)
    })

  it('uploads without the key, and fails with its own error', async () => {
    const sent: RequestInit[] = []
    const answers = [new Response('{}'), new Response('expired', { status: 400 })]
    const send = (_url: unknown, init?: RequestInit) => {
      sent.push(init!)
      const answer = answers.shift()
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('fetch failed'))
    }
    const client = new Winnow({ apiKey: 'fc-1', fetch: send as typeof fetch })
    const place = { uploadUrl: 'http://up.test/1', uploadRef: 'r', expiresAt: '', maxSizeBytes: 1 }
    await client.upload(place, 'x')
    assert.deepEqual([sent[0]!.method, sent[0]!.headers], ['PUT', {}])
    await assert.rejects(client.upload(place, 'x'), {
      code: 'UPLOAD_FAILED',
      status: 400,
      details: 'expired',
    })
    await assert.rejects(client.upload(place, 'x'), { code: 'NETWORK' })
    await assert.rejects(client.upload(place, 'x', { signal: AbortSignal.abort() }), { code: 'ABORTED' })
  })

  it('applies the time limit to an upload while it is sent and while its response is read', async () => {
    const place = { uploadUrl: 'http://up.test/1', uploadRef: 'r', expiresAt: '', maxSizeBytes: 1 }
    const hanging = (_url: unknown, { signal }: RequestInit) =>
      new Promise<never>((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
      )
    const refusing = (_url: unknown, { signal }: RequestInit) => {
      const body = new ReadableStream({
        start: (controller) => signal!.addEventListener('abort', () => controller.error(signal!.reason)),
      })
      return Promise.resolve(new Response(body, { status: 400 }))
    }
    const endless = () => new ReadableStream<Uint8Array>()
    for (const send of [hanging, refusing]) {
      const client = new Winnow({ fetch: send as typeof fetch })
      await assert.rejects(client.upload(place, 'x', { timeoutMs: 1.5 }), { code: 'TIMEOUT' })
      const impatient = new Winnow({ fetch: send as typeof fetch, timeoutMs: 1 })
      await assert.rejects(impatient.upload(place, 'x'), { code: 'TIMEOUT' })
      const signal = AbortSignal.timeout(1)
      await assert.rejects(client.upload(place, endless(), { signal }), { code: 'TIMEOUT' })
      const file = { data: endless(), filename: 'a.pdf' }
      await assert.rejects(client.parse(file, {}, { timeoutMs: 1 }), { code: 'TIMEOUT' })
    }
  })

  it('returns a warning with the document', async () => {
    const envelope = { success: true, data: { markdown: 'x', warning: 'One.' }, warning: 'Two.' }
    const send = () => Promise.resolve(new Response(JSON.stringify(envelope)))
    const { warning } = await new Winnow({ fetch: send as typeof fetch }).scrape('http://a.test')
    assert.equal(warning, 'Two. One.')
  })
})
