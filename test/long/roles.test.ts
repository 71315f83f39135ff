import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog } from '../../src/log.ts'
import { startJobs } from '../../src/jobs/jobs.ts'
import { createJobList } from '../../src/store/jobs/job-list.ts'
import { HOUSEKEEPING } from '../../src/store/housekeeping/housekeeping.ts'
import { testDatabase } from '../support/database.ts'
import { spawnService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const API_KEY = `fc-${'cd'.repeat(16)}`
const ADMIN_KEY = 'an-admin-key-for-roles'

describe('two api and two worker processes on one PostgreSQL', () => {
  it('start together on a new database, share teams and limits, and run each job once', async () => {
    await using database = await testDatabase()
    const env = {
      DATABASE_URL: database.url,
      WINNOW_SECRET: 'a-secret-for-all-roles',
      WINNOW_API_KEY: API_KEY,
      WINNOW_ADMIN_KEY: ADMIN_KEY,
    }
    const spawned = await Promise.all(
      ['api', 'api', 'worker', 'worker'].map((role) => spawnService({ env: { ...env, WINNOW_ROLE: role } })),
    )
    await using processes = new AsyncDisposableStack()
    for (const one of spawned) processes.use(one)
    const [first, second, third] = spawned as [(typeof spawned)[0], (typeof spawned)[0], (typeof spawned)[0]]

    const team = await post(first.url, '/admin/v1/teams', { name: 'Shared', credits: 30 })
    const { apiKey } = await post(second.url, `/admin/v1/teams/${team.id}/api-keys`, {})
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, turn) => {
        const form = new FormData()
        form.append('file', new Blob(['<p>grain</p>']), 'a.html')
        const url = `${(turn % 2 === 0 ? first : second).url}/v2/parse`
        return (
          await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${apiKey}` }, body: form })
        ).status
      }),
    )
    assert.deepEqual(
      [
        statuses.filter((status) => status === 200).length,
        statuses.filter((status) => status === 402).length,
      ],
      [30, 10],
    )

    // The worker's own port serves only probes.
    assert.equal((await fetch(`${third.url}/ready`)).status, 200)
    assert.equal((await fetch(`${third.url}/v2/team/credit-usage`)).status, 404)

    await using jobs = await startJobs({
      database: database.db,
      log: createLog('silent', false),
      runsWork: false,
    })
    await jobs.define(HOUSEKEEPING)
    const id = await jobs.enqueue(HOUSEKEEPING, {})
    const list = createJobList(database.db)
    await waitUntil(
      async () =>
        (await list.page({ limit: 10 })).items.some((job) => job.id === id && job.state === 'completed'),
      20_000,
    )

    assert.deepEqual(await Promise.all(spawned.map((one) => one.stop('SIGTERM'))), [0, 0, 0, 0])
    assert.deepEqual(await database.db.rows(`select id from processes`), [])
  })
})

async function post(url: string, path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, string>
}
