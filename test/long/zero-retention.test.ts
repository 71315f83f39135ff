import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { connectToRunning } from '../../src/store/embedded/start-server.ts'
import { callEverything } from '../support/call-everything.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import { filesWith, needlesFor, tablesWith } from '../support/find-marker.ts'
import { spawnService, temporaryFolder } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const ADMIN_KEY = 'an-admin-key-for-tests'
const API_KEY = `fc-${'fedcba9876543210'.repeat(2)}`
/** What content would be in. It is compressed by us in some of them, so that only their being empty tells. */
const CONTENT = [
  'page_copies',
  'page_memos',
  'seen_pages',
  'search_pages',
  'search_terms',
  'snapshots',
  'blobs',
  'searches',
  'page_traces',
  'profiles',
  'agent_tasks',
]

const newMarker = () => `zq${randomBytes(9).toString('hex')}`

/** Addresses carry a marker, and every page repeats the one it was asked for with. */
function startMarkedSite() {
  let latest = ''
  return startCrawlSite((path, { origin }) => {
    const marker = /zq[0-9a-f]{18}/.exec(path)?.[0]
    latest = marker ?? latest
    if (path === '/sitemap.xml') return sitemapWith(`${origin}/${latest}/listed?q=${latest}`)
    if (marker === undefined || path.includes('/missing')) return undefined
    const links = path.includes('/start')
      ? [`/${marker}/one?q=${marker}`, `/${marker}/missing`, `http://${marker}.blocked.test/`]
      : []
    return pageWith(`${marker} `.repeat(200), links)
  })
}

function sitemapWith(url: string) {
  const body = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url}</loc></url></urlset>`
  return { headers: { 'content-type': 'application/xml' }, body }
}

/** Has everything audited, and addresses that end with `.blocked.test` refused. */
async function auditAndScreen(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' }
  const path = `${url}/admin/v1/organizations`
  const { data } = (await (await fetch(path, { headers })).json()) as { data: { id: string }[] }
  const policy = { mode: 'off', blacklist: ['*.blocked.test'] }
  const body = JSON.stringify({ siem: { enabled: true }, threatProtection: { enabled: true, policy } })
  const changed = await fetch(`${path}/${data[0]!.id}`, { method: 'PATCH', headers, body })
  assert.equal(changed.status, 200, await changed.text())
}

async function rowsIn(client: Client, tables: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`)
    counts[table] = rows[0]!.count
  }
  return counts
}

describe('zero data retention', () => {
  it(
    'leaves no trace in the data directory, temporary folders and the log, whatever is asked for',
    { timeout: 180_000 },
    async (t) => {
      await using folder = await temporaryFolder()
      const dataDir = join(folder.path, 'data')
      const temporary = join(folder.path, 'tmp')
      await mkdir(temporary, { mode: 0o1777 })
      await using site = await startMarkedSite()
      await using service = await spawnService({
        env: {
          WINNOW_DATA_DIR: dataDir,
          TMPDIR: temporary,
          WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
          WINNOW_API_KEY: API_KEY,
          WINNOW_ADMIN_KEY: ADMIN_KEY,
          LOG_LEVEL: 'trace',
          WINNOW_SIEM_FILE: join(folder.path, 'events.log'),
        },
      })
      await auditAndScreen(service.url)
      const connection = (await connectToRunning(dataDir))!
      const client = new Client(connection)
      client.on('error', () => {})
      await client.connect()
      t.after(() => client.end())
      const jobsEnded = () =>
        waitUntil(async () => {
          const { rows } = await client.query(
            `select from crawls where state = 'scraping' union all
           select from webhook_deliveries where state = 'waiting' and attempts = 0`,
          )
          return rows.length === 0
        }, 60_000)
      const base = { url: service.url, site: site.url, adminKey: ADMIN_KEY, jobsEnded }

      const asked = newMarker()
      await callEverything({
        ...base,
        marker: asked,
        key: API_KEY,
        requestOptions: { zeroDataRetention: true },
      })
      const forced = newMarker()
      await callEverything({ ...base, marker: forced, key: 'forced', requestOptions: {} })
      assert.deepEqual(await rowsIn(client, CONTENT), Object.fromEntries(CONTENT.map((table) => [table, 0])))
      for (const marker of [asked, forced]) {
        assert.ok(site.paths.some((path) => path.includes(marker)))
        assert.deepEqual(await tablesWith(client, marker), [])
      }

      assert.deepEqual(await filesWith(folder.path, [asked, forced]), [], 'while it runs')

      // The same without it shows that this finds something.
      const kept = newMarker()
      await callEverything({ ...base, marker: kept, key: API_KEY, requestOptions: {} })
      const tables = await tablesWith(client, kept)
      for (const table of [
        'crawls',
        'crawl_pages',
        'crawl_documents',
        'page_copies',
        'scrapes',
        'seen_pages',
      ])
        assert.ok(
          tables.includes(`public.${table}`),
          `${table} should have been found among ${tables.join()}`,
        )

      await waitUntil(async () => (await filesWith(folder.path, [kept])).some((file) => /events/.test(file)))
      await client.end()
      assert.equal(await service.stop(), 0)
      assert.notDeepEqual(await filesWith(dataDir, [kept]), [])
      assert.deepEqual(await filesWith(folder.path, [asked, forced]), [], 'after its end')
      for (const marker of [asked, forced]) {
        for (const needle of needlesFor(marker))
          assert.ok(!Buffer.from(service.output()).includes(needle), logLineWith(service.output(), marker))
      }
    },
  )
})

function logLineWith(output: string, marker: string): string {
  return output.split('\n').find((line) => line.includes(marker)) ?? 'encoded'
}
