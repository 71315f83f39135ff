import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { AgentListAnswer, AgentStatusAnswer } from '../../src/contract/agent.ts'
import { AgentThreadAnswer, AgentTraceAnswer } from '../../src/contract/agent-trace.ts'
import { LAMPS, LAMP_SCHEMA, startShop } from '../support/agent-site.ts'
import { waitForTask } from '../support/wait-for-task.ts'
import { API_KEY, useSharedApp } from '../support/app.ts'
import { startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'

const app = useSharedApp()
let shop: CrawlSite
let elsewhere: CrawlSite
before(async () => {
  elsewhere = await startShop()
  shop = await startShop(`${elsewhere.url}/`)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await elsewhere[Symbol.asyncDispose]()
})

const LIST_SCHEMA = { type: 'object', properties: { lamps: { type: 'array', items: LAMP_SCHEMA } } }

describe('POST /v2/agent', () => {
  it('finds data in the shape of the schema, with its sources, and charges what it took', async () => {
    const { id: teamId, key } = await app().team({ credits: 100 })
    const request = { prompt: 'All lamps', urls: [`${shop.url}/lamps`], schema: LIST_SCHEMA }
    const { body } = await agent(request, key)
    AgentStatusAnswer.parse(body)
    assert.deepEqual([body.status, body.success, body.stopReason], ['completed', true, 'finished'])
    assert.deepEqual(body.data, { lamps: LAMPS })
    assert.deepEqual(body.sources['/lamps/1/weight'], [`${shop.url}/lamps/1`])
    assert.deepEqual([body.model, body.mode, body.threadTurn], ['spark-1-mini', 'extract', 1])
    assert.ok(body.creditsUsed > 0)
    const { remainingCredits } = (await app().call('/v2/team/credit-usage', { key })).body.data
    assert.equal(remainingCredits, 100 - body.creditsUsed)
    const [row] = await app().database.db.rows(
      `select sum(s.credits)::int as steps from agent_steps s join agent_tasks t on t.id = s.task_id where t.team_id = $1`,
      [teamId],
    )
    assert.deepEqual(row, { steps: body.creditsUsed })
  })

  it('requests nothing but the given addresses when it is told so: no robots.txt, no redirect', async () => {
    shop.paths.length = 0
    elsewhere.paths.length = 0
    const urls = [`${shop.url}/away`, `${shop.url}/lamps/3`]
    const request = { prompt: 'The lamps', urls, schema: LIST_SCHEMA, strictConstrainToURLs: true }
    const { body, events } = await agent({ ...request, maxCredits: 50 })
    assert.equal(body.status, 'completed')
    assert.deepEqual(new Set(shop.paths), new Set(['/away', '/lamps/3']))
    assert.deepEqual(elsewhere.paths, [])
    const failed = finishedIn(events).filter(({ result }) => !result.success)
    assert.deepEqual(
      failed.map(({ result }) => result.code),
      ['SCRAPE_OUTSIDE_CONSTRAINT'],
    )
  })

  it('stays on the sites of the given addresses, redirects included', async () => {
    elsewhere.paths.length = 0
    const { body } = await agent({ prompt: 'The colour of the sky', urls: [`${shop.url}/away`] })
    assert.equal(body.status, 'failed')
    assert.match(body.error, /Nothing that was asked for was found\. .*outside of what may be visited/)
    assert.deepEqual(elsewhere.paths, [])
  })

  it('heeds robots.txt on pages that it finds, and not on those that it was given', async () => {
    await using strict = await startShop('/', 'User-agent: *\nDisallow: /lamps$\nDisallow: /lamps/2')
    const { body, events } = await agent({
      prompt: 'All lamps',
      urls: [`${strict.url}/lamps`],
      schema: LIST_SCHEMA,
    })
    assert.equal(body.status, 'completed')
    assert.ok(strict.paths.includes('/lamps') && strict.paths.includes('/lamps/1'))
    assert.ok(!strict.paths.includes('/lamps/2'))
    const refused = finishedIn(events).filter(({ result }) => !result.success)
    assert.deepEqual(
      refused.map(({ result }) => [result.code, result.error]),
      [['FORBIDDEN', 'robots.txt asks not to visit this page.']],
    )
  })

  it('does not follow robots.txt and sitemaps away from the site', async () => {
    elsewhere.paths.length = 0
    await using site = await startCrawlSite((path) => {
      const link = '<html><body><main><h1>Lamps</h1><a href="/lamps">All lamps</a></main></body></html>'
      if (path === '/') return link
      return path === '/lamps' ? '' : { status: 302, headers: { location: `${elsewhere.url}${path}` } }
    })
    await agent({ prompt: 'All lamps', urls: [`${site.url}/`], schema: LIST_SCHEMA })
    assert.ok(site.paths.includes('/robots.txt') && site.paths.includes('/sitemap.xml'))
    assert.deepEqual(elsewhere.paths, [])
  })

  it('takes a schema that says nothing for none', async () => {
    const request = { prompt: 'The weight of the lamp', urls: [`${shop.url}/lamps/1`], schema: {} }
    const { body } = await agent(request)
    assert.deepEqual([body.status, body.data], ['completed', { weight: LAMPS[1]!.weight }])
  })

  it('fails at its limit of credits, without data and without a charge', async () => {
    const { key } = await app().team({ credits: 100 })
    const request = { prompt: 'All lamps', urls: [`${shop.url}/lamps`], schema: LIST_SCHEMA, maxCredits: 5 }
    const { body, events } = await agent(request, key)
    assert.deepEqual([body.status, body.stopReason, body.creditsUsed], ['failed', 'credit_limit_reached', 0])
    assert.ok(!('data' in body))
    assert.ok(body.partial.lamps.length > 0)
    assert.equal(body.partialSchemaValid, true)
    assert.match(body.error, /maxCredits/)
    assert.equal(events.at(-1).outcome, 'credit_limit_reached')
    const usage = await app().call('/v2/team/credit-usage', { key })
    assert.equal(usage.body.data.remainingCredits, 100)
  })

  it('marks a limit above 2500 credits as paid, also in the activity', async () => {
    const { key } = await app().team()
    const urls = [`${shop.url}/lamps/0`]
    const { events } = await agent({ prompt: 'The lamp', urls, schema: LAMP_SCHEMA, maxCredits: 2501 }, key)
    assert.deepEqual([events[0].type, events[0].billing], ['run.started', 'paid'])
    const { body } = await app().call('/v2/team/activity?endpoint=agent', { key })
    assert.deepEqual(
      body.data.map(({ endpoint }: { endpoint: string }) => endpoint),
      ['agent'],
    )
  })

  const refused: [string, object, RegExp][] = [
    ['no prompt', {}, /prompt/],
    ['an empty prompt', { prompt: ' ' }, /prompt/],
    ['too long a prompt', { prompt: 'x'.repeat(10_001) }, /prompt/],
    ['what is no URL', { prompt: 'x', urls: ['ftp://example.com'] }, /urls/],
    [
      'a constraint to nothing',
      { prompt: 'x', strictConstrainToURLs: true },
      /strictConstrainToURLs needs urls/,
    ],
    ['what is no JSON Schema', { prompt: 'x', schema: { type: 'text' } }, /schema/],
    ['another model', { prompt: 'x', model: 'spark-9' }, /model/],
    ['no credits', { prompt: 'x', maxCredits: 0 }, /maxCredits/],
    ['what is no id', { prompt: 'x', threadId: 'seven' }, /threadId/],
  ]
  for (const [name, json, says] of refused) {
    it(`refuses ${name}`, async () => {
      const { status, body } = await app().call('/v2/agent', { json })
      assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'], JSON.stringify(body))
      assert.match(body.error, says)
    })
  }

  it('refuses a team with too few credits', async () => {
    const { key } = await app().team({ credits: 19 })
    const { status, body } = await app().call('/v2/agent', { key, json: { prompt: 'x' } })
    assert.deepEqual([status, body.code], [402, 'PAYMENT_REQUIRED'])
  })

  it('goes nowhere unscreened for an organization that wants screening', async () => {
    const { body: organization } = await app().admin('/organizations', {
      json: { name: 'Screened', threatProtection: { enabled: true } },
    })
    const { key } = await app().team({ organizationId: organization.id })
    const json = { prompt: 'x', urls: [shop.url] }
    const { status, body } = await app().call('/v2/agent', { key, json })
    assert.deepEqual([status, body.code], [403, 'unsafe_domain_blocked'])
  })
})

describe('the status of a task', () => {
  it("is nobody else's, and gone when it has expired", async () => {
    const { id } = await agent({ prompt: 'The lamp', urls: [`${shop.url}/lamps/0`], schema: LAMP_SCHEMA })
    const { key } = await app().team()
    for (const path of [`/v2/agent/${id}`, `/v2/agent/${id}/trace`, `/v2/extract/${id}`]) {
      assert.equal((await app().call(path, { key })).status, 404)
    }
    assert.equal((await app().call(`/v2/agent/${id}`, { key, method: 'DELETE' })).status, 404)
    assert.equal((await app().call(`/v2/extract/${id}`)).status, 404)
    assert.equal((await app().call(`/v2/agent/${id}`, { method: 'DELETE' })).status, 409)
    await app().database.db.rows(`update agent_tasks set expires_at = now() where id = $1`, [id])
    assert.equal((await app().call(`/v2/agent/${id}`)).status, 404)
    assert.equal((await app().call(`/v2/agent/${randomUUID()}`)).status, 404)
  })

  it("keeps a day's results", async () => {
    const { body } = await agent({ prompt: 'The lamp', urls: [`${shop.url}/lamps/0`], schema: LAMP_SCHEMA })
    const hours = (Date.parse(body.expiresAt) - Date.now()) / 3_600_000
    assert.ok(hours > 23.9 && hours < 24.1, String(hours))
  })
})

describe('the trace of a task', () => {
  it('tells each step with its address, why, what was found and what it cost', async () => {
    const urls = [`${shop.url}/lamps/1`]
    const { id, events } = await agent({ prompt: 'The lamp', urls, schema: LAMP_SCHEMA })
    const types = events.map(({ type }) => type)
    const step = ['reasoning.summary', 'tool_call.started', 'tool_call.finished', 'artifact.updated']
    assert.deepEqual(types, ['run.started', ...step, 'run.finished'])
    assert.deepEqual(
      events.map(({ producerSequence }) => producerSequence),
      [1, 2, 3, 4, 5, 6],
    )
    const [, why, started, finished, updated, end] = events
    assert.equal(started.parameters.url, urls[0])
    assert.ok(why.text.length > 0)
    assert.deepEqual(
      [finished.result.url, finished.result.creditsUsed, finished.result.newValues >= 3],
      [urls[0], 2, true],
    )
    assert.deepEqual([end.outcome, end.engine, end.creditsUsed], ['succeeded', 'embedded', 2])
    const { snapshotId } = updated.artifact
    const { body } = await app().call(`/v2/agent/${id}/snapshots/${snapshotId}`)
    assert.equal(JSON.parse(body.snapshot).url, urls[0])
    assert.equal((await app().call(`/v2/agent/${id}/snapshots/${randomUUID()}`)).status, 404)
  })

  it('is told live to whoever watches, with the status at both ends', async () => {
    const urls = [`${shop.url}/lamps/2`]
    const { id, events } = await agent({ prompt: 'The lamp', urls, schema: LAMP_SCHEMA })
    const socket = new WebSocket(`${app().url.replace('http', 'ws')}/v2/agent/${id}`, API_KEY)
    const heard: { type: string; data: { status: string; type: string } }[] = []
    socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))))
    const { code } = await new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve))
    assert.equal(code, 1000)
    assert.deepEqual(
      heard.map(({ type, data }) => `${type} ${data.type ?? data.status}`),
      ['catchup completed', ...events.map(({ type }) => `event ${type}`), 'done completed'],
    )
  })
})

