import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { forgetProcesses } from '../../src/store/credits/ledger.ts'
import { testDatabase } from '../support/database.ts'
import { accountStateOf, settledState } from '../support/sessions.ts'
import { makeTeam } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

const CREDITS = 10_000_000
const CONNECTED = `select pid from pg_stat_activity where datname = current_database() and application_name = 'session-process'`

/** Kills a process in the middle of its sessions, again and again: each session is billed exactly once. */
export async function surviveSessionKills(rounds: number, sessionsEach: number): Promise<void> {
  await using database = await testDatabase()
  const { db, url } = database
  const { id: teamId } = await makeTeam(db, { credits: CREDITS })
  const told = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    await killMidway(url, teamId, told, told.size + sessionsEach)
    // What it had sent before it was killed is still carried out.
    await waitUntil(async () => (await db.rows(CONNECTED)).length === 0)
    // Two at once, as when several processes notice.
    await Promise.all([forgetProcesses(db), forgetProcesses(db)])
    const rows = await db.rows<{ id: string; credits_billed: number; settled: number; taken: number }>(
      `select s.id, s.credits_billed, count(e.id) as settled, coalesce(sum(e.used), 0)::bigint as taken
       from browser_sessions s left join credit_entries e on e.hold_id = s.id and e.kind = 'settle' group by s.id`,
    )
    const wrong = rows.filter((row) => row.settled !== 1 || row.taken !== row.credits_billed)
    assert.deepEqual(wrong, [])
    const billed = new Map(rows.map((row) => [row.id, row.credits_billed]))
    for (const [id, credits] of told) assert.equal(billed.get(id), credits)
    const left = CREDITS - rows.reduce((sum, row) => sum + row.credits_billed, 0)
    assert.deepEqual(await accountStateOf(db, teamId), settledState(left, rows.length))
    const crashed = await db.rows(`select id from browser_sessions where end_cause = 'restarted'`)
    assert.ok(crashed.length > round, 'no session was open when the process was killed')
  }
}

async function killMidway(url: string, teamId: string, told: Map<string, number>, until: number) {
  const script = fileURLToPath(new URL('../support/session-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, url, teamId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', (line) => {
    const [id = '', credits] = line.split(' ')
    told.set(id, Number(credits))
  })
  const closed = once(child, 'close')
  try {
    await waitUntil(() => told.size >= until || child.exitCode !== null, 60_000)
  } finally {
    child.kill('SIGKILL')
    await closed
  }
  assert.equal(child.exitCode, null, 'the process ended by itself')
}
