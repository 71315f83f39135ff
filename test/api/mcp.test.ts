import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { after, before, beforeEach, describe, it } from 'node:test'
import { API_KEY, useApp } from '../support/app.ts'
import { avoidMidnight } from '../support/avoid-midnight.ts'
import {
  INITIALIZE,
  MCP_HEADERS,
  modernHeaders,
  modernRequest,
  legacyRequest,
  sendRaw,
} from '../support/mcp.ts'
import { newAddress } from '../support/new-address.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

const KEYLESS_TOOLS = ['winnow_parse', 'winnow_scrape', 'winnow_search']
const KEY = { authorization: `Bearer ${API_KEY}` }

const app = useApp({
  // The tests call through a proxy, so that each has an address of its own.
  WINNOW_TRUSTED_PROXIES: '127.0.0.1',
  WINNOW_KEYLESS_REQUESTS: '2',
})
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())
beforeEach(avoidMidnight)

function post(message: unknown, headers: object = KEY, more: object = {}) {
  return sendRaw(`${app().url}/v2/mcp`, {
    headers: { ...MCP_HEADERS, ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
    ...more,
  })
}

function fromNewAddress(): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': newAddress() }
}

function scrapeCall(name = 'winnow_scrape'): object {
  return legacyRequest('tools/call', { name, arguments: { url: `${site.url}/article` } })
}

async function usedBy(address: { 'x-forwarded-for': string }) {
  const rows = await app().database.db.rows<{ requests: number; credits: number }>(
    `select requests, credits from keyless_days where address = $1`,
    [address['x-forwarded-for']],
  )
  return rows[0]
}

function toolNames({ message }: { message: { result: { tools: { name: string }[] } } }): string[] {
  return message.result.tools.map(({ name }) => name).toSorted()
}

