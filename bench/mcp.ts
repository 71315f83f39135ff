import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connectHttp, connectStdio, WINNOW_MCP } from '../test/support/tool-user.ts'
import type { ToolUser } from '../test/support/tool-user.ts'
import { spawnService, temporaryFolder } from '../test/support/service.ts'
import { startSite } from '../test/support/site.ts'

const KEY = `fc-${'0123456789abcdef'.repeat(2)}`
const ROUNDS = 200
/** Rounds before those that count: programs that just began have not compiled what they run. */
const WARM_UP = 50

/** What a tool call costs beside the request that it makes, over both transports of the local server. */
export async function benchMcp(): Promise<void> {
  await using folder = await temporaryFolder()
  await using site = await startSite()
  const service = await spawnService({
    env: {
      WINNOW_DATA_DIR: join(folder.path, 'data'),
      WINNOW_API_KEY: KEY,
      WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
    },
  })
  const settings = { SERVICE_API_URL: service.url, SERVICE_API_KEY: KEY }
  const page = `${site.url}/article`
  try {
    const since = performance.now()
    await using stdio = await connectStdio(settings)
    await stdio.use('winnow_scrape', { url: page })
    console.log(`start of the program to first result: ${(performance.now() - since).toFixed(0)} ms`)
    await compare('stdio', stdio, service.url, page)

    const program = spawn(WINNOW_MCP, {
      env: { ...process.env, ...settings, HTTP_STREAMABLE_SERVER: 'true', PORT: '0' },
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    for await (const line of createInterface(program.stderr)) {
      await using http = await connectHttp(/http:\S+/.exec(line)![0])
      await compare('http', http, service.url, page)
      break
    }
    program.kill()
  } finally {
    await service.stop()
  }
}

async function compare(name: string, user: ToolUser, url: string, page: string): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const usage = await inTurns(
    async () => await (await fetch(`${url}/v2/team/credit-usage`, { headers })).json(),
    () => user.use('winnow_credit_usage'),
  )
  const body = JSON.stringify({ url: page })
  const scrape = await inTurns(
    async () => await (await fetch(`${url}/v2/scrape`, { method: 'POST', headers, body })).json(),
    () => user.use('winnow_scrape', { url: page }),
  )
  for (const [what, { rest, tool }] of Object.entries({ usage, scrape }))
    console.log(
      `${name}, ${what}: REST ${rest.toFixed(2)} ms, tool ${tool.toFixed(2)} ms, more: ${(tool - rest).toFixed(2)} ms (aim: at most 5), medians of ${ROUNDS}`,
    )
}

/** Medians of two ways, each call beside one of the other, so that a busy moment hits both. */
async function inTurns(askRest: () => Promise<unknown>, askTool: () => Promise<unknown>) {
  const rest: number[] = []
  const tool: number[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    rest.push(await timed(askRest))
    tool.push(await timed(askTool))
  }
  return { rest: median(rest.slice(WARM_UP)), tool: median(tool.slice(WARM_UP)) }
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await ask()
  return performance.now() - since
}

function median(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)]!
}
