import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnService, temporaryFolder } from '../test/support/service.ts'
import { cpuMs, memoryMb, treeOf } from './processes.ts'

const IDLE_MS = 10_000

/** Cost of the service before its first request: its start, its idle load and its stop. */
export async function benchStart(): Promise<void> {
  await using folder = await temporaryFolder()
  const env = { WINNOW_DATA_DIR: join(folder.path, 'data') }
  const fresh = await timedStart(env)
  await fresh.service.stop()
  const again = await timedStart(env)
  console.log(`new data directory to ready: ${fresh.seconds} s (aim: at most 6)`)
  console.log(`existing data directory to ready: ${again.seconds} s (aim: at most 2)`)
  await delay(IDLE_MS)
  const tree = treeOf(again.service.child.pid!)
  console.log(`idle memory of ${tree.length} processes: ${memoryMb(tree).toFixed(0)} MB (aim: at most 300)`)
  const before = cpuMs(tree)
  await delay(IDLE_MS)
  const used = cpuMs(treeOf(again.service.child.pid!)) - before
  console.log(`idle CPU: ${((100 * used) / IDLE_MS).toFixed(1)} % of one core`)
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
