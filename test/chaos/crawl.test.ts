import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createLog } from '../../src/log.ts'
import { openStore } from '../../src/store/store.ts'
import { killNow } from '../support/kill-now.ts'
import { serverProcesses } from '../support/server-processes.ts'
import { spawnService, temporaryFolder } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'
import {
  checkCrawl,
  checkWhole,
  ledgerOf,
  leftovers,
  progressOf,
  readCrawl,
  startCrawl,
  startSlowSite,
  statusOf,
} from './crawl-kills.ts'
import { ENVIRONMENT, newTeam } from './fixture.ts'
import { killSoon, surviveStops } from './worker-stops.ts'

const PAGES = 1000
const CREDITS = 5000
const LONGEST_PAGE_MS = 300
/** After it has settled something, a process lives at most so much longer. */
const LONGEST_LIFE_MS = 1_500

describe('a crawl of 1,000 pages', () => {
  it('survives 20 kills of its worker', { timeout: 900_000 }, async (t) => {
    await using site = await startSlowSite(PAGES, LONGEST_PAGE_MS)
    await surviveStops(t, {
      start: ({ serviceUrl, team }) => startCrawl(serviceUrl, team.key, `${site.url}/`),
      progressOf,
      stops: killSoon(20, LONGEST_LIFE_MS),
      check(on, id) {
        t.diagnostic(`${site.paths.filter(isPage).length} visits of ${PAGES} pages`)
        return checkCrawl(on, id, PAGES)
      },
    })
  })

  it('goes on by itself after kills of the service with its database', { timeout: 600_000 }, async (t) => {
    await using site = await startSlowSite(PAGES, LONGEST_PAGE_MS)
    await using folder = await temporaryFolder()
    const dataDir = join(folder.path, 'data')
    const spawn = () => spawnService({ env: { ...ENVIRONMENT, WINNOW_DATA_DIR: dataDir } })
    await using services = new AsyncDisposableStack()
    let service = services.use(await spawn())
    const team = await newTeam(service.url, CREDITS)
    const id = await startCrawl(service.url, team.key, `${site.url}/`)
    const completed = async () => (await statusOf(service.url, team.key, id)).completed
    const killedAt: number[] = []
    for (let kill = 0; kill < 5; kill++) {
      const before = await completed()
      await waitUntil(async () => (await completed()) > before + 50, 60_000)
      await delay(randomInt(LONGEST_LIFE_MS))
      const seen = await completed()
      await killWithDatabase(service, dataDir)
      service = services.use(await spawn())
      const after = await readCrawl(service.url, team.key, id)
      assert.equal(after.status, 'scraping', `the crawl was over after ${kill} kills`)
      assert.ok(
        after.completed >= seen,
        `${seen} pages were settled before the crash, ${after.completed} after it`,
      )
      assert.equal(after.creditsUsed, after.completed)
      assert.equal(new Set(after.addresses).size, after.addresses.length)
      killedAt.push(seen)
    }
    await waitUntil(async () => (await statusOf(service.url, team.key, id)).status !== 'scraping', 180_000)
    t.diagnostic(`killed when so many pages were settled: ${killedAt.join(' ')}`)
    t.diagnostic(`${site.paths.filter(isPage).length} visits of ${PAGES} pages`)
    checkWhole(await readCrawl(service.url, team.key, id), PAGES)
    assert.equal(await service.stop('SIGTERM'), 0)
    await using store = await openStore(
      { dataDir, databaseUrl: undefined, secret: undefined },
      createLog('error', false),
    )
    assert.deepEqual(await leftovers(store.database), [])
    assert.deepEqual(await ledgerOf(store.database, team.id), { used: PAGES, balance: CREDITS - PAGES })
  })
})

function isPage(path: string): boolean {
  return path === '/' || path.startsWith('/page-')
}

/** Everything at once: neither of the two gets a chance to end in order. */
async function killWithDatabase({ child }: Service, dataDir: string): Promise<void> {
  const database = await serverProcesses(dataDir)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for (const pid of [child.pid!, ...database.map((one) => one.pid)]) killNow(pid)
  await ended
}
