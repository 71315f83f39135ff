import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, it, mock } from 'node:test'
import type { Client } from 'pg'
import { startApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/log.ts'
import { createProcesses } from '../../src/store/credits/ledger.ts'
import { startTestApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import { runCrawl } from '../support/run-crawl.ts'
import { testDatabase } from '../support/database.ts'
import { sharedDataDir } from '../support/shared-data-dir.ts'
import { startExternalPostgres } from '../support/external-postgres.ts'
import { withClient } from '../support/template.ts'

/** Compiles every plan where it can, and logs each with the planner's settings. */
const TELLTALE = {
  jit_above_cost: '0',
  shared_preload_libraries: 'auto_explain,pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'on',
  'auto_explain.log_settings': 'on',
  'auto_explain.log_format': 'json',
}

interface LoggedPlan {
  'Query Text': string
  Settings?: Record<string, string>
}

/** The plans in a log of auto_explain: each begins on a line of its own and is indented by a tab. */
function plansIn(log: string): LoggedPlan[] {
  return [...log.matchAll(/ plan:\n((?:\t.*\n?)+)/g)].map(([, text]) => JSON.parse(text!) as LoggedPlan)
}

/** So many that planning a statement once in each session is a small part of its calls. */
const PAGES = 40

/** Statements that our functions run for every page and that the server planned on most of their calls. */
async function plannedAnew(client: Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select query, calls, plans from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where r.rolname = 'winnow' and not toplevel and calls >= ${PAGES} and plans > calls / 2`,
  )
  return rows
}

/** The embedded server cannot compile plans; one of the system, where there is one, can. */
const SERVERS = [undefined, ...globSync('/usr/lib/postgresql/*/bin/initdb').map(dirname)]

describe('a server with its stock settings', () => {
  for (const bin of SERVERS) {
    it(`runs a crawl without compiling a statement or planning one on each call (${bin ?? 'the binaries of the embedded one'})`, async () => {
      await using server = await startExternalPostgres({ ...(bin && { bin }), settings: TELLTALE })
      await withClient(server.adminUrl, async (client) => {
        await client.query(`create extension pg_stat_statements`)
        await client.query(`alter role winnow set auto_explain.log_min_duration = 0`)
      })
      const paths = ['/', ...Array.from({ length: PAGES }, (_, nr) => `/${nr}`)]
      await using site = await startCrawlSite((path) => pageWith(`page ${path}`, paths))
      {
        await using app = await startTestApp({ DATABASE_URL: server.url })
        const { status, body } = await runCrawl(app, { url: site.url }, undefined, '/v2/crawl', 150_000)
        assert.deepEqual([status, body.completed], ['completed', paths.length])
      }
      assert.deepEqual(await withClient(server.adminUrl, plannedAnew), [])
      const plans = plansIn(await server.stop())
      assert.ok(plans.some((plan) => plan['Query Text'].includes('settle_crawl_page')))
      const compiled = plans.filter(({ Settings }) => Settings?.['jit'] !== 'off')
      assert.deepEqual([...new Set(compiled.map((plan) => plan['Query Text']))], [])
    })
  }
})

describe('the start', () => {
  it('logs a warning about a server that will hurt', async () => {
    await using database = await testDatabase()
    const { db, url } = database
    await createProcesses(db).register(randomUUID(), 'worker', 600_000)
    await db.rows(`alter database ${new URL(url).pathname.slice(1)} connection limit 13`)
    const log = createLog('silent', false)
    const warn = mock.method(log, 'warn')
    const config = loadConfig({
      DATABASE_URL: url,
      WINNOW_SECRET: 'a-root-secret-for-tests',
      WINNOW_DATA_DIR: sharedDataDir(),
      WINNOW_ROLE: 'worker',
      HOST: '127.0.0.1',
      PORT: '0',
    })
    const app = await startApp(config, log)
    await app.stop()
    const said = warn.mock.calls.map((call) => String(call.arguments[0]))
    assert.ok(
      said.some((text) => text.includes('allows 13 connections, but the 2 running processes need up to 14')),
      said.join('\n'),
    )
  })
})
