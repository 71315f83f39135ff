import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { benchInstructions } from '../interact/instructions.ts'
import { API_KEY, startService } from '../service.ts'
import { benchTasks } from './tasks.ts'

/**
 * Runs a set of everyday pages or of everyday instructions, by the set's own `run.mjs`, which takes the
 * following options. With `--in-process`, and with `--model`, they run in this process without a service.
 */
export async function benchEveryday(given: string, ...words: string[]): Promise<void> {
  const folder = resolve(given)
  const isInProcess = words.some((word) => /^--(in-process|model)\b/.test(word))
  if (!isInProcess) return runThroughService(folder, words)
  const options = words.filter((word) => word !== '--in-process')
  const isPages = existsSync(join(folder, 'tasks.jsonl'))
  await (isPages ? benchTasks(folder, options) : benchInstructions(folder, options))
}

async function runThroughService(folder: string, words: readonly string[]): Promise<void> {
  await using service = await startService()
  const script = [join(folder, 'run.mjs'), '--api', service.url, '--key', API_KEY, ...words]
  const child = spawn(process.execPath, script, { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${folder}/run.mjs ended with ${code}`)
}
