import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect, isDeepStrictEqual } from 'node:util'
import { Winnow } from '../../client/src/client.ts'
import type { JsonObject } from './tool.ts'
import { TOOLBOX } from './toolbox.ts'

type Sent = [method: string, path: string, body?: unknown]

/** What a tool sends for its arguments, to a service that answers everything with the same. */
async function sentFor(
  name: string,
  given: JsonObject,
  files: 'local' | 'upload' = 'local',
): Promise<{ sent: Sent[]; value: JsonObject }> {
  const sent: Sent[] = []
  const client = new Winnow({
    apiUrl: 'http://service.test',
    apiKey: 'fc-key',
    async fetch(address, init) {
      const { pathname, search } = new URL(String(address))
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as JsonObject) : init?.body
      if (body && 'origin' in body) delete body['origin']
      sent.push([init?.method ?? 'GET', pathname + search, ...(body ? [body] : [])] as Sent)
      if (pathname === '/v2/parse/upload-url') return Response.json({ success: true, data: UPLOAD })
      const isList = /crawl|batch/.test(pathname)
      return Response.json({ ...ANSWER, data: isList ? [] : { metadata: {} } })
    },
  })
  const tool = TOOLBOX[files].get(name)
  assert.ok(tool, name)
  const input = tool.input.parse(tool.normalize ? tool.normalize(given) : given)
  const turn = { client, files, signal: new AbortController().signal, report: () => undefined }
  const { value } = await tool.run(input, turn)
  assert.deepEqual(tool.output.safeParse(value).error, undefined, 'the answer is as the output schema says')
  return { sent, value }
}

const UPLOAD = {
  uploadUrl: 'http://service.test/put',
  uploadRef: 'r2',
  method: 'PUT',
  headers: {},
  expiresAt: '2026-11-17T12:00:00.000Z',
  maxSizeBytes: 52_428_800,
}

const ANSWER = {
  success: true,
  id: 'j1',
  status: 'completed',
  completed: 1,
  total: 1,
  warning: 'Mind this.',
  links: [],
}