describe('whoever watches a task', () => {
  it('hears of each event once, while it runs, as the trace tells it afterwards', async () => {
    const gate = Promise.withResolvers<void>()
    const links = [0, 1, 2].map(
      (nr) => `<li><h2><a href="/${nr}">Lamp ${nr}</a></h2><p>€${nr + 1}.00</p></li>`,
    )
    await using site = await startCrawlSite(async (path) => {
      if (path === '/') return `<main><h1>Lamps</h1><ul>${links.join('')}</ul></main>`
      if (path === '/2') await gate.promise
      return /^\/\d$/.test(path)
        ? `<main><h1>Lamp ${path.slice(1)}</h1><p>Weight: 1 kg</p></main>`
        : undefined
    })
    const json = { prompt: 'All lamps', urls: [`${site.url}/`], schema: LIST_SCHEMA }
    const { id } = (await app().call('/v2/agent', { json })).body
    const socket = new WebSocket(`${app().url.replace('http', 'ws')}/v2/agent/${id}`, API_KEY)
    const heard: { type: string; data: { type: string } }[] = []
    socket.addEventListener('message', ({ data }) => {
      heard.push(JSON.parse(String(data)))
      if (heard.at(-1)!.data.type === 'tool_call.finished') gate.resolve()
    })
    await new Promise((resolve) => socket.addEventListener('close', resolve))
    const { events } = (await app().call(`/v2/agent/${id}/trace`)).body
    assert.ok(events.length > 8)
    assert.deepEqual(
      heard.filter(({ type }) => type === 'event').map(({ data }) => data),
      events,
    )
  })
})

