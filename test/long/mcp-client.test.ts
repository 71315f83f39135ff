import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { Validator } from '@cfworker/json-schema'
import { Client } from '@modelcontextprotocol/client'
import type { CallToolResult, Transport } from '@modelcontextprotocol/client'
import { API_KEY, startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { hostedTransport, stdioTransport, startLocalHttp } from '../support/mcp-transports.ts'
import type { LocalHttp } from '../support/mcp-transports.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The published client of the protocol, unchanged, in both of its eras. */
let app: TestApp
let site: CrawlSite
let http: LocalHttp
/** The pages whose visitors are gone. */
const left = new Set<string>()
before(async () => {
  site = await startCrawlSite((path, _url, { socket }) => {
    socket.once('close', () => left.add(path))
    return path.startsWith('/never') ? new Promise(() => {}) : PAGES[path]
  })
  app = await startTestApp()
  http = await startLocalHttp(app.url, API_KEY)
})
after(async () => {
  await http[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
afterEach(() => app.checkNothingLeft())

const PAGES: Record<string, string> = {
  '/': pageWith('Home', ['/wheat', '/rye', '/oats']),
  '/wheat': pageWith('Wheat'),
  '/rye': pageWith('Rye'),
  '/oats': pageWith('Oats'),
}

const ERAS = {
  '2026-07-28': { mode: { pin: '2026-07-28' } },
  '2025-11-25': { mode: 'legacy' },
} as const

const PLACES: Record<string, () => Transport> = {
  'the hosted server with a key': () => hostedTransport(app.url, API_KEY),
  'the server of this machine over stdio': () => stdioTransport(app.url, API_KEY),
  'the server of this machine over HTTP': () => http.transport(),
}

type Era = keyof typeof ERAS

async function connected(transport: Transport, era: Era): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'a-client', version: '1.0.0' }, { versionNegotiation: ERAS[era] })
  await client.connect(transport)
  assert.equal(client.getNegotiatedProtocolVersion(), era)
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

for (const era of Object.keys(ERAS) as Era[]) {
  for (const [place, transport] of Object.entries(PLACES)) {
    describe(`the published client of ${era} with ${place}`, () => {
      let client: Client
      before(async () => void (client = await connected(transport(), era)))
      after(() => client.close())

      it('lists tools that say what they take and answer', async () => {
        const { tools } = await client.listTools()
        const names = new Set(tools.map(({ name }) => name))
        for (const name of ['scrape', 'search', 'parse', 'map', 'crawl', 'agent'])
          assert.ok(names.has(`winnow_${name}`), name)
        for (const { name, description, inputSchema, outputSchema, annotations } of tools)
          assert.ok(description && inputSchema && outputSchema && annotations, name)
      })

      it('scrapes a page into what the tool says it answers', async () => {
        const { tools } = await client.listTools()
        const { outputSchema } = tools.find(({ name }) => name === 'winnow_scrape')!
        const answer = await scrape(client, '/wheat')
        assert.match(markdownOf(answer), /Wheat/)
        const verdict = new Validator(outputSchema as object, '2020-12').validate(answer.structuredContent)
        assert.deepEqual([verdict.valid, verdict.errors], [true, []])
      })

      it('crawls, hearing how far it is, and reads the result again as a resource', async () => {
        const steps: number[] = []
        const answer = await client.callTool(
          { name: 'winnow_crawl', arguments: { url: site.url, limit: 4 } },
          { onprogress: ({ progress }) => void steps.push(progress) },
        )
        const { id, status, completed } = answer.structuredContent as Record<string, unknown>
        assert.deepEqual([status, completed], ['completed', 4])
        assert.ok(steps.length > 0)
        assert.deepEqual(
          steps,
          steps.toSorted((a, b) => a - b),
        )
        const { contents } = await client.readResource({ uri: `winnow://crawl/${id as string}` })
        assert.match((contents[0] as { text: string }).text, /Oats/)
      })

      it('gives up a call that it no longer wants', async () => {
        const leaving = new AbortController()
        const page = `/never/${randomUUID()}`
        const asked = scrape(client, page, leaving.signal)
        await waitUntil(() => site.paths.includes(page))
        leaving.abort()
        await assert.rejects(asked, /abort/i)
        // The older revisions say it in a message of its own, which a server that keeps no sessions cannot match with the
        // call: there it is over when the connection is.
        if (era === '2025-11-25' && !place.includes('stdio')) await client.close()
        await waitUntil(() => left.has(page))
      })
    })
  }

  describe(`the published client of ${era} without a key`, () => {
    it('has three tools and is told that the others need a key', async () => {
      await using client = await connected(hostedTransport(app.url), era)
      const { tools } = await client.listTools()
      assert.deepEqual(tools.map(({ name }) => name).toSorted(), [
        'winnow_parse',
        'winnow_scrape',
        'winnow_search',
      ])
      assert.match(markdownOf(await scrape(client, '/rye')), /Rye/)
      const refused = await client.callTool({ name: 'winnow_map', arguments: { url: site.url } })
      assert.equal(refused.isError, true)
      assert.match(JSON.stringify(refused.content), /key/i)
    })
  })
}

async function scrape(client: Client, path: string, signal?: AbortSignal): Promise<CallToolResult> {
  const named = { name: 'winnow_scrape', arguments: { url: site.url + path } }
  return await client.callTool(named, { ...(signal && { signal }) })
}

function markdownOf({ structuredContent }: CallToolResult): string {
  return (structuredContent as { markdown: string }).markdown
}
