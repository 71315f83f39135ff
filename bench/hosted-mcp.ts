import { Agent, request } from 'node:http'
import { spawnService, temporaryFolder } from '../test/support/service.ts'
import { startSite } from '../test/support/site.ts'
import { MCP_HEADERS, newHeaders, newRequest, oldRequest } from '../test/support/mcp.ts'

const API_KEY = `fc-${'0123456789abcdef'.repeat(2)}`
const CALLS = 400
const WARM_UP = 100

/**
 * What a tool call of the hosted MCP server takes more than the REST call that it makes: the same cached page, in turns,
 * over one connection that stays open.
 */
export async function benchHostedMcp(): Promise<void> {
  await using folder = await temporaryFolder()
  await using site = await startSite()
  await using service = await spawnService({
    env: {
      WINNOW_DATA_DIR: folder.path,
      WINNOW_API_KEY: API_KEY,
      WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
      PORT: '0',
    },
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const page = { url: `${site.url}/article`, maxAge: 3_600_000 }
  const call = { name: 'winnow_scrape', arguments: page }
  const kinds: Record<string, { path: string; headers: object; body: object }> = {
    REST: { path: '/v2/scrape', headers: { 'content-type': 'application/json' }, body: page },
    'tool, 2026-07-28': {
      path: '/v2/mcp',
      headers: newHeaders('tools/call', 'winnow_scrape'),
      body: newRequest('tools/call', call),
    },
    'tool, 2025': { path: '/v2/mcp', headers: MCP_HEADERS, body: oldRequest('tools/call', call) },
    'tools/list, 2025': { path: '/v2/mcp', headers: MCP_HEADERS, body: oldRequest('tools/list') },
  }
  const times = new Map(Object.keys(kinds).map((name) => [name, [] as number[]]))
  for (let round = 0; round < WARM_UP + CALLS; round++) {
    for (const [name, kind] of Object.entries(kinds)) {
      const ms = await timed(service.url, agent, kind)
      if (round >= WARM_UP) times.get(name)!.push(ms)
    }
  }
  agent.destroy()
  const rest = medianOf(times.get('REST')!)
  for (const [name, taken] of times) {
    const median = medianOf(taken)
    console.log(
      `${name}: median ${median.toFixed(2)} ms, 95 % within ${quantile(taken, 0.95).toFixed(2)} ms, ${(median - rest).toFixed(2)} ms over REST (aim of a tool: at most 5)`,
    )
  }
}

async function timed(
  url: string,
  agent: Agent,
  { path, headers, body }: { path: string; headers: object; body: object },
): Promise<number> {
  const start = performance.now()
  const sent = request(url + path, {
    method: 'POST',
    agent,
    headers: { ...headers, authorization: `Bearer ${API_KEY}` },
  })
  const answered = Promise.withResolvers<void>()
  sent.once('error', answered.reject)
  sent.once('response', (answer) => {
    if (answer.statusCode !== 200) answered.reject(new Error(`${path} answers ${answer.statusCode}`))
    answer.resume().once('end', answered.resolve)
  })
  sent.end(JSON.stringify(body))
  await answered.promise
  return performance.now() - start
}

function medianOf(times: number[]): number {
  return quantile(times, 0.5)
}

function quantile(times: number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)]!
}
