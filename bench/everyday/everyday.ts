import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { spawnService, temporaryFolder } from '../../test/support/service.ts'
import { browserUnpacked } from '../crawl/service.ts'
import { runSetInProcess } from './in-process.ts'
import type { Result } from './set.ts'

const API_KEY = `fc-${'0123456789abcdef'.repeat(2)}`

/**
 * Runs a set of everyday pages: `npm run bench everyday <folder>`, with the options of the set's own `run.mjs` after `--`.
 * `--in-process` runs all tasks in this process, without a service; it takes `--kind`, `--only` and `--verbose`.
 */
export async function benchEveryday(folder?: string, ...words: string[]): Promise<void> {
  if (folder === undefined || folder.startsWith('--')) {
    console.error(
      'Usage: npm run bench everyday <folder> [-- --in-process] [--kind json] [--only x] [--verbose]',
    )
    process.exitCode = 2
    return
  }
  const results = words.includes('--in-process')
    ? await runSetInProcess(resolve(folder), optionsIn(words))
    : await runThroughService(resolve(folder), words)
  printSummary(results)
}

function optionsIn(words: string[]) {
  const { values } = parseArgs({
    args: words,
    options: {
      'in-process': { type: 'boolean' },
      kind: { type: 'string' },
      only: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  })
  return values
}

/** Starts the service on a spare port and an empty data directory, and lets the set's own script ask it. */
async function runThroughService(folder: string, words: readonly string[]): Promise<Result[]> {
  await using temporary = await temporaryFolder()
  await using service = await spawnService({
    env: {
      WINNOW_DATA_DIR: join(temporary.path, 'data'),
      WINNOW_API_KEY: API_KEY,
      WINNOW_ALLOWED_TARGETS: '127.0.0.0/8',
      LOG_LEVEL: 'error',
    },
  })
  await browserUnpacked(service.url)
  const out = join(temporary.path, 'results.json')
  const script = [join(folder, 'run.mjs'), '--api', service.url, '--key', API_KEY, '--out', out, ...words]
  const child = spawn(process.execPath, script, { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${folder}/run.mjs ended with ${code}`)
  return JSON.parse(readFileSync(out, 'utf8')) as Result[]
}

/** The figures that are compared between versions. */
function printSummary(results: readonly Result[]): void {
  console.log()
  for (const [kind, some] of Map.groupBy(results, (result) => result.kind)) {
    const sum = (key: 'right' | 'wrong' | 'missing' | 'invented' | 'kept' | 'absent') =>
      some.reduce((total, result) => total + result[key], 0)
    const perfect = some.filter((result) => result.perfect).length
    const right = sum('right')
    const figures =
      kind === 'question'
        ? []
        : [
            `recall ${percent(right, right + sum('wrong') + sum('missing'))}`,
            `precision ${percent(right, right + sum('wrong') + sum('invented'))}`,
            `kept empty ${sum('kept')} of ${sum('absent')}`,
            `(right ${right}, wrong ${sum('wrong')}, missing ${sum('missing')}, invented ${sum('invented')})`,
          ]
    console.log([kind.padEnd(8), `${perfect} of ${some.length} tasks right`, ...figures].join('  '))
  }
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}