describe('threads', () => {
  it('go on with what was found before', async () => {
    const { key } = await app().team()
    const first = await agent({ prompt: 'The lamp', urls: [`${shop.url}/lamps/1`], schema: LAMP_SCHEMA }, key)
    const { threadId } = first.body
    const second = await agent({ prompt: 'Its weight', threadId, mode: 'chat' }, key)
    assert.deepEqual([second.body.threadId, second.body.threadTurn], [threadId, 2])
    const { body } = await app().call(`/v2/agent/threads/${threadId}?includeData=true`, { key })
    AgentThreadAnswer.parse(body)
    assert.equal(body.thread.status, 'idle')
    assert.deepEqual(
      body.thread.runs.map(({ id, turn, mode }: { id: string; turn: number; mode: string }) => [
        id,
        turn,
        mode,
      ]),
      [
        [first.id, 1, 'extract'],
        [second.id, 2, 'chat'],
      ],
    )
    assert.deepEqual(
      [body.thread.runs[0].status, body.thread.runs[0].data.name],
      ['succeeded', LAMPS[1]!.name],
    )
    assert.ok(
      finishedIn(second.events).some(({ result }) => result.url === `${shop.url}/lamps/1`),
      'the page of the first turn was not looked at',
    )
  })

  it("are refused when unknown or another team's", async () => {
    const { body: mine } = await agent({
      prompt: 'The lamp',
      urls: [`${shop.url}/lamps/1`],
      schema: LAMP_SCHEMA,
    })
    const { key } = await app().team()
    for (const threadId of [randomUUID(), mine.threadId]) {
      const { status, body } = await app().call('/v2/agent', { key, json: { prompt: 'x', threadId } })
      assert.deepEqual([status, body.code], [404, 'thread_not_found'])
      assert.equal((await app().call(`/v2/agent/threads/${threadId}`, { key })).status, 404)
    }
  })
})

