import { setTimeout as delay } from 'node:timers/promises'
import { createLog } from '../../src/log.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import { NEVER_ABORTED, codeTask, promptTask, sessionOptions, startSessions } from './sessions.ts'

/** Opens, uses and ends sessions without end, one of which stays open, until it is killed. Says what it has ended. */
const [url, teamId] = process.argv.slice(2) as [string, string]
const db = await openDatabase(
  { connectionString: url, application_name: 'session-process' },
  createLog('silent', false),
)
const { sessions, clock } = await startSessions(db)
const owner = { teamId, keyId: teamId }

async function useForEver(nr: number): Promise<never> {
  for (;;) {
    const { id } = await sessions.open(owner, sessionOptions, NEVER_ABORTED)
    const task = nr % 2 === 0 ? promptTask : codeTask
    await sessions.run(owner, id, task, NEVER_ABORTED)
    clock.advance(20_000)
    await delay(nr)
    if (!sessions.live(id)) continue
    const { creditsBilled } = await sessions.stop(teamId, id)
    process.stdout.write(`${id} ${creditsBilled}\n`)
  }
}

const LONG = 1_000_000
await sessions.open(owner, { ...sessionOptions, ttlSeconds: LONG, activityTtlSeconds: LONG }, NEVER_ABORTED)
await Promise.all(Array.from({ length: 6 }, (_, nr) => useForEver(nr)))
