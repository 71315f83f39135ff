import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { after, afterEach, before, describe, it } from 'node:test'
import { API_KEY, startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { MCP_HEADERS, legacyRequest, sendRaw } from '../support/mcp.ts'
import { connectHttp, WINNOW_MCP } from '../support/tool-client.ts'
import { inCheckout } from '../support/run-node.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

/** The real program in its HTTP mode, against the service and a site on loopback. */
let app: TestApp
let site: Site
let program: ChildProcess
let root: string

before(async () => {
  site = await startSite()
  app = await startTestApp()
  ;({ program, root } = await startProgram())
})
afterEach(() => app.checkNothingLeft())
after(async () => {
  program.kill('SIGKILL')
  await app[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

async function startProgram(settings: Record<string, string> = {}) {
  const program = spawn(WINNOW_MCP, {
    env: {
      PATH: process.env['PATH'],
      HTTP_STREAMABLE_SERVER: 'true',
      PORT: '0',
      SERVICE_API_URL: app.url,
      SERVICE_API_KEY: API_KEY,
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let root = ''
  for await (const line of createInterface(program.stderr!)) {
    root = /http:\S+(?=\/mcp)/.exec(line)![0].replace('0.0.0.0', '127.0.0.1')
    break
  }
  return {
    program,
    root,
    async [Symbol.asyncDispose]() {
      const ended = once(program, 'exit')
      program.kill()
      await ended
    },
  }
}

const ERAS = ['legacy', 'auto'] as const

describe('the local MCP server over HTTP', () => {
  for (const mode of ERAS) {
    it(`serves the tools, each request for itself (${mode})`, async () => {
      await using user = await connectHttp(`${root}/mcp`, {}, { versionNegotiation: { mode } })
      assert.ok((await user.client.listTools()).tools.length > 30)
      const { markdown } = await user.call('winnow_scrape', { url: `${site.url}/article` })
      assert.match(markdown, /^# /m)
    })
  }

  it('acts with the key of the caller, who has one', async () => {
    await using user = await connectHttp(`${root}/mcp`, { authorization: 'Bearer fc-wrong' })
    const refused = await user.callFailing('winnow_credit_usage')
    assert.deepEqual([refused.code, refused.status], ['UNAUTHORIZED', 401])
  })

  for (const header of ['x-api-key', 'x-firecrawl-api-key']) {
    it(`takes a key in ${header}`, async () => {
      await using user = await connectHttp(`${root}/mcp`, { [header]: 'fc-wrong' })
      assert.equal((await user.callFailing('winnow_credit_usage')).code, 'UNAUTHORIZED')
    })
  }

  const UNUSABLE: [header: string, value: string][] = [
    ['authorization', 'Basic dXNlcjpwYXNz'],
    ['authorization', 'Bearer'],
    ['authorization', 'Bearer two words'],
    ['authorization', ''],
    ['authorization', API_KEY],
    ['x-api-key', ''],
    ['x-api-key', 'two words'],
    ['x-firecrawl-api-key', ''],
  ]
  for (const [header, value] of UNUSABLE) {
    it(`refuses ${header}: "${value}" instead of acting with the key of the server`, async () => {
      const refused = await post(root, LIST, { [header]: value })
      assert.equal(refused.status, 401)
      assert.match(refused.text, new RegExp(`${header} must be`, 'i'))
      assert.match(String(refused.headers['www-authenticate']), /^Bearer error="invalid_token"/)
    })
  }

  it('refuses a credential that is no key beside one that is', async () => {
    const both = { authorization: `Bearer ${API_KEY}`, 'x-api-key': '' }
    assert.equal((await post(root, LIST, both)).status, 401)
  })

  it('answers GET /health and GET /ready, and nothing else but /mcp', async () => {
    assert.deepEqual(await get('/health'), { status: 200, text: 'ok' })
    assert.deepEqual(await get('/ready'), { status: 200, text: '{"ok":true}' })
    assert.equal((await get('/mcp')).status, 405)
    assert.equal((await get('/elsewhere')).status, 404)
  })

  it('turns away names and pages that are not of this machine', async () => {
    assert.equal((await get('/health', { host: 'rebound.test' })).status, 403)
    assert.equal((await get('/health', { origin: 'https://evil.test' })).status, 403)
    assert.equal((await get('/health', { origin: 'null' })).status, 403)
    assert.equal((await get('/health', { host: 'localhost', origin: 'http://localhost:5173' })).status, 200)
  })

  it('ends when it is told to', async () => {
    const ended = once(program, 'exit')
    program.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  })
})

describe('the local MCP server that other machines can reach', () => {
  const EXPOSED: Record<string, string>[] = [{ HOST: '0.0.0.0' }, { ALLOWED_HOSTS: 'tools.example' }]
  for (const exposed of EXPOSED) {
    it(`lends its key to nobody, and reads no local files (${Object.keys(exposed).join()})`, async () => {
      await using server = await startProgram(exposed)
      const refused = await post(server.root, LIST)
      assert.equal(refused.status, 401)
      assert.match(refused.text, /SHARE_API_KEY/)
      assert.equal((await post(server.root, LIST, { host: 'localhost' })).status, 401)
      await using user = await connectHttp(`${server.root}/mcp`, { authorization: `Bearer ${API_KEY}` })
      assert.ok((await user.client.listTools()).tools.length > 30)
      const { mode } = await user.call('winnow_parse', { filePath: inCheckout('README.md') })
      assert.equal(mode, 'hosted-upload-ref-awaiting-upload')
    })
  }

  it('lends its key when it is told to', async () => {
    await using server = await startProgram({ HOST: '0.0.0.0', SHARE_API_KEY: 'true' })
    await using user = await connectHttp(`${server.root}/mcp`)
    assert.equal(typeof (await user.call('winnow_credit_usage')).data.remainingCredits, 'number')
    const { mode } = await user.call('winnow_parse', { filePath: inCheckout('README.md') })
    assert.equal(mode, 'hosted-upload-ref-awaiting-upload')
  })

  it('has the tools that need no key for everybody when it has none', async () => {
    await using server = await startProgram({ HOST: '0.0.0.0', SERVICE_API_KEY: '' })
    await using user = await connectHttp(`${server.root}/mcp`)
    assert.equal((await user.client.listTools()).tools.length, 3)
  })
})

const LIST = JSON.stringify(legacyRequest('tools/list'))

function post(root: string, body: string, headers: object = {}) {
  return sendRaw(`${root}/mcp`, { headers: { ...MCP_HEADERS, ...headers }, body })
}

/** Sends headers that `fetch` would not let us choose. */
async function get(path: string, headers: Record<string, string> = {}) {
  const asked = request(root + path, { headers }).end()
  const [response] = await once(asked, 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode as number, text }
}
