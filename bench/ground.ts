import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createLog } from '../src/log.ts'
import { forgetProcesses, openStore } from '../src/store/store.ts'
import { spawnService, temporaryFolder } from '../test/support/service.ts'
import { killNow } from '../test/support/kill-now.ts'
import { benchJobs } from './jobs.ts'
import { cpuMs, memoryMb, treeOf } from './process-tree.ts'

/** What the ground costs: starting, idling, a charged request, a crash, a job. */
export async function benchGround(): Promise<void> {
  await startAndIdle()
  await chargedRequest()
  await kills(20)
  await jobs()
}

async function startAndIdle(): Promise<void> {
  await using folder = await temporaryFolder()
  const env = { WINNOW_DATA_DIR: join(folder.path, 'data') }
  const fresh = await timedStart(env)
  await fresh.service.stop()
  const again = await timedStart(env)
  console.log(`new data directory to ready: ${fresh.seconds} s (aim: at most 6)`)
  console.log(`existing data directory to ready: ${again.seconds} s (aim: at most 2)`)
  await delay(10_000)
  const tree = treeOf(again.service.child.pid!)
  console.log(`idle memory of ${tree.length} processes: ${memoryMb(tree).toFixed(0)} MB (aim: at most 300)`)
  const before = cpuMs(tree)
  await delay(10_000)
  console.log(
    `idle CPU: ${((cpuMs(treeOf(again.service.child.pid!)) - before) / 100).toFixed(1)} % of one core`,
  )
  const asked = performance.now()
  await again.service.stop()
  console.log(`stop: ${((performance.now() - asked) / 1000).toFixed(2)} s (aim: at most 5)`)
}

async function timedStart(env: Record<string, string>) {
  const since = performance.now()
  const service = await spawnService({ env })
  while ((await fetch(`${service.url}/ready`)).status !== 200) await delay(5)
  return { service, seconds: ((performance.now() - since) / 1000).toFixed(2) }
}

/** CPU of the whole tree per request: HTTP, authentication, hold, settle, database included. */
async function chargedRequest(): Promise<void> {
  await using folder = await temporaryFolder()
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./noop-process.ts', import.meta.url)), folder.path],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url, key } = JSON.parse(line) as { url: string; key: string }
  const load = async (requests: number, concurrency: number) => {
    let left = requests
    const worker = async () => {
      while (left-- > 0) {
        const response = await fetch(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: '{}',
        })
        if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
        await response.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }
  await load(4_000, 16)
  for (const [requests, concurrency] of [
    [4_000, 1],
    [8_000, 16],
    [8_000, 64],
  ] as const) {
    const tree = treeOf(child.pid!)
    const before = cpuMs(tree)
    const ownBefore = cpuMs([child.pid!])
    const since = performance.now()
    await load(requests, concurrency)
    const own = (cpuMs([child.pid!]) - ownBefore) / requests
    const perRequest = (cpuMs(tree) - before) / requests
    const perSecond = requests / ((performance.now() - since) / 1000)
    console.log(
      `charged no-op request, ${concurrency} at once: ${perRequest.toFixed(3)} ms CPU (${own.toFixed(3)} Node, ${(perRequest - own).toFixed(3)} PostgreSQL), ${perSecond.toFixed(0)}/s (aim: at most 1.0 ms)`,
    )
  }
  child.stdin.end()
  await once(child, 'exit')
}

/** Kills the whole tree in the middle of charging, and looks what is there afterwards. */
async function kills(rounds: number): Promise<void> {
  await using folder = await temporaryFolder()
  const acknowledged = new Set<string>()
  let lost = 0
  let wrong = 0
  let holdsLeft = 0
  let holdsFound = 0
  for (let round = 0; round < rounds; round++) {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../test/support/charging-process.ts', import.meta.url)), folder.path],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    createInterface(child.stdout).on('line', (id) => acknowledged.add(id))
    await once(child.stdout, 'data')
    await delay(randomInt(50, 600))
    const tree = treeOf(child.pid!)
    for (const pid of tree) killNow(pid)
    await once(child, 'close')
    await using store = await openStore(
      { dataDir: folder.path, databaseUrl: undefined, secret: undefined },
      createLog('error', false),
    )
    holdsFound += await forgetProcesses(store.database)
    const settled = await store.database.rows<{ hold_id: string }>(
      `select hold_id from credit_entries where kind = 'settle'`,
    )
    const known = new Set(settled.map((row) => row.hold_id))
    lost += [...acknowledged].filter((id) => !known.has(id)).length
    holdsLeft += (await store.database.rows(`select id from holds`)).length
    wrong += (
      await store.database.rows(
        `select b.team_id from balances b
         where b.amount <> (select coalesce(sum(e.amount), 0) from credit_entries e where e.team_id = b.team_id)`,
      )
    ).length
  }
  console.log(
    `${rounds} kills of the whole tree while charging: ${acknowledged.size} acknowledged, ${lost} lost; ${holdsFound} open holds found and released, ${holdsLeft} left; ${wrong} balances differ from their entries`,
  )
}

async function jobs(): Promise<void> {
  await using folder = await temporaryFolder()
  await using store = await openStore(
    { dataDir: folder.path, databaseUrl: undefined, secret: undefined },
    createLog('error', false),
  )
  await benchJobs(store.database)
}
