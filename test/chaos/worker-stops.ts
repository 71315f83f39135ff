import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Queryable } from '../../src/store/database/database.ts'
import { testDatabase } from '../support/database.ts'
import { spawnService } from '../support/service.ts'
import { sharedDataDir } from '../support/shared-data-dir.ts'
import { waitUntil } from '../support/wait-until.ts'
import { ENVIRONMENT, newTeam } from './fixture.ts'
import type { ChaosFixture } from './fixture.ts'

const CREDITS = 5000

/** When a worker is stopped, and how. */
interface Stop {
  isDue(done: number, before: number): boolean
  longestLifeMs: number
  signal: 'SIGKILL' | 'SIGTERM'
}

interface Job {
  start(on: ChaosFixture): Promise<string>
  progressOf(db: Queryable, id: string): Promise<{ isRunning: boolean; done: number }>
  stops: readonly Stop[]
  /** Whether somebody else may go on at once with what a killed one held, as if its lease had run out. */
  endsLeases?: boolean
  check(on: ChaosFixture, id: string): Promise<void>
}

/** As soon as so much is done. */
export function stopAt(done: number, signal: Stop['signal'] = 'SIGKILL'): Stop {
  return { isDue: (now) => now >= done, longestLifeMs: 0, signal }
}

/** So often, each time at any moment after something more was done. */
export function killSoon(times: number, longestLifeMs: number): Stop[] {
  return Array.from({ length: times }, () => ({
    isDue: (now: number, before: number) => now > before,
    longestLifeMs,
    signal: 'SIGKILL' as const,
  }))
}

/** Stops one worker after the other, and leaves the next one alone until the job is over. */
export async function surviveStops(t: TestContext, job: Job): Promise<void> {
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
  const ground = { serviceUrl: api.url, db, team: await newTeam(api.url, CREDITS), credits: CREDITS }
  const id = await job.start(ground)
  const stoppedAt: number[] = []
  for (const { isDue, longestLifeMs, signal } of job.stops) {
    await using worker = await spawn('worker')
    const { done: before } = await job.progressOf(db, id)
    await waitUntil(async () => isDue((await job.progressOf(db, id)).done, before), 60_000)
    if (longestLifeMs > 0) await delay(randomInt(longestLifeMs))
    await worker.stop(signal)
    const { isRunning, done } = await job.progressOf(db, id)
    assert.ok(isRunning, `it was over after ${stoppedAt.length} stops`)
    stoppedAt.push(done)
    if (job.endsLeases) await db.rows(`delete from processes where role = 'worker'`)
  }
  await using last = await spawn('worker')
  await waitUntil(async () => !(await job.progressOf(db, id)).isRunning, 120_000)
  t.diagnostic(`stopped when so much was done: ${stoppedAt.join(' ')}`)
  await job.check(ground, id)
  assert.equal(await last.stop('SIGTERM'), 0)
}