describe('POST /v2/mcp answers 200', () => {
  for (const revision of ['2025-11-25', '2025-06-18', '2025-03-26']) {
    it(`speaks ${revision}`, async () => {
      const { status, message } = await post({
        ...INITIALIZE,
        params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
      })
      assert.deepEqual([status, message.result.protocolVersion], [200, revision])
      const listed = await post(legacyRequest('tools/list'), { ...KEY, 'mcp-protocol-version': revision })
      assert.ok(toolNames(listed).includes('winnow_crawl'))
    })
  }

  it('speaks 2026-07-28, where a client needs no handshake', async () => {
    const discovered = await post(modernRequest('server/discover'), {
      ...KEY,
      ...modernHeaders('server/discover'),
    })
    assert.equal(discovered.status, 200, discovered.text)
    assert.deepEqual(discovered.message.result.supportedVersions, ['2026-07-28'])
    const listed = await post(modernRequest('tools/list'), { ...KEY, ...modernHeaders('tools/list') })
    assert.ok(toolNames(listed).includes('winnow_crawl'))
  })

  it('lists everything with a key, in whichever header it comes', async () => {
    const keys = [KEY, { 'x-api-key': API_KEY }, { 'x-firecrawl-api-key': API_KEY }]
    const lists = await Promise.all(
      keys.map(async (key) => toolNames(await post(legacyRequest('tools/list'), key))),
    )
    assert.ok(lists[0]!.length > 20)
    for (const list of lists) assert.deepEqual(list, lists[0])
  })

  it('lists search, scrape and parse without a key, and counts nothing for that', async () => {
    const address = fromNewAddress()
    await post(INITIALIZE, address)
    assert.deepEqual(toolNames(await post(legacyRequest('tools/list'), address)), KEYLESS_TOOLS)
    const modern = await post(modernRequest('tools/list'), { ...address, ...modernHeaders('tools/list') })
    assert.deepEqual(toolNames(modern), KEYLESS_TOOLS)
    assert.equal(await usedBy(address), undefined)
  })

  it('scrapes without a key, counted by the address of the client, until its day is used up', async () => {
    const address = fromNewAddress()
    const { message } = await post(scrapeCall(), address)
    assert.match(message.result.structuredContent.markdown, /^# /m)
    assert.deepEqual(await usedBy(address), { requests: 1, credits: 1 })
    await post(scrapeCall(), address)
    const { status, message: refused } = await post(scrapeCall(), address)
    assert.deepEqual([status, refused.result.isError], [200, true])
    const said = JSON.parse(refused.result.content[0].text)
    assert.equal(said.code, 'KEYLESS_LIMIT_REACHED')
  })

  it('tells who calls another tool without a key that it needs one', async () => {
    const address = fromNewAddress()
    const { message } = await post(scrapeCall('winnow_crawl'), address)
    assert.equal(message.result.isError, true)
    assert.equal(JSON.parse(message.result.content[0].text).code, 'KEYLESS_TOOL_NOT_AVAILABLE')
    assert.equal(await usedBy(address), undefined)
  })

  it('answers a batch of an old revision with all its answers', async () => {
    const { status, text } = await post([
      legacyRequest('ping', {}, 'a'),
      legacyRequest('tools/list', {}, 'b'),
    ])
    assert.equal(status, 200, text)
    const ids = [...text.matchAll(/^data: (.+)$/gm)].map(([, json]) => JSON.parse(json!).id)
    assert.deepEqual(ids.toSorted(), ['a', 'b'])
  })

  it('lets pages of its own origin and of loopback call', async () => {
    for (const origin of ['http://localhost:6274', 'http://127.0.0.1:5173', app().url]) {
      const { status } = await post(legacyRequest('ping'), { ...KEY, origin })
      assert.equal(status, 200, origin)
    }
  })

  it('is reached under the names of this machine, and the name that a trusted proxy was asked for', async () => {
    const hosts = [
      { host: `localhost:${new URL(app().url).port}` },
      { host: hostname() },
      { host: 'upstream', 'x-forwarded-host': '127.0.0.1' },
    ]
    for (const host of hosts) {
      const { status } = await post(legacyRequest('ping'), { ...KEY, ...host })
      assert.equal(status, 200, JSON.stringify(host))
    }
  })
})

describe('POST /v2/mcp, asked to tell of changes', () => {
  it('ends the stream at once: nothing ever changes, and a silent stream would be kept for nothing', async () => {
    const method = 'subscriptions/listen'
    const notifications = { toolsListChanged: true, resourcesListChanged: true }
    const answer = await post(modernRequest(method, { notifications }), { ...KEY, ...modernHeaders(method) })
    assert.equal(answer.message.result.resultType, 'complete', answer.text)
  })
})

describe('POST /v2/mcp answers 202', () => {
  it('to a notification, with nothing to say', async () => {
    const { status, text } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    assert.deepEqual([status, text], [202, ''])
  })
})

describe('POST /v2/mcp answers 400', () => {
  const wrong: [string, unknown, object, number][] = [
    ['what is no JSON', '{"jsonrpc":', {}, -32700],
    ['an empty body', '', {}, -32700],
    ['what is no message', { hello: 'there' }, {}, -32600],
    [
      'a revision that nobody speaks',
      legacyRequest('tools/list'),
      { 'mcp-protocol-version': '1999-01-01' },
      -32000,
    ],
    [
      'a header that names another method than the message',
      modernRequest('tools/list'),
      modernHeaders('tools/call'),
      -32020,
    ],
  ]
  for (const [name, message, headers, code] of wrong) {
    it(`to ${name}`, async () => {
      const answer = await post(message, { ...KEY, ...headers })
      assert.deepEqual([answer.status, answer.message.error.code], [400, code], answer.text)
      assert.equal(answer.message.jsonrpc, '2.0')
    })
  }
})

describe('POST /v2/mcp answers 401', () => {
  const wrong: [string, object][] = [
    ['a key that does not exist', { authorization: `Bearer fc-${'f'.repeat(32)}` }],
    ['such a key in a header of its own', { 'x-api-key': `fc-${'f'.repeat(32)}` }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['an empty header', { authorization: '' }],
    ['the administration key', { authorization: 'Bearer an-admin-key-for-tests' }],
  ]
  for (const [name, headers] of wrong) {
    it(`to ${name}, before anything is read`, async () => {
      const { status, headers: said, message } = await post('not even JSON', headers)
      assert.equal(status, 401)
      assert.match(said['www-authenticate']!, /^Bearer error="invalid_token", error_description="[^"]+"$/)
      assert.equal(message.error.data.code, 'UNAUTHORIZED')
    })
  }
})

describe('POST /v2/mcp answers 403', () => {
  it('to a host that is not this service, as a page that rebinds its own name would send', async () => {
    for (const host of ['evil.example', 'localhost.evil.test', '10.255.255.1:80']) {
      const { status, message } = await post(INITIALIZE, { ...KEY, host })
      assert.deepEqual([status, message.error.data.code], [403, 'FORBIDDEN'], host)
    }
  })

  it('to pages of another origin, whatever they bring', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://winnow.example',
      'https://localhost.evil.test',
    ]) {
      assert.equal((await post(INITIALIZE, { ...KEY, origin })).status, 403, origin)
      assert.equal((await post(INITIALIZE, { origin })).status, 403, origin)
    }
  })
})

describe('/v2/mcp answers 405', () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    it(`to ${method}: there is no session to listen to or to end`, async () => {
      const { status, headers } = await sendRaw(`${app().url}/v2/mcp`, {
        method,
        headers: { ...MCP_HEADERS, ...KEY },
      })
      assert.deepEqual([status, headers['allow']], [405, 'POST'])
    })
  }
})

describe('POST /v2/mcp answers 406', () => {
  it('to a client of an old revision that does not take a stream', async () => {
    const { status } = await post(legacyRequest('tools/list'), { ...KEY, accept: 'application/json' })
    assert.equal(status, 406)
  })
})

describe('POST /v2/mcp answers 413', () => {
  it('to more than 4 MiB', async () => {
    const { status, message } = await post(legacyRequest('ping', { filler: 'x'.repeat(4 * 1024 * 1024) }))
    assert.deepEqual([status, message.error.data.code], [413, 'PAYLOAD_TOO_LARGE'])
    assert.match(message.error.message, /4 MiB/)
  })
})

describe('POST /v2/mcp answers 415', () => {
  it('to what does not say that it is JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const { status, message } = await post('{}', { ...KEY, 'content-type': type })
      assert.deepEqual([status, message.error.data.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], type)
    }
  })
})
