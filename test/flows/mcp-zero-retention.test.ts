import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import type { CallToolResult, Transport } from '@modelcontextprotocol/client'
import { API_KEY, startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { hostedTransport, stdioTransport } from '../support/mcp-transports.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Under zero data retention the documents of a job can be read once: the tools must not waste that. */
let app: TestApp
let site: CrawlSite
const PATHS = Array.from({ length: 12 }, (_, at) => `/${at}`)
before(async () => {
  site = await startCrawlSite((path) => {
    if (path === '/') return pageWith('home', [...PATHS, '/gone'])
    return PATHS.includes(path) ? pageWith(`page ${path}`) : undefined
  })
  app = await startTestApp()
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
afterEach(() => app.checkNothingLeft())

const PLACES: Record<string, () => Transport> = {
  'the hosted server': () => hostedTransport(app.url, API_KEY),
  'the local server': () => stdioTransport(app.url, API_KEY),
}

const JOBS = [
  {
    what: 'a crawl of one page',
    tool: 'winnow_crawl',
    status: 'winnow_check_crawl_status',
    given: () => ({ url: `${site.url}/3`, limit: 1, sitemap: 'skip' }),
    found: ['/3'],
    failed: [],
  },
  {
    what: 'a crawl of several pages',
    tool: 'winnow_crawl',
    status: 'winnow_check_crawl_status',
    given: () => ({ url: `${site.url}/`, sitemap: 'skip' }),
    found: ['/', ...PATHS],
    failed: ['/gone'],
  },
  {
    what: 'a batch of one page',
    tool: 'winnow_batch_scrape',
    status: 'winnow_check_batch_status',
    given: () => ({ urls: [`${site.url}/5`] }),
    found: ['/5'],
    failed: [],
  },
  {
    what: 'a batch of several pages',
    tool: 'winnow_batch_scrape',
    status: 'winnow_check_batch_status',
    given: () => ({ urls: [...PATHS.map((path) => site.url + path), 'http://127.0.0.1:1/nobody'] }),
    found: PATHS,
    failed: ['/nobody'],
  },
]

interface Pages {
  id: string
  status: string
  data: { metadata: { sourceURL: string } }[]
  errors?: { url: string }[]
}

for (const [place, transport] of Object.entries(PLACES)) {
  describe(`${place} under zero data retention`, () => {
    let client: Client
    before(async () => {
      client = new Client({ name: 'a-client', version: '1.0.0' })
      await client.connect(transport())
    })
    after(() => client.close())

    for (const { what, tool, status, given, found, failed } of JOBS) {
      const checkPages = (answer: Pages) => {
        assert.equal(answer.status, 'completed')
        const urls = answer.data.map(({ metadata }) => new URL(metadata.sourceURL).pathname)
        assert.deepEqual(urls.toSorted(), found.toSorted())
      }
      const check = (answer: Pages) => {
        checkPages(answer)
        assert.deepEqual(
          (answer.errors ?? []).map(({ url }) => new URL(url).pathname),
          failed,
        )
      }

      it(`${what} is given whole, and then it is gone`, async () => {
        const answer = await use(client, tool, { ...given(), zeroDataRetention: true })
        check(answer)
        await waitUntil(async () => (await refusal(client, status, { id: answer.id })) !== undefined)
        assert.match((await refusal(client, status, { id: answer.id }))!, /was read and is no longer kept/)
      })

      it(`${what} that is asked for later is given whole`, async () => {
        const started = { ...given(), zeroDataRetention: true, waitSeconds: 0 }
        const answer = await use(client, tool, started)
        const path = tool === 'winnow_crawl' ? '/v2/crawl' : '/v2/batch/scrape'
        const isOver = async () =>
          (await app.call(`${path}/${answer.id}?skip=1000000`)).body.status === 'completed'
        // A short job may end while it is asked about: then this is its one answer, and the errors were read before.
        if (answer.status !== 'scraping') return checkPages(answer)
        await waitUntil(isOver)
        check(await use(client, status, { id: answer.id }))
      })
    }
  })
}

async function call(client: Client, name: string, given: object): Promise<CallToolResult> {
  return await client.callTool({ name, arguments: { ...given } }, { timeout: 150_000 })
}

async function use(client: Client, name: string, given: object): Promise<Pages> {
  const { isError, structuredContent, content } = await call(client, name, given)
  assert.notEqual(isError, true, JSON.stringify(content))
  return structuredContent as unknown as Pages
}

async function refusal(client: Client, name: string, given: object): Promise<string | undefined> {
  const { isError, content } = await call(client, name, given)
  return isError ? (content[0] as { text: string }).text : undefined
}
