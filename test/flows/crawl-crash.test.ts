import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ENVIRONMENT,
  checkWhole,
  ledgerOf,
  leftovers,
  newTeam,
  progressOf,
  readCrawl,
  startCrawl,
  startSlowSite,
} from '../chaos/crawl-kills.ts'
import { testDatabase } from '../support/database.ts'
import { spawnService } from '../support/service.ts'
import { sharedDataDir } from '../support/shared-data-dir.ts'
import { waitUntil } from '../support/wait-until.ts'

const PAGES = 60
const CREDITS = 1000
/** At how many settled pages the worker is killed. */
const KILLS = [10, 25]

describe('a crawl whose workers are killed', () => {
  it('goes on in the next one; every page is there once and paid once', { timeout: 60_000 }, async (t) => {
    await using site = await startSlowSite(PAGES, 200)
    await using database = await testDatabase()
    const { db } = database
    const env = {
      ...ENVIRONMENT,
      DATABASE_URL: database.url,
      WINNOW_SECRET: 'a-secret-for-crashes',
      WINNOW_DATA_DIR: sharedDataDir(),
    }
    const spawn = (role: string) => spawnService({ env: { ...env, WINNOW_ROLE: role } })
    await using api = await spawn('api')
    const team = await newTeam(api.url, CREDITS)
    const id = await startCrawl(api.url, team.key, `${site.url}/`)
    for (const pages of KILLS) {
      await using worker = await spawn('worker')
      await waitUntil(async () => (await progressOf(db, id)).settled >= pages, 20_000)
      await worker.stop('SIGKILL')
      assert.ok((await progressOf(db, id)).isRunning)
    }
    t.diagnostic(
      `held by the killed: ${(await leftovers(db)).filter((what) => what === 'hold').length} holds`,
    )
    await using last = await spawn('worker')
    await waitUntil(async () => !(await progressOf(db, id)).isRunning, 30_000)

    checkWhole(await readCrawl(api.url, team.key, id), PAGES)
    await waitUntil(async () => (await leftovers(db)).length === 0, 20_000)
    assert.deepEqual(await ledgerOf(db, team.id), { used: PAGES, balance: CREDITS - PAGES })
    assert.equal(await last.stop('SIGTERM'), 0)
  })
})
