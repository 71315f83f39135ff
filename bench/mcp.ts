import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { MCP_HEADERS, modernHeaders, modernRequest, legacyRequest } from '../test/support/mcp.ts'
import { startSite } from '../test/support/site.ts'
import { connectHttp, connectStdio, WINNOW_MCP } from '../test/support/tool-client.ts'
import type { ToolClient } from '../test/support/tool-client.ts'
import { median, printRows, quantile, timed } from './figures.ts'
import type { Rows } from './figures.ts'
import { API_KEY, startService } from './service.ts'

const ROUNDS = 200
/** Rounds before those that count: programs that just began have not compiled what they run. */
const WARM_UP = 50

/**
 * What a tool call costs beside the request that it makes, the same cached page in turns: over both transports of the
 * local server, and by the server that the service itself is.
 */
export async function benchMcp(): Promise<void> {
  await using site = await startSite()
  await using service = await startService()
  const page = { url: `${site.url}/article`, maxAge: 3_600_000 }
  await benchLocal(service.url, page)
  await benchHosted(service.url, page)
}

type Page = Record<string, unknown>
type Ways = Record<string, () => Promise<unknown>>

async function benchLocal(url: string, page: Page): Promise<void> {
  const settings = { SERVICE_API_URL: url, SERVICE_API_KEY: API_KEY }
  const since = performance.now()
  await using stdio = await connectStdio(settings)
  await stdio.call('winnow_scrape', page)
  console.log(`start of the local server to first result: ${(performance.now() - since).toFixed(0)} ms`)
  await compare('stdio', stdio, url, page)

  const program = spawn(WINNOW_MCP, {
    env: { ...process.env, ...settings, HTTP_STREAMABLE_SERVER: 'true', PORT: '0' },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  for await (const line of createInterface(program.stderr)) {
    await using http = await connectHttp(/http:\S+/.exec(line)![0])
    await compare('HTTP', http, url, page)
    break
  }
  program.kill()
}

async function compare(transport: string, user: ToolClient, url: string, page: Page): Promise<void> {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' }
  const ask = async (path: string, init: object) =>
    await (await fetch(url + path, { headers, ...init })).json()
  await printTurns(`local server over ${transport}, usage`, {
    REST: () => ask('/v2/team/credit-usage', {}),
    tool: () => user.call('winnow_credit_usage'),
  })
  await printTurns(`local server over ${transport}, scrape`, {
    REST: () => ask('/v2/scrape', { method: 'POST', body: JSON.stringify(page) }),
    tool: () => user.call('winnow_scrape', page),
  })
}

/** Over one connection that stays open. */
async function benchHosted(url: string, page: Page): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (path: string, headers: object, body: object) => () => post(url + path, agent, headers, body)
  const call = { name: 'winnow_scrape', arguments: page }
  await printTurns('hosted server', {
    REST: send('/v2/scrape', { 'content-type': 'application/json' }, page),
    'tool, 2026-07-28': send(
      '/v2/mcp',
      modernHeaders('tools/call', 'winnow_scrape'),
      modernRequest('tools/call', call),
    ),
    'tool, 2025': send('/v2/mcp', MCP_HEADERS, legacyRequest('tools/call', call)),
    'tools/list, 2025': send('/v2/mcp', MCP_HEADERS, legacyRequest('tools/list')),
  })
  agent.destroy()
}

/** Times of several ways, each call beside one of the others, so that a busy moment hits all. The first is the measure. */
async function printTurns(title: string, ways: Ways): Promise<void> {
  const times = Object.fromEntries(Object.keys(ways).map((name): [string, number[]] => [name, []]))
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const ms = await timed(way)
      if (round >= 0) times[name]!.push(ms)
    }
  }
  const rows: Rows = {}
  const first = median(Object.values(times)[0]!)
  for (const [name, taken] of Object.entries(times)) {
    const more = median(taken) - first
    const compared = more === 0 ? {} : { more, aim: 'at most 5 more' }
    rows[name] = { median: median(taken), p95: quantile(taken, 0.95), ...compared }
  }
  printRows(`${title}, ms`, rows)
}

function post(url: string, agent: Agent, headers: object, body: object): Promise<void> {
  const answered = Promise.withResolvers<void>()
  const sent = request(url, {
    method: 'POST',
    agent,
    headers: { ...headers, authorization: `Bearer ${API_KEY}` },
  })
  sent.once('error', answered.reject)
  sent.once('response', (answer) => {
    if (answer.statusCode !== 200) answered.reject(new Error(`${url} answers ${answer.statusCode}`))
    answer.resume().once('end', answered.resolve)
  })
  sent.end(JSON.stringify(body))
  return answered.promise
}