describe('GET /v2/agent', () => {
  it('lists tasks newest first and leads on to older ones', async () => {
    const { key } = await app().team()
    const ids: string[] = []
    for (let nr = 0; nr < 22; nr++) {
      const json = { prompt: `Number ${nr}`, urls: ['http://127.0.0.1:1/'], strictConstrainToURLs: true }
      ids.unshift((await app().call('/v2/agent', { key, json })).body.id)
    }
    for (const id of ids) await waitForTask(app(), id, { key })
    const { body } = await app().call('/v2/agent', { key })
    AgentListAnswer.parse(body)
    assert.ok(body.agents.length >= 20)
    assert.ok(body.next.startsWith(`${app().url}/v2/agent?before=`))
    const rest = (await app().call(body.next.slice(app().url.length), { key })).body
    const listed = [...body.agents, ...rest.agents]
    assert.deepEqual(listed.map(({ id }) => id).toSorted(), ids.toSorted())
    assert.equal(rest.next, undefined)
    const [one] = listed
    assert.deepEqual(
      [one.origin, one.options.model, one.targetHint],
      ['api', 'spark-1-mini', 'http://127.0.0.1:1/'],
    )
    const none = await app().call('/v2/agent?before=0', { key })
    assert.deepEqual(none.body.agents, [])
    assert.equal((await app().call('/v2/agent?before=soon', { key })).status, 400)
  })
})