const CASES: [tool: string, given: JsonObject, ...Sent][] = [
  ['scrape', { url: 'a.test' }, 'POST', '/v2/scrape', { url: 'a.test' }],
  [
    'scrape',
    { url: 'a.test', formats: ['markdown', 'json'], jsonOptions: { prompt: 'price' }, toolDetail: 'compact' },
    'POST',
    '/v2/scrape',
    { url: 'a.test', formats: ['markdown', { type: 'json', prompt: 'price' }], toolDetail: 'compact' },
  ],
  [
    'scrape',
    {
      url: 'a.test',
      formats: ['query', 'screenshot'],
      queryOptions: { prompt: 'who' },
      screenshotOptions: { fullPage: true },
    },
    'POST',
    '/v2/scrape',
    {
      url: 'a.test',
      formats: [
        { type: 'query', prompt: 'who' },
        { type: 'screenshot', fullPage: true },
      ],
    },
  ],
  [
    'scrape',
    { url: 'a.test', parsers: ['pdf'], pdfOptions: { maxPages: 3 }, actions: [{ type: 'generatePDF' }] },
    'POST',
    '/v2/scrape',
    { url: 'a.test', parsers: [{ type: 'pdf', maxPages: 3 }], actions: [{ type: 'pdf' }] },
  ],
  [
    'search',
    {
      query: 'q',
      sources: ['web', 'alexandria'],
      domainTools: true,
      scrapeOptions: { formats: ['json'], jsonOptions: { prompt: 'p' } },
    },
    'POST',
    '/v2/search',
    {
      query: 'q',
      sources: ['web', 'alexandria'],
      domainTools: true,
      scrapeOptions: { formats: [{ type: 'json', prompt: 'p' }] },
    },
  ],
  ['map', { url: 'a.test', search: 'docs' }, 'POST', '/v2/map', { url: 'a.test', search: 'docs' }],
  [
    'crawl',
    { url: 'a.test', limit: 3, webhook: 'http://h.test', webhookHeaders: { a: 'b' } },
    'POST',
    '/v2/crawl',
    { url: 'a.test', limit: 3, webhook: { url: 'http://h.test', headers: { a: 'b' } } },
  ],
  ['check_crawl_status', { id: 'c1', skip: 5, limit: 2 }, 'GET', '/v2/crawl/c1?skip=5&limit=1'],
  [
    'batch_scrape',
    { urls: ['a.test'], onlyMainContent: false },
    'POST',
    '/v2/batch/scrape',
    { urls: ['a.test'], onlyMainContent: false },
  ],
  ['check_batch_status', { id: 'b1' }, 'GET', '/v2/batch/scrape/b1?skip=0&limit=1'],
  [
    'agent',
    { prompt: 'p', maxCredits: 5, waitSeconds: 0 },
    'POST',
    '/v2/agent',
    { prompt: 'p', maxCredits: 5 },
  ],
  ['agent_status', { id: 'a1' }, 'GET', '/v2/agent/a1'],
  ['extract', { urls: ['a.test'], schema: {} }, 'POST', '/v2/extract', { urls: ['a.test'], schema: {} }],
  ['extract_status', { id: 'e1' }, 'GET', '/v2/extract/e1'],
  ['cancel_job', { kind: 'batch', id: 'b1' }, 'DELETE', '/v2/batch/scrape/b1'],
  ['interact', { scrapeId: 's1', prompt: 'click' }, 'POST', '/v2/scrape/s1/interact', { prompt: 'click' }],
  ['interact_stop', { scrapeId: 's1' }, 'DELETE', '/v2/scrape/s1/interact'],
  ['browser_open', { ttl: 60 }, 'POST', '/v2/browser', { ttl: 60 }],
  ['browser_execute', { id: 'b1', code: '1' }, 'POST', '/v2/browser/b1/execute', { code: '1' }],
  ['browser_list', { status: 'active' }, 'GET', '/v2/browser?status=active'],
  ['browser_replay', { id: 'b1' }, 'GET', '/v2/browser/b1/replay'],
  ['browser_close', { id: 'b1' }, 'DELETE', '/v2/browser/b1'],
  [
    'monitor_create',
    { page: 'http://a.test', goal: 'price', scheduleText: 'every 30 minutes', email: 'a@b.test' },
    'POST',
    '/v2/monitor',
    {
      name: 'http://a.test',
      schedule: { text: 'every 30 minutes' },
      targets: [{ type: 'scrape', urls: ['http://a.test'] }],
      notification: { email: { enabled: true, recipients: ['a@b.test'] } },
      goal: 'price',
    },
  ],
  [
    'monitor_create',
    { queries: ['q'], searchWindow: '1h', maxResults: 5, goal: 'g', webhookUrl: 'http://h.test' },
    'POST',
    '/v2/monitor',
    {
      name: 'q',
      schedule: { text: 'daily' },
      targets: [{ type: 'search', queries: ['q'], searchWindow: '1h', maxResults: 5 }],
      webhook: { url: 'http://h.test' },
      goal: 'g',
    },
  ],
  [
    'monitor_create',
    {
      body: {
        name: 'n',
        schedule: { cron: '0 9 * * *' },
        targets: [{ type: 'crawl', url: 'http://a.test' }],
      },
    },
    'POST',
    '/v2/monitor',
    { name: 'n', schedule: { cron: '0 9 * * *' }, targets: [{ type: 'crawl', url: 'http://a.test' }] },
  ],
  ['monitor_list', { limit: 5 }, 'GET', '/v2/monitor?limit=5'],
  ['monitor_get', { id: 'm1' }, 'GET', '/v2/monitor/m1'],
  [
    'monitor_update',
    { id: 'm1', body: { status: 'paused' } },
    'PATCH',
    '/v2/monitor/m1',
    { status: 'paused' },
  ],
  ['monitor_delete', { id: 'm1' }, 'DELETE', '/v2/monitor/m1'],
  ['monitor_run', { id: 'm1' }, 'POST', '/v2/monitor/m1/run', {}],
  ['monitor_checks', { id: 'm1', status: 'failed' }, 'GET', '/v2/monitor/m1/checks?status=failed'],
  [
    'monitor_check',
    { id: 'm1', checkId: 'c1', pageStatus: 'new' },
    'GET',
    '/v2/monitor/m1/checks/c1?status=new',
  ],
  ['credit_usage', {}, 'GET', '/v2/team/credit-usage'],
  [
    'credit_usage',
    { view: 'historical', byApiKey: true },
    'GET',
    '/v2/team/credit-usage/historical?byApiKey=true',
  ],
  [
    'search_feedback',
    { searchId: 's1', rating: 'good' },
    'POST',
    '/v2/search/s1/feedback',
    { rating: 'good' },
  ],
  [
    'feedback',
    { endpoint: 'scrape', jobId: 's1', rating: 'bad' },
    'POST',
    '/v2/feedback',
    { endpoint: 'scrape', jobId: 's1', rating: 'bad' },
  ],
  ['developer_search', { query: 'q', k: 3 }, 'POST', '/v2/search/developer', { query: 'q', k: 3 }],
  ['research_search_papers', { query: 'q' }, 'GET', '/v2/search/research/papers?query=q'],
  ['research_inspect_paper', { paperId: 'arxiv:1/2' }, 'GET', '/v2/search/research/papers/arxiv%3A1%2F2'],
  [
    'research_related_papers',
    { seed_ids: ['p'], intent: 'i' },
    'GET',
    '/v2/search/research/papers/p/similar?intent=i',
  ],
  ['research_read_paper', { paperId: 'p', question: 'q' }, 'GET', '/v2/search/research/papers/p?query=q'],
]

for (const [name, given, ...expected] of CASES) {
  test(`${name} ${JSON.stringify(given)} asks the service for it`, async () => {
    const { sent, value } = await sentFor(name, given)
    assert.ok(
      sent.some((one) => isDeepStrictEqual(one, expected)),
      inspect(sent),
    )
    assert.equal(value['warning'], 'Mind this.', 'and no warning is lost')
  })
}

