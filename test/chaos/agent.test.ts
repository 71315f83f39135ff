import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { testDatabase } from '../support/database.ts'
import { spawnService } from '../support/service.ts'
import { sharedDataDir } from '../support/shared-data-dir.ts'
import { waitUntil } from '../support/wait-until.ts'
import { checkTask, startLampShop, startTask, stepsOf } from './agent-kills.ts'
import { ENVIRONMENT, newTeam } from './crawl-kills.ts'

const LAMPS = 120
const CREDITS = 5000
/** After it has taken a step, a process lives at most so much longer. */
const LONGEST_LIFE_MS = 700

describe('a task of an agent', () => {
  it('survives 20 kills of its worker', { timeout: 900_000 }, async (t) => {
    await using shop = await startLampShop(LAMPS, 1_000)
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
    const killedAt: number[] = []
    while (killedAt.length < 20) {
      await using worker = await spawn('worker')
      const { steps: before } = await stepsOf(db, id)
      await waitUntil(async () => (await stepsOf(db, id)).steps > before, 60_000)
      await delay(randomInt(LONGEST_LIFE_MS))
      await worker.stop('SIGKILL')
      const { isRunning, steps } = await stepsOf(db, id)
      assert.ok(isRunning, `the task was over after ${killedAt.length} kills`)
      killedAt.push(steps)
    }
    await using last = await spawn('worker')
    await waitUntil(async () => !(await stepsOf(db, id)).isRunning, 120_000)
    t.diagnostic(`killed when so many steps were taken: ${killedAt.join(' ')}`)
    t.diagnostic(
      `${shop.paths.filter((path) => path.startsWith('/lamps/')).length} requests of ${LAMPS} pages`,
    )
    await checkTask(
      { serviceUrl: api.url, key: team.key, db },
      { id, teamId: team.id, lamps: LAMPS, credits: CREDITS },
    )
    assert.equal(await last.stop('SIGTERM'), 0)
  })
})
