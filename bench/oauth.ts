import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { authorizeUrl, newPkce, openBrowser, redeem, register } from '../test/support/oauth-browser.ts'
import { spawnService, temporaryFolder } from '../test/support/service.ts'

const ROUNDS = 10
const ADMIN_KEY = 'an-admin-key-for-measuring'

/**
 * From the first request of a client that knows an address and nothing else to the result of its first tool, over HTTP and
 * with forms posted as fast as they come: what a person needs to read and type is not in it.
 */
export async function benchOAuth(): Promise<void> {
  await using folder = await temporaryFolder()
  const site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<h1>Grain</h1><p>Sorted from chaff.</p>'),
  )
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  await using service = await spawnService({
    env: {
      WINNOW_DATA_DIR: folder.path,
      WINNOW_ADMIN_KEY: ADMIN_KEY,
      WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
    },
  })
  const root = `http://127.0.0.1:${new URL(service.url).port}`
  const page = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  // Nobody copies the address from the terminal to a client faster; what a start does in the background is done by then.
  await delay(3_000)
  const all = new Map<string, number[]>()
  for (let round = 0; round <= ROUNDS; round += 1) {
    const steps = await connect(root, `${page}?${round}`)
    // The first round finds everything cold and is told by itself.
    if (round === 0)
      console.log(
        `first connection of the process: ${sum(steps).toFixed(0)} ms (${steps.map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ')})`,
      )
    else for (const [name, ms] of steps) all.set(name, [...(all.get(name) ?? []), ms])
  }
  for (const [name, times] of all) console.log(`  ${name}: ${median(times).toFixed(1)} ms`)
  const totals = Array.from({ length: ROUNDS }, (_, place) =>
    sum([...all].map(([name, times]) => [name, times[place]!])),
  )
  console.log(
    `connect to first tool result: ${median(totals).toFixed(0)} ms (median of ${ROUNDS}), at worst ${Math.max(...totals).toFixed(0)} ms`,
  )
  site.closeAllConnections()
  site.close()
}

type Steps = [string, number][]

async function connect(root: string, page: string): Promise<Steps> {
  const steps: Steps = []
  async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const began = performance.now()
    const result = await work()
    steps.push([name, performance.now() - began])
    return result
  }
  const { verifier, challenge } = newPkce()
  const browser = openBrowser(root)
  await step('challenge and metadata', async () => {
    for (const path of [
      '/v2/mcp-oauth',
      '/.well-known/oauth-protected-resource/v2/mcp-oauth',
      '/.well-known/oauth-authorization-server',
    ])
      await (await fetch(root + path, { method: path.startsWith('/v2') ? 'POST' : 'GET' })).text()
  })
  const client = await step('registration', () => register(root))
  const first = await step('authorize, sign-in page', () =>
    browser.open(authorizeUrl(root, client, challenge)),
  )
  const asked = await step('sign-in, consent page', () =>
    browser.submit(first, { step: 'operator', key: ADMIN_KEY }),
  )
  const done = await step('consent, code', () => browser.submit(asked, { step: 'allow' }))
  const code = new URL(done.headers.get('location')!).searchParams.get('code')!
  const { body } = await step('token', () => redeem(root, client, code, verifier))
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  }
  await step('initialize', () => send(root, body.access_token, 'initialize', params))
  await step('tools/call scrape', () =>
    send(root, body.access_token, 'tools/call', { name: 'winnow_scrape', arguments: { url: page } }),
  )
  return steps
}

async function send(root: string, token: string, method: string, params: object): Promise<void> {
  const response = await fetch(`${root}/v2/mcp-oauth`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  if (!response.ok || /"isError":true|"error":/.test(text))
    throw new Error(`${method}: ${response.status} ${text}`)
}

function sum(steps: Steps): number {
  return steps.reduce((total, [, ms]) => total + ms, 0)
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!
}
