import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { waitForTask } from '../support/wait-for-task.ts'
import { ADMIN_KEY, startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { describedIds } from '../support/described-ids.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

/** What one team has, by id or name. */
interface Things {
  scrape: string
  session: string
  profile: string
  otherProfile: string
  crawl: string
  batch: string
  extract: string
  task: string
  snapshot: string
  thread: string
  search: string
  apiKey: string
}
type Thing = keyof Things

/** A request for things of the owner: what stands in its address, and its body. */
interface Request {
  ids?: Thing[]
  json?: object | ((things: Things) => object)
}

const NOWHERE = 'http://127.0.0.1:1/'
const CODE = { code: '1 + 1' }

/**
 * Every place where a team names something by its id: in an address, or in a field of a query or body, which then stands
 * behind the route. The owner sends these requests in this order too, so what ends a thing comes after what uses it.
 */
const PLACES: Record<string, Request> = {
  'GET /v2/scrape/{id}': { ids: ['scrape'] },
  'GET /v2/crawl/{id}': { ids: ['crawl'] },
  'GET /v2/crawl/{id}/errors': { ids: ['crawl'] },
  'DELETE /v2/crawl/{id}': { ids: ['crawl'] },
  'GET /v2/batch/scrape/{id}': { ids: ['batch'] },
  'GET /v2/batch/scrape/{id}/errors': { ids: ['batch'] },
  'POST /v2/batch/scrape appendToId': { json: ({ batch }) => ({ urls: [NOWHERE], appendToId: batch }) },
  'DELETE /v2/batch/scrape/{id}': { ids: ['batch'] },
  'POST /v2/search/{id}/feedback': { ids: ['search'], json: { rating: 'good' } },
  'POST /v2/feedback jobId': {
    json: ({ scrape }) => ({ endpoint: 'scrape', jobId: scrape, rating: 'good' }),
  },
  'POST /v2/support/ask jobId': { json: ({ crawl }) => ({ question: 'why?', jobId: crawl }) },
  'GET /v2/extract/{id}': { ids: ['extract'] },
  'GET /v2/agent/{id}': { ids: ['task'] },
  'GET /v2/agent/{id}/trace': { ids: ['task'] },
  'GET /v2/agent/{id}/snapshots/{snapshotId}': { ids: ['task', 'snapshot'] },
  'GET /v2/agent/threads/{threadId}': { ids: ['thread'] },
  'POST /v2/agent threadId': { json: ({ thread }) => ({ ...agentWish(), threadId: thread }) },
  'DELETE /v2/agent/{id}': { ids: ['task'] },
  'POST /v2/scrape/{id}/interact': { ids: ['scrape'], json: CODE },
  'POST /v2/scrape/{id}/interact existingSessionId': {
    ids: ['scrape'],
    json: ({ session }) => ({ ...CODE, existingSessionId: session }),
  },
  'POST /v2/browser/{id}/execute': { ids: ['session'], json: CODE },
  'POST /v2/interact/{id}/execute': { ids: ['session'], json: CODE },
  'GET /v2/browser/{id}/replay': { ids: ['session'] },
  'GET /v2/interact/{id}/replay': { ids: ['session'] },
  'DELETE /v2/scrape/{id}/interact': { ids: ['scrape'] },
  'DELETE /v2/browser/{id}': { ids: ['session'] },
  'DELETE /v2/interact/{id}': { ids: ['session'] },
  'DELETE /v2/browser/profiles/{name}': { ids: ['profile'] },
  'DELETE /v2/interact/profiles/{name}': { ids: ['otherProfile'] },
  'DELETE /v2/team/api-keys/{id}': { ids: ['apiKey'] },
}

/** Places whose ids are nobody's own, or whose things cannot be made, and why. */
const NOT_OWNED: Record<string, string> = {
  'GET /v2/team/webhook-deliveries jobId': 'a filter: the list holds what is of the team alone',
  'GET /v2/search/research/papers/{id}': 'papers are the public’s',
  'GET /v2/search/research/papers/{id}/similar': 'papers are the public’s',
  'GET /v2/monitor/{id}': 'monitors are not built',
  'PATCH /v2/monitor/{id}': 'monitors are not built',
  'DELETE /v2/monitor/{id}': 'monitors are not built',
  'POST /v2/monitor/{id}/run': 'monitors are not built',
  'GET /v2/monitor/{id}/checks': 'monitors are not built',
  'GET /v2/monitor/{id}/checks/{checkId}': 'monitors are not built',
}

const NOT_BUILT: [string, object][] = [
  [
    '/v2/monitor',
    { name: 'm', schedule: { text: 'hourly' }, targets: [{ type: 'scrape', urls: ['http://example.com'] }] },
  ],
]

/** Bodies that administration routes take, where an empty one is not valid. */
const ADMIN_BODIES: Record<string, object> = {
  'POST /admin/v1/teams/{id}/users': { email: 'somebody@example.com' },
  'PATCH /admin/v1/organizations/{id}': { name: 'x' },
  'PATCH /admin/v1/teams/{id}': { name: 'x' },
}

let site: Site
let app: TestApp
let owner: { id: string; key: string }
let stranger: { id: string; key: string }
let things: Things
before(async () => {
  site = await startSite()
  app = await startTestApp()
  owner = await app.team()
  stranger = await app.team()
  things = await makeThings()
})
after(async () => {
  await using _site = site
  await using _app = app
  await app.checkNothingLeft()
})

describe("another team's thing", () => {
  it('is tried at every place of the description that takes an id', async () => {
    const places = (await describedIds(app)).filter(({ access }) => access === 'bearerAuth')
    assert.deepEqual(
      places.map(({ place }) => place).toSorted(),
      [...Object.keys(PLACES), ...Object.keys(NOT_OWNED)].toSorted(),
    )
  })

  for (const [place, request] of Object.entries(PLACES)) {
    it(`is not there for ${place}`, async () => {
      const { status, body } = await send(place, request, stranger.key)
      assert.equal(status, 404, JSON.stringify(body))
      assert.equal(body.success, false)
      const unknown = await send(place, request, stranger.key, () => randomUUID())
      assert.deepEqual([unknown.status, unnamed(unknown.body.error)], [404, unnamed(body.error)])
    })
  }

  for (const base of ['/v2/crawl', '/v2/batch/scrape', '/v2/agent'] as const) {
    it(`cannot be watched at ${base}`, async () => {
      const id = { '/v2/crawl': things.crawl, '/v2/batch/scrape': things.batch, '/v2/agent': things.task }[
        base
      ]
      const socket = new WebSocket(`${app.url.replace('http', 'ws')}${base}/${id}`, stranger.key)
      const heard: unknown[] = []
      socket.addEventListener('message', ({ data }) => heard.push(data))
      const { code, reason } = await new Promise<CloseEvent>((resolve) =>
        socket.addEventListener('close', resolve),
      )
      assert.deepEqual([code, heard], [1008, []])
      assert.match(reason, /There is no/)
    })
  }

  it('is in no list', async () => {
    const lists = [
      '/v2/agent',
      '/v2/browser',
      '/v2/crawl/active',
      '/v2/team/activity',
      '/v2/team/api-keys',
      `/v2/team/webhook-deliveries?jobId=${things.crawl}`,
    ]
    for (const path of lists) {
      const { status, body } = await app.call(path, { key: stranger.key })
      assert.equal(status, 200, path)
      const text = JSON.stringify(body)
      for (const [thing, id] of Object.entries(things)) assert.ok(!text.includes(id), `${thing} in ${path}`)
    }
  })

  it('cannot be made where its capability is not built', async () => {
    for (const [path, json] of NOT_BUILT) {
      assert.equal((await app.call(path, { key: owner.key, json })).status, 501, path)
    }
  })
})

/** Without this the tests above would pass for ids that nobody has. */
describe("the owner's own thing", () => {
  for (const [place, request] of Object.entries(PLACES)) {
    it(`is there for ${place}`, async () => {
      const { status, body } = await send(place, request, owner.key)
      assert.ok(status === 200 || status === 409, `${status} ${JSON.stringify(body)}`)
      if (place === 'POST /v2/agent threadId') await waitForTask(app, body.id, { key: owner.key })
    })
  }
})

describe('a signed link', () => {
  it('is needed wherever an id is taken without a key', async () => {
    const places = (await describedIds(app)).filter(({ access }) => access === undefined)
    assert.ok(places.length > 0)
    for (const { place } of places) {
      const [method, path] = place.split(' ') as [string, string]
      const { status } = await app.call(path.replace(/\{\w+\}/, things.session), { method, key: null })
      assert.ok([400, 403].includes(status), `${place} answers ${status}`)
    }
  })
})

describe('administration', () => {
  it('answers 404 to every id that is unknown', async () => {
    const places = (await describedIds(app)).filter(
      ({ access, place }) => access === 'adminAuth' && place.includes('{'),
    )
    assert.ok(places.length > 0)
    for (const { place } of places) {
      const json = ADMIN_BODIES[place] ?? {}
      const { status, body } = await send(place, { json }, ADMIN_KEY, () => randomUUID())
      assert.deepEqual([status, body.code], [404, 'NOT_FOUND'], place)
    }
  })
})

/** Sends the request of a place, for what the owner has or for what `idOf` makes up. */
function send(
  place: string,
  { ids = [], json }: Request,
  key: string,
  idOf: (thing: Thing) => string = (thing) => things[thing],
) {
  const [method, path] = place.split(' ') as [string, string]
  const names = [...ids]
  const address = path.replaceAll(/\{\w+\}/g, () => idOf(names.shift()!))
  const asked = new Proxy(things, { get: (_, thing: Thing) => idOf(thing) })
  const takesBody = method !== 'GET' && method !== 'DELETE'
  const body = typeof json === 'function' ? json(asked) : json
  return app.call(address, { method, key, ...(takesBody && body && { json: body }) })
}

/** A refusal may repeat the name that it was asked for, but say nothing else about it. */
function unnamed(error: string): string {
  return error.replaceAll(/\w+-\w{4}-\w{4}-\w{4}-\w{12}/g, '…')
}

function agentWish() {
  return { prompt: 'The title', urls: [`${site.url}/article`], strictConstrainToURLs: true, maxCredits: 20 }
}

/** One of everything that a team can have. */
async function makeThings(): Promise<Things> {
  const make = async (path: string, json: object) => {
    const { status, body } = await app.call(path, { key: owner.key, json })
    assert.equal(status, 200, `${path} ${JSON.stringify(body)}`)
    return body
  }
  const url = `${site.url}/article`
  const scrapeWith = async (name: string): Promise<string> =>
    (await make('/v2/scrape', { url, profile: { name } })).data.metadata.scrapeId
  const [profile, otherProfile] = [`p${randomUUID()}`, `p${randomUUID()}`]
  const scrape = await scrapeWith(profile)
  await scrapeWith(otherProfile)
  const { sessionId: session } = await make(`/v2/scrape/${scrape}/interact`, { ...CODE, recordSession: true })
  const { id: crawl } = await make('/v2/crawl', { url, limit: 1 })
  const { id: batch } = await make('/v2/batch/scrape', { urls: [url] })
  const { id: search } = await make('/v2/search', { query: 'grain' })
  const { id: apiKey } = await make('/v2/team/api-keys', {})
  const { id: extract } = await make('/v2/extract', { urls: [url], prompt: 'The title' })
  const { id: task } = await make('/v2/agent', agentWish())
  for (const path of [`/v2/crawl/${crawl}`, `/v2/batch/scrape/${batch}`]) {
    await waitUntil(
      async () => (await app.call(path, { key: owner.key })).body.status === 'completed',
      60_000,
    )
  }
  await waitForTask(app, extract, { key: owner.key, base: '/v2/extract' })
  const { threadId: thread } = await waitForTask(app, task, { key: owner.key })
  const { body: trace } = await app.call(`/v2/agent/${task}/trace`, { key: owner.key })
  const snapshot = /"snapshotId":"([^"]+)"/.exec(JSON.stringify(trace))![1]!
  return {
    scrape,
    session,
    profile,
    otherProfile,
    crawl,
    batch,
    extract,
    task,
    snapshot,
    thread,
    search,
    apiKey,
  }
}