describe('POST /v2/extract', () => {
  it('is the same under another name', async () => {
    const urls = [`${shop.url}/lamps/*`, 'no url']
    const json = { urls, schema: LIST_SCHEMA, prompt: 'All lamps', showSources: true }
    const started = await app().call('/v2/extract', { json })
    assert.deepEqual(started.body.invalidURLs, ['no url'])
    const body = await waitForTask(app(), started.body.id, { base: '/v2/extract' })
    assert.deepEqual([body.success, body.status], [true, 'completed'], JSON.stringify(body))
    assert.ok(body.data.lamps.length > 0)
    assert.ok(body.sources['lamps.0.name'][0].startsWith(shop.url))
    assert.equal((await app().call(`/v2/agent/${started.body.id}`)).status, 404)
  })

  it('reads a given page alone, and charges for one page', async () => {
    shop.paths.length = 0
    const json = { urls: [`${shop.url}/lamps`], schema: LIST_SCHEMA, prompt: 'All lamps with their weight' }
    const started = await app().call('/v2/extract', { json })
    const body = await waitForTask(app(), started.body.id, { base: '/v2/extract' })
    assert.deepEqual([body.status, body.creditsUsed], ['completed', 2], JSON.stringify(body))
    assert.deepEqual(
      body.data.lamps.map(({ name, price }: (typeof LAMPS)[number]) => [name, price]),
      LAMPS.map(({ name, price }) => [name, price]),
    )
    assert.ok(!shop.paths.some((path) => path.startsWith('/lamps/') || path === '/sitemap.xml'))
  })

  it('follows a redirect of a given page on its site', async () => {
    await using site = await startCrawlSite((path) =>
      path === '/old'
        ? { status: 301, headers: { location: '/new' } }
        : path === '/new'
          ? '<title>Moved</title><h1>Moved</h1><p>Price: €12.00</p>'
          : undefined,
    )
    const schema = { type: 'object', properties: { price: { type: 'number' } } }
    const started = await app().call('/v2/extract', { json: { urls: [`${site.url}/old`], schema } })
    const body = await waitForTask(app(), started.body.id, { base: '/v2/extract' })
    assert.deepEqual([body.data, body.creditsUsed], [{ price: 12 }, 2], JSON.stringify(body))
  })

  it('leaves sitemaps alone when it is told so', async () => {
    for (const ignoreSitemap of [false, true]) {
      await using site = await startCrawlSite((path) => (path === '/' ? '<h1>Nothing</h1>' : undefined))
      const json = { urls: [`${site.url}/*`], prompt: 'All lamps', schema: LIST_SCHEMA, ignoreSitemap }
      await waitForTask(app(), (await app().call('/v2/extract', { json })).body.id, { base: '/v2/extract' })
      assert.equal(site.paths.includes('/sitemap.xml'), !ignoreSitemap)
    }
  })

  it('gives what pages are about when nothing in particular is asked for', async () => {
    const started = await app().call('/v2/extract', { json: { urls: [`${shop.url}/lamps/1`] } })
    const { status, data } = await waitForTask(app(), started.body.id, { base: '/v2/extract' })
    assert.deepEqual([status, data.title], ['completed', LAMPS[1]!.name])
  })

  it('names fields as the schema does', async () => {
    const schema = { type: 'object', properties: { 'weight/kg': { type: 'string', title: 'Weight' } } }
    const json = { urls: [`${shop.url}/lamps/1`], schema, prompt: 'The weight', showSources: true }
    const started = await app().call('/v2/extract', { json })
    const body = await waitForTask(app(), started.body.id, { base: '/v2/extract' })
    assert.deepEqual(body.sources, { 'weight/kg': [`${shop.url}/lamps/1`] }, JSON.stringify(body))
  })

  it('says that it failed, and keeps to its limit of pages', async () => {
    shop.paths.length = 0
    const json = { urls: [`${shop.url}/*`], prompt: 'The colour of the sky', limit: 1 }
    const started = await app().call('/v2/extract', { json })
    const body = await waitForTask(app(), started.body.id, { base: '/v2/extract' })
    assert.deepEqual([body.success, body.status], [false, 'failed'])
    assert.match(
      body.error,
      /^Nothing that was asked for was found\. .*'limit' allows\. One page was visited\.$/,
    )
    // Its only page was read before, so that it may come from the cache.
    assert.deepEqual(
      shop.paths.filter((path) => path !== '/' && path !== '/robots.txt'),
      [],
    )
    assert.ok(!('sources' in body))
  })
})

/** Starts a task, waits for its end and reads its trace. */
async function agent(json: object, key: string = API_KEY) {
  const started = await app().call('/v2/agent', { key, json })
  assert.equal(started.status, 200, JSON.stringify(started.body))
  const { id } = started.body
  const body = await waitForTask(app(), id, { key })
  const trace = (await app().call(`/v2/agent/${id}/trace`, { key })).body
  AgentTraceAnswer.parse(trace)
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
  return { id, body, events: trace.events as any[] }
}

interface Finished {
  type: string
  result: { success: boolean; code?: string; error?: string; url?: string }
}

function finishedIn(events: Finished[]): Finished[] {
  return events.filter(({ type }) => type === 'tool_call.finished')
}
