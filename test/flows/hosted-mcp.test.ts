import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { API_KEY, useApp } from '../support/app.ts'
import { createAuditedTeam } from '../support/audited-team.ts'
import { avoidMidnight } from '../support/avoid-midnight.ts'
import { startCollector } from '../support/collector.ts'
import type { TestCollector } from '../support/collector.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { newAddress } from '../support/new-address.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useApp({ WINNOW_TRUSTED_PROXIES: '127.0.0.1' })
let site: Site
let pages: CrawlSite
let collector: TestCollector
let folder: string
before(async () => {
  site = await startSite()
  pages = await startCrawlSite((path) =>
    /^\/\d?$/.test(path)
      ? pageWith(`Page ${path} `.repeat(50), path === '/' ? ['/1', '/2', '/3'] : [])
      : undefined,
  )
  collector = await startCollector()
  folder = await mkdtemp(join(tmpdir(), 'winnow-mcp-'))
})
after(async () => {
  await Promise.all([site, pages, collector].map((one) => one[Symbol.asyncDispose]()))
  await rm(folder, { recursive: true })
})
beforeEach(avoidMidnight)

type Era = 'auto' | 'legacy'

/** A client of the protocol, with or without a key. */
async function connect(era: Era, key: string | null = API_KEY, address = newAddress()) {
  const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode: era } })
  const headers = { 'x-forwarded-for': address, ...(key !== null && { authorization: `Bearer ${key}` }) }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app().url}/v2/mcp`), { requestInit: { headers } }),
  )
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

type Connected = Awaited<ReturnType<typeof connect>>

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
async function call(client: Connected, name: string, given: object, options: object = {}): Promise<any> {
  const result = await client.callTool({ name, arguments: { ...given } }, options)
  assert.notEqual(result.isError, true, JSON.stringify(result.content))
  return result.structuredContent
}

async function usedBy(address: string) {
  const [row] = await app().database.db.rows<{ requests: number; credits: number }>(
    `select requests, credits from keyless_days where address = $1`,
    [address],
  )
  return row
}

async function running(): Promise<number> {
  return (await app().call('/v2/concurrency-check')).body.concurrency
}

for (const era of ['auto', 'legacy'] as const) {
  describe(`a client of the protocol, ${era === 'auto' ? 'revision 2026-07-28' : 'revisions of 2025'}`, () => {
    it('finds the tools, reads a page, and reads it again as a resource', async () => {
      await using client = await connect(era)
      assert.equal(client.getProtocolEra(), era === 'auto' ? 'modern' : 'legacy')
      assert.equal(client.getServerVersion()!.name, 'winnow')
      const { tools } = await client.listTools()
      assert.ok(tools.length > 20)
      const page = await call(client, 'winnow_scrape', { url: `${site.url}/article` })
      assert.match(page.markdown, /^# /m)
      const { contents } = await client.readResource({ uri: `winnow://scrape/${page.metadata.scrapeId}` })
      assert.equal((contents[0] as { text: string }).text, page.markdown)
    })

    it('is told how far a crawl is', async () => {
      await using client = await connect(era)
      const told: number[] = []
      const onprogress = ({ progress }: { progress: number }) => void told.push(progress)
      const crawl = await call(client, 'winnow_crawl', { url: `${pages.url}/`, limit: 4 }, { onprogress })
      assert.deepEqual([crawl.status, crawl.data.length], ['completed', 4])
      assert.ok(told.length > 0)
      assert.deepEqual(
        told,
        told.toSorted((a, b) => a - b),
      )
    })

    it('ends the work with the call that it gives up', async () => {
      await using client = await connect(era)
      const given = new AbortController()
      const arrived = site.next('/slow/never')
      const answer = call(
        client,
        'winnow_scrape',
        { url: `${site.url}/slow/never` },
        { signal: given.signal },
      )
      await arrived
      assert.equal(await running(), 1)
      given.abort(new Error('no longer wanted'))
      await assert.rejects(answer)
      // An old client says in a message of its own that it gives up, which no session connects with the call.
      if (era === 'legacy') await client.close()
      await waitUntil(async () => (await running()) === 0)
    })

    for (const key of [API_KEY, null]) {
      it(`uploads a file by the command it is given, and parses it, ${key ? 'with' : 'without'} a key`, async () => {
        const address = newAddress()
        await using client = await connect(era, key, address)
        const filePath = join(folder, "grain's price, 2026.html")
        await writeFile(filePath, '<title>Grain</title><h1>The price of grain</h1><p>It has risen.</p>')
        const asked = Date.now()
        const { mode, upload, nextToolCall } = await call(client, 'winnow_parse', {
          filePath,
          formats: ['markdown'],
        })
        assert.equal(mode, 'hosted-upload-ref-awaiting-upload')
        assert.ok(upload.uploadUrl.startsWith(`${app().url}/`))
        assert.ok(Math.abs(Date.parse(upload.expiresAt) - asked - 600_000) < 60_000, upload.expiresAt)
        await promisify(execFile)('/bin/sh', ['-c', upload.command])
        const parsed = await call(client, nextToolCall.name, nextToolCall.arguments)
        assert.match(parsed.markdown, /# The price of grain/)
        if (key === null) assert.deepEqual(await usedBy(address), { requests: 2, credits: 1 })
      })
    }
  })
}

describe('a call of the service to itself', () => {
  it('cannot be claimed from outside, not even by what it sends out itself', async () => {
    await using client = await connect('auto')
    // The page is the service: the request for it is sent in the middle of a call that carries a caller.
    const own = `${app().url}/v2/team/credit-usage`
    const page = await call(client, 'winnow_scrape', { url: own, formats: ['rawHtml'] })
    assert.equal(page.metadata.statusCode, 401)
    assert.match(page.rawHtml, /UNAUTHORIZED/)
  })

  it('is claimed by no header while another is under way', async () => {
    await using client = await connect('auto')
    const given = new AbortController()
    const arrived = site.next('/slow/never')
    const slow = call(client, 'winnow_scrape', { url: `${site.url}/slow/never` }, { signal: given.signal })
    await arrived
    const headers = {
      'x-request-id': 'a-request-id',
      'user-agent': 'lightMyRequest',
      'x-forwarded-for': '127.0.0.1',
      'x-firecrawl-keyless-ip': '127.0.0.1',
      'x-team-id': 'default',
    }
    assert.equal((await app().call('/v2/team/credit-usage', { key: null, headers })).status, 401)
    given.abort()
    await assert.rejects(slow)
    await waitUntil(async () => (await running()) === 0)
  })

  it('is limited, charged and audited as a request of its team, from the address of its client', async () => {
    const { organizationId, id, key } = await createAuditedTeam(
      app(),
      { url: collector.url },
      { credits: 5, limits: { perMinute: { scrape: 1 } } },
    )
    const address = newAddress()
    await using client = await connect('auto', key, address)
    await call(client, 'winnow_scrape', { url: `${site.url}/article` })
    const { content, isError } = await client.callTool({
      name: 'winnow_scrape',
      arguments: { url: `${site.url}/article` },
    })
    assert.equal(isError, true)
    assert.equal(JSON.parse((content[0] as { text: string }).text).code, 'RATE_LIMITED')
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 4)
    const scrapes = () =>
      collector.of(organizationId).filter((event) => event.api.operation === 'POST /v2/scrape')
    await waitUntil(() => scrapes().length === 2)
    assert.deepEqual(
      scrapes().map(({ src_endpoint: from, api }) => [from.ip, api.response.code]),
      [
        [address, 200],
        [address, 429],
      ],
    )
  })
})
