import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createLog } from '../../src/log.ts'
import { removeAllProcesses, openStore } from '../../src/store/store.ts'
import { killNow } from '../support/kill-now.ts'
import { serverProcesses } from '../support/server-processes.ts'
import { temporaryFolder } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

describe('kill -9 of all processes during charging', () => {
  it('loses no acknowledged charge, leaves no hold, and keeps every balance the sum of its entries', async () => {
    await using folder = await temporaryFolder()
    const dataDir = join(folder.path, 'data')
    const acknowledged: string[] = []
    for (let round = 0; round < 3; round++) {
      const before = acknowledged.length
      const child = spawn(
        process.execPath,
        [fileURLToPath(new URL('../support/charging-process.ts', import.meta.url)), dataDir],
        {
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      )
      createInterface(child.stdout).on('line', (id) => acknowledged.push(id))
      await waitUntil(() => acknowledged.length >= before + 200, 60_000)
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      for (const { pid } of await serverProcesses(dataDir)) killNow(pid)
      await closed

      await using store = await openStore(
        { dataDir, databaseUrl: undefined, secret: undefined },
        createLog('silent', false),
      )
      await removeAllProcesses(store.database)
      const settled = await store.database.rows<{ hold_id: string }>(
        `select hold_id from credit_entries where kind = 'settle'`,
      )
      const known = new Set(settled.map((row) => row.hold_id))
      assert.deepEqual(
        acknowledged.filter((id) => !known.has(id)),
        [],
      )
      assert.deepEqual(await store.database.rows(`select id from holds`), [])
      const wrong = await store.database.rows(
        `select b.team_id from balances b
         where b.amount <> (select coalesce(sum(e.amount), 0) from credit_entries e where e.team_id = b.team_id)`,
      )
      assert.deepEqual(wrong, [])
    }
  })
})
