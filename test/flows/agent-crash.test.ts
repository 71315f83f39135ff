import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkTask, startLampShop, startTask, stepsOf } from '../chaos/agent-kills.ts'
import { ENVIRONMENT, newTeam } from '../chaos/crawl-kills.ts'
import { testDatabase } from '../support/database.ts'
import { spawnService } from '../support/service.ts'
import { sharedDataDir } from '../support/shared-data-dir.ts'
import { waitUntil } from '../support/wait-until.ts'

const LAMPS = 24
const CREDITS = 1000
/** At how many steps the worker is stopped, and how. */
const STOPS = [
  [3, 'SIGKILL'],
  [8, 'SIGTERM'],
  [13, 'SIGKILL'],
] as const

describe('a task of an agent whose workers are killed or stopped', () => {
  it('goes on in the next one; everything is found and paid once', { timeout: 240_000 }, async () => {
    await using shop = await startLampShop(LAMPS, 300)
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
    const id = await startTask(api.url, team.key, shop.url)
    for (const [steps, signal] of STOPS) {
      await using worker = await spawn('worker')
      await waitUntil(async () => (await stepsOf(db, id)).steps >= steps, 60_000)
      await worker.stop(signal)
      assert.ok((await stepsOf(db, id)).isRunning)
      // As if the lease of a killed one had run out, which nobody needs to wait for.
      await db.rows(`update processes set expires_at = now() where role = 'worker'`)
    }
    await using last = await spawn('worker')
    await waitUntil(async () => !(await stepsOf(db, id)).isRunning, 60_000)
    await checkTask(
      { serviceUrl: api.url, key: team.key, db },
      { id, teamId: team.id, lamps: LAMPS, credits: CREDITS },
    )
    assert.equal(await last.stop('SIGTERM'), 0)
  })
})
