import { setTimeout as delay } from 'node:timers/promises'
import { authorizeUrl, newPkce, openBrowser, redeem, register } from '../test/support/oauth-browser.ts'
import { median, printRows } from './figures.ts'
import type { Rows } from './figures.ts'
import { ADMIN_KEY, servePages, startService } from './service.ts'

const ROUNDS = 10

/**
 * Time from a client's first request, with only the service's URL, to the result of its first tool. Over
 * HTTP, with forms posted at once: the time that a person needs is not included.
 */
export async function benchOAuth(): Promise<void> {
  await using site = await servePages(() => '<h1>Grain</h1><p>Sorted from chaff.</p>')
  await using service = await startService()
  const root = `http://127.0.0.1:${new URL(service.url).port}`
  // A person needs longer to copy the URL from the terminal to a client; the background work of the start is done by then.
  await delay(3_000)
  // The first round is cold and is reported separately.
  const first = await connect(root, `${site.url}/0`)
  const rounds: Steps[] = []
  for (let round = 1; round <= ROUNDS; round++) rounds.push(await connect(root, `${site.url}/${round}`))
  const rows: Rows = {}
  for (const [at, [name, cold]] of first.entries())
    rows[name] = { first: cold, median: median(rounds.map((steps) => steps[at]![1])) }
  rows['connect to first tool result'] = { first: sum(first), median: median(rounds.map(sum)) }
  printRows(`first round and median of ${ROUNDS}, ms`, rows)
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
