import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { connectToRunning } from '../../src/store/embedded/start-server.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import { filesWith, tablesWith } from '../support/find-marker.ts'
import { spawnService, temporaryFolder } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const ADMIN_KEY = 'an-admin-key-for-tests'
const API_KEY = `fc-${'fedcba9876543210'.repeat(2)}`

/** Host names are case-insensitive, so only lower case is compared. */
const canary = (name: string) => `${name}${randomBytes(9).toString('hex')}`

/** Pages below `/held` wait until they are released. Each request is recorded with its credentials. */
function startGuardedSite(letGo: () => Promise<void>) {
  const shown: { path: string; authorization: string | undefined; cookie: string | undefined }[] = []
  const starting = startCrawlSite(async (path, _, { headers }) => {
    shown.push({ path, authorization: headers.authorization, cookie: headers.cookie })
    if (path === '/crawl') return pageWith('crawl', ['/held/1', '/held/2', '/held/3'])
    if (path.startsWith('/held')) await letGo()
    return pageWith(`page ${path}`)
  })
  return { shown, starting }
}

describe('credentials for target sites', () => {
  it(
    'appear in no table, file, log line, job list or export, and jobs use them after a crash',
    { timeout: 180_000 },
    async () => {
      const released = Promise.withResolvers<void>()
      const { shown, starting } = startGuardedSite(() => released.promise)
      await using site = await starting
      await using folder = await temporaryFolder()
      const dataDir = join(folder.path, 'data')
      const temporary = join(folder.path, 'tmp')
      await mkdir(temporary, { mode: 0o1777 })
      const env = {
        WINNOW_DATA_DIR: dataDir,
        TMPDIR: temporary,
        WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
        WINNOW_API_KEY: API_KEY,
        WINNOW_ADMIN_KEY: ADMIN_KEY,
        LOG_LEVEL: 'trace',
        WINNOW_HOST_CONCURRENCY: '10',
        WINNOW_SIEM_FILE: join(folder.path, 'events.log'),
      }
      const secrets = ['token', 'cookie', 'typed', 'script', 'password'].map(canary)
      const [token, cookie, typed, script, password] = secrets as [string, string, string, string, string]
      const headers = { Authorization: `Bearer ${token}`, cookie: `session=${cookie}` }
      let output = ''
      const wasAsked = (name: string) => shown.some(({ path }) => path === `/held/${name}`)

      const assertNowhere = async (when: string) => {
        const client = new Client((await connectToRunning(dataDir))!)
        await client.connect()
        try {
          for (const secret of secrets)
            assert.deepEqual(await tablesWith(client, secret), [], `${secret} ${when}`)
        } finally {
          await client.end()
        }
        assert.deepEqual(await filesWith(folder.path, secrets), [], when)
      }

      let crawlId: string
      {
        await using service = await spawnService({ env })
        const send = sender(service.url)
        await send('/admin/v1/organizations', undefined, ADMIN_KEY).then(async ({ body }) => {
          await send(
            `/admin/v1/organizations/${body.data[0].id}`,
            { siem: { enabled: true } },
            ADMIN_KEY,
            'PATCH',
          )
        })
        const scraped = await send('/v2/scrape', { url: `${site.url}/page`, headers })
        assert.equal(scraped.status, 200, JSON.stringify(scraped.body))
        await send('/v2/scrape', { url: 'http://127.0.0.1:1/', headers, timeout: 5000 })
        const url = `${site.url.replace('//', `//me:${password}@`)}/with-password`
        assert.equal((await send('/v2/scrape', { url })).status, 200)
        await send('/v2/map', { url: site.url, headers })
        await send('/v2/search', { query: 'page', scrapeOptions: { formats: ['markdown'], headers } })
        // Opens the page again if there is a browser.
        const session = `/v2/scrape/${scraped.body.data.metadata.scrapeId}/interact`
        await send(session, { code: 'console.log(await page.title())', language: 'node', timeout: 30 })
        await send(session, undefined, API_KEY, 'DELETE')
        const mcpCall = { name: 'winnow_scrape', arguments: { url: `${site.url}/by-tool`, headers } }
        await send('/v2/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: mcpCall })

        const scrapeOptions = { headers }
        const crawl = await send('/v2/crawl', {
          url: `${site.url}/crawl`,
          crawlEntireDomain: true,
          sitemap: 'skip',
          scrapeOptions,
        })
        assert.equal(crawl.status, 200, JSON.stringify(crawl.body))
        crawlId = crawl.body.id
        await send('/v2/batch/scrape', { urls: [`${site.url}/held/batch`], headers })
        const actions = [
          { type: 'write', text: typed },
          { type: 'executeJavascript', script: `return 1 // ${script}` },
        ]
        const acting = await send('/v2/batch/scrape', { urls: [`${site.url}/acting`], headers, actions })
        assert.equal(acting.status, 200, JSON.stringify(acting.body))
        const extract = { urls: [`${site.url}/held/extract`], prompt: 'the title', scrapeOptions }
        assert.equal((await send('/v2/extract', extract)).status, 200)
        await waitUntil(() => ['1', 'batch', 'extract'].every(wasAsked), 60_000)

        const active = await send('/v2/crawl/active')
        assert.deepEqual(active.body.crawls[0].options.scrapeOptions.headers, {
          Authorization: '[redacted]',
          cookie: '[redacted]',
        })
        await assertNowhere('while jobs run')
        await service.stop('SIGKILL')
        output += service.output()
      }

      shown.length = 0
      released.resolve()
      await using service = await spawnService({ env })
      const send = sender(service.url)
      await waitUntil(async () => (await send(`/v2/crawl/${crawlId}`)).body.status === 'completed', 60_000)
      await waitUntil(() => ['batch', 'extract'].every(wasAsked), 60_000)
      await assertNowhere('after the jobs')
      for (const name of ['1', '2', '3', 'batch', 'extract']) {
        const visit = shown.find(({ path }) => path === `/held/${name}`)!
        const { authorization, cookie: sent } = visit
        assert.deepEqual({ Authorization: authorization, cookie: sent }, headers, name)
      }

      const { body: teams } = await send('/admin/v1/teams', undefined, ADMIN_KEY)
      const exported = await send(`/admin/v1/teams/${teams.data[0].id}/data`, undefined, ADMIN_KEY)
      for (const secret of secrets) assert.ok(!JSON.stringify(exported.body).includes(secret))
      const lines = String(exported.body)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line)
      const hidden = { Authorization: '[redacted]', cookie: '[redacted]' }
      const crawl = lines.find(({ kind, id }) => kind === 'crawl' && id === crawlId)!
      assert.deepEqual(crawl.request!.scrapeOptions!.headers, hidden)
      const scrape = lines.find(
        ({ kind, request }) => kind === 'scrape' && request?.url === `${site.url}/page`,
      )!
      assert.deepEqual(scrape.request!.headers, hidden)

      assert.equal(await service.stop(), 0)
      output += service.output()
      for (const secret of secrets)
        assert.ok(
          !output.includes(secret),
          output.split('\n').find((line) => line.includes(secret)),
        )
      assert.deepEqual(await filesWith(folder.path, secrets), [], 'after the end')
    },
  )
})

interface Options {
  url?: string
  headers?: Record<string, string>
}

interface Line {
  kind: string
  id: string
  request?: Options & { scrapeOptions?: Options }
}

function sender(url: string) {
  return async (
    path: string,
    json?: object,
    key = API_KEY,
    method = json === undefined ? 'GET' : 'POST',
    // oxlint-disable-next-line typescript/no-explicit-any -- the test is what checks the shape of answers.
  ): Promise<{ status: number; body: any }> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false
    return { status: response.status, body: isJson ? JSON.parse(text) : text }
  }
}
