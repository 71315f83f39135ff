import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createCharge, createSlots } from '../../src/access/access.ts'
import { createLog } from '../../src/log.ts'
import type { Database } from '../../src/store/database/database.ts'
import type { Sql } from '../../src/store/database/sql.ts'
import { createLedger, createProcesses } from '../../src/store/credits/ledger.ts'
import { openSlots } from '../../src/store/credits/slots.ts'
import { useApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { startSite } from '../support/site.ts'
import { makeTeam } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const quiet = createLog('silent', false)
const forever = new AbortController().signal

/** The real database behind a line that breaks when told to: before a statement is sent, or before its answer comes. */
function breakable() {
  const line = { breaks: undefined as { when: 'before' | 'after'; text: string } | undefined, statements: 0 }
  const db: Database = {
    ...database.db,
    async prepared<Row>(statement: string | Sql, values?: readonly unknown[]) {
      line.statements += 1
      const broken =
        line.breaks && String(statement).includes(line.breaks.text) ? line.breaks.when : undefined
      if (broken === 'before') throw new Error('Connection terminated unexpectedly')
      const rows = await database.db.prepared<Row>(statement, values)
      if (broken === 'after') throw new Error('Connection terminated unexpectedly')
      return rows
    },
  }
  return { db, line }
}

async function livingProcess(): Promise<string> {
  const processId = randomUUID()
  await createProcesses(database.db).register(processId, 'api', 600_000)
  return processId
}

describe('credits, when the database line breaks', () => {
  const cases = [
    ['after a hold was made', { when: 'after', text: 'open_holds' }],
    ['before a hold is made', { when: 'before', text: 'open_holds' }],
    ['before a settlement', { when: 'before', text: 'close_holds' }],
  ] as const
  for (const [name, breaks] of cases) {
    it(`come back: ${name}`, async () => {
      const team = await makeTeam(database.db, { credits: 10 })
      const processId = await livingProcess()
      const { db, line } = breakable()
      const charge = createCharge(createLedger(db, () => processId))
      line.breaks = breaks
      const caller = { teamId: team.id, keyId: randomUUID() }
      const charging = charge(caller, { credits: 3, reason: 'test' }, async () => ({
        value: 1,
        usedCredits: 3,
      }))
      await assert.rejects(charging, /Connection terminated/)
      line.breaks = undefined
      await waitUntil(async () => {
        const [row] = await database.db.rows<{ amount: number }>(
          `select amount from balances where team_id = $1`,
          [team.id],
        )
        return row!.amount === 10
      })
      assert.deepEqual(await database.db.rows(`select id from holds where team_id = $1`, [team.id]), [])
    })
  }

  it('the failure of the work is what the caller hears', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    const { db, line } = breakable()
    const processId = await livingProcess()
    const charge = createCharge(createLedger(db, () => processId))
    const failing = charge(
      { teamId: team.id, keyId: randomUUID() },
      { credits: 3, reason: 'test' },
      async () => {
        line.breaks = { when: 'before', text: 'close_holds' }
        throw new Error('the page is gone')
      },
    )
    await assert.rejects(failing, /the page is gone/)
    line.breaks = undefined
    await waitUntil(
      async () => (await database.db.rows(`select id from holds where team_id = $1`, [team.id])).length === 0,
    )
  })
})

describe('a team without credits', () => {
  it('is refused many times at once with few statements', async () => {
    const team = await makeTeam(database.db, { credits: 0 })
    const { db, line } = breakable()
    const ledger = createLedger(db, () => randomUUID())
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        ledger.hold({ id: randomUUID(), teamId: team.id, keyId: null, credits: 1, reason: 'test' }),
      ),
    )
    assert.ok(outcomes.every(({ held }) => !held))
    assert.ok(line.statements <= 3, `${line.statements}`)
  })
})

describe('slots, when the database line breaks', () => {
  for (const when of ['before', 'after'] as const) {
    it(`are free again although giving back failed ${when} it took effect`, async () => {
      const team = await makeTeam(database.db, { limits: { concurrency: 1 } })
      const processId = await livingProcess()
      const { db, line } = breakable()
      await using table = await openSlots(db, () => processId, quiet)
      const take = createSlots(table, () => ({ processId, signal: forever }))
      const slot = await take(team.id, forever, 1_000)
      line.breaks = { when, text: 'return_slots' }
      await slot[Symbol.asyncDispose]()
      line.breaks = undefined
      await using _next = await take(team.id, forever, 10_000)
    })
  }
})

describe('the service, when its connections are cut', () => {
  const app = useApp()

  it('answers 200 or 503, leaves nothing held, and goes on', async () => {
    await using site = await startSite()
    const { id, key } = await app().team({ credits: 1_000, limits: { concurrency: 4 } })
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, turn) => {
        if (turn % 20 === 10) await cutConnections()
        return app().call('/v2/scrape', { key, json: { url: `${site.url}/slow/headers?ms=20` } })
      }),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    assert.ok(
      [...statuses].every((status) => status === 200 || status === 503),
      [...statuses].join(' '),
    )
    await app().checkNothingLeft()
    const done = answers.filter(({ status }) => status === 200).length
    await waitUntil(
      async () =>
        (await app().call('/v2/scrape', { key, json: { url: `${site.url}/article` } })).status === 200,
    )
    const { credits } = (await app().admin(`/teams/${id}`)).body
    // A settlement whose answer was lost may be taken although the caller was told 503; never the other way round.
    assert.ok(credits <= 1_000 - done - 1 && credits >= 1_000 - 61, `${credits} after ${done}`)
  })

  function cutConnections(): Promise<unknown> {
    return app().database.db.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
         and query not like '%pg_terminate_backend%'`,
    )
  }
})