test('every tool has a case', () => {
  const covered = new Set(CASES.map(([name]) => name))
  assert.deepEqual(
    [...TOOLBOX.local.keys()].filter((name) => !covered.has(name)),
    ['parse'],
  )
})

test('parse takes a file that was uploaded, and answers how to upload one that is with the caller', async () => {
  const parsed = await sentFor('parse', { uploadRef: 'r1', formats: ['links'] }, 'upload')
  assert.deepEqual(parsed.sent, [['POST', '/v2/parse', { uploadRef: 'r1', formats: ['links'] }]])
  const filePath = "/home/a/price's list.pdf"
  const { sent, value } = await sentFor('parse', { filePath, formats: ['links'] }, 'upload')
  assert.deepEqual(sent, [['POST', '/v2/parse/upload-url', { filename: "price's list.pdf" }]])
  assert.deepEqual(value['nextToolCall'], {
    name: 'winnow_parse',
    arguments: { uploadRef: UPLOAD.uploadRef, formats: ['links'] },
  })
  const { command } = value['upload'] as { command: string }
  assert.equal(
    command,
    String.raw`curl -sS --fail-with-body -X PUT -T '/home/a/price'\''s list.pdf' 'http://service.test/put'`,
  )
})

test('interact with a url passes on what was said about the page', async () => {
  const client = new Winnow({
    apiUrl: 'http://service.test',
    async fetch(address) {
      const isScrape = new URL(String(address)).pathname === '/v2/scrape'
      return Response.json(
        isScrape
          ? { success: true, warning: 'The page is short.', data: { metadata: { scrapeId: 's1' } } }
          : { success: true, warning: 'Nothing was clicked.' },
      )
    },
  })
  const turn = {
    client,
    files: 'local',
    signal: new AbortController().signal,
    report: () => undefined,
  } as const
  const { value } = await TOOLBOX.local.get('interact')!.run({ url: 'a.test', prompt: 'p' }, turn)
  assert.equal(value['scrapeId'], 's1')
  assert.equal(value['warning'], 'The page is short. Nothing was clicked.')
})

/** Forms of other servers: each is translated, and what cannot be is passed on, so that the service refuses it by name. */
const ADOPTED: [tool: string, given: JsonObject, adopted: JsonObject][] = [
  ['scrape', { jsonOptions: 'price' }, { jsonOptions: 'price' }],
  ['scrape', { requestId: 'r' }, { requestId: 'r' }],
  [
    'scrape',
    { parsers: ['pdf', 'image'], pdfOptions: { maxPages: 3 } },
    { parsers: [{ type: 'pdf', maxPages: 3 }, 'image'] },
  ],
  [
    'scrape',
    { formats: [{ type: 'screenshot', quality: 5 }], screenshotOptions: { fullPage: true } },
    { formats: [{ type: 'screenshot', quality: 5, fullPage: true }] },
  ],
  ['crawl', { webhookHeaders: { a: 'b' } }, { webhookHeaders: { a: 'b' } }],
  [
    'crawl',
    { webhook: { url: 'http://h.test', events: ['page'] }, webhookHeaders: { a: 'b' } },
    { webhook: { url: 'http://h.test', events: ['page'], headers: { a: 'b' } } },
  ],
  ['crawl', { scrapeOptions: 'none' }, { scrapeOptions: 'none' }],
  ['monitor_create', { body: 'none' }, { body: 'none' }],
]

for (const [name, given, adopted] of ADOPTED) {
  test(`${name} loses nothing of ${JSON.stringify(given)}`, () => {
    assert.deepEqual(TOOLBOX.local.get(name)!.normalize!(given), adopted)
  })
}

const WRONG: [tool: string, given: JsonObject, said: RegExp][] = [
  ['scrape', { uri: 'a.test' }, /url/],
  ['scrape', { url: 'a.test', formats: 'markdown' }, /formats/],
  ['monitor_list', { limits: 5 }, /unrecognized_keys/],
  ['interact', { scrapeId: 's1', prompt: 'p', scrapeOptions: {} }, /goes with url/],
  ['parse', {}, /exactly one of filePath and uploadRef/],
  ['parse', { filePath: 'a', uploadRef: 'b' }, /exactly one/],
  ['interact', { url: 'a.test' }, /prompt or code/],
  ['interact', { prompt: 'p' }, /either url or scrapeId/],
  ['interact', { scrapeId: '..', prompt: 'p' }, /must be an id/],
  ['check_crawl_status', { id: '../agent/1' }, /must be an id/],
  ['research_inspect_paper', { paperId: '..' }, /must be an id/],
]

for (const [name, given, said] of WRONG) {
  test(`${name} ${JSON.stringify(given)} is refused before anything is sent`, () => {
    const tool = TOOLBOX.local.get(name)!
    const { error } = tool.input.safeParse(tool.normalize ? tool.normalize(given) : given)
    assert.match(error?.message ?? '', said)
  })
}
