import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { after, afterEach, before, describe, it } from 'node:test'
import { API_KEY, startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { connectHttp, WINNOW_MCP } from '../support/tool-user.ts'
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
  program = spawn(WINNOW_MCP, {
    env: {
      PATH: process.env['PATH'],
      HTTP_STREAMABLE_SERVER: 'true',
      PORT: '0',
      SERVICE_API_URL: app.url,
      SERVICE_API_KEY: API_KEY,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  for await (const line of createInterface(program.stderr!)) {
    root = /http:\S+(?=\/mcp)/.exec(line)![0]
    break
  }
})
afterEach(() => app.checkNothingLeft())
after(async () => {
  program.kill('SIGKILL')
  await app[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const ERAS = ['legacy', 'auto'] as const

describe('the local MCP server over HTTP', () => {
  for (const mode of ERAS) {
    it(`serves the tools, each request for itself (${mode})`, async () => {
      await using user = await connectHttp(`${root}/mcp`, {}, { versionNegotiation: { mode } })
      assert.ok((await user.client.listTools()).tools.length > 30)
      const { markdown } = await user.use('winnow_scrape', { url: `${site.url}/article` })
      assert.match(markdown, /^# /m)
    })
  }

  it('acts with the key of the caller, who has one', async () => {
    await using user = await connectHttp(`${root}/mcp`, { authorization: 'Bearer fc-wrong' })
    const refused = await user.refusal('winnow_credit_usage')
    assert.deepEqual([refused.code, refused.status], ['UNAUTHORIZED', 401])
  })

  it('answers GET /health, and nothing else but /mcp', async () => {
    assert.deepEqual(await get('/health'), { status: 200, text: 'ok' })
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

/** Sends headers that `fetch` would not let us choose. */
async function get(path: string, headers: Record<string, string> = {}) {
  const asked = request(root + path, { headers }).end()
  const [response] = await once(asked, 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode as number, text }
}
