import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { waitForCrawl } from '../support/run-crawl.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

const app = useSharedApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

const PARALLEL = 50

const STARTS: Record<string, () => object> = {
  '/v2/batch/scrape': () => ({ urls: [`${site.url}/article`] }),
  '/v2/crawl': () => ({ url: `${site.url}/article`, limit: 1 }),
}

describe('one idempotency key', () => {
  for (const [path, json] of Object.entries(STARTS)) {
    it(`makes one job and one charge of ${PARALLEL} requests at once to ${path}`, async () => {
      const { id: teamId, key } = await app().team({ credits: 100 })
      const headers = { 'x-idempotency-key': randomUUID() }
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, () => app().call(path, { key, headers, json: json() })),
      )
      const [started, ...more] = answers.filter(({ status }) => status === 200)
      assert.deepEqual(more, [])
      assert.equal(answers.filter(({ status }) => status === 409).length, PARALLEL - 1)
      await waitForCrawl(app(), started!.body.id, key, path)
      const [made] = await app().database.db.rows(
        `select (select count(*) from crawls where team_id = $1) as jobs,
           (select count(*) from credit_entries where team_id = $1 and kind = 'settle') as charges`,
        [teamId],
      )
      assert.deepEqual(made, { jobs: 1, charges: 1 })
      assert.equal((await app().admin(`/teams/${teamId}`)).body.credits, 99)
    })
  }
})
