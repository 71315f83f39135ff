import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { serverProcesses } from '../support/server-processes.ts'
import { processesOf, spawnService, useDataDir } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const dataDir = useDataDir()

describe('a stop', () => {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    it(`by ${signal} succeeds, also when repeated`, async () => {
      await using service = await spawnService({ env: { WINNOW_DATA_DIR: dataDir() } })
      service.child.kill(signal)
      assert.equal(await service.stop(signal), 0)
      assert.deepEqual(processesOf(dataDir()), [])
    })
  }
})

describe('a database that stops responding', () => {
  it('makes the service report that it is not ready, and does not block a stop', async () => {
    await using service = await spawnService({ env: { WINNOW_DATA_DIR: dataDir() } })
    const frozen = new Set<number>()
    // Processes that the server was just starting are missing from the list read before.
    const freeze = async () => {
      for (const { pid, command } of await serverProcesses(dataDir())) {
        if (command.includes('winnow-watchdog') || frozen.has(pid)) continue
        process.kill(pid, 'SIGSTOP')
        frozen.add(pid)
      }
    }
    try {
      await waitUntil(async () => {
        await freeze()
        const ready = await fetch(`${service.url}/ready`)
        return ready.status === 503 && (await ready.text()).includes('"database":"unavailable (no answer)"')
      })
      assert.equal((await fetch(`${service.url}/health`)).status, 200)
      assert.equal(await service.stop('SIGINT'), 1)
      assert.match(service.output(), /the stop took too long and was cut short/)
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
    await waitUntil(() => processesOf(dataDir()).length === 0, 15_000)
  })
})
