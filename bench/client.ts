import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { temporaryFolder } from '../test/support/service.ts'
import { median, printRows, quantile } from './figures.ts'
import type { Rows } from './figures.ts'

const run = promisify(execFile)
const PACKAGE = join(import.meta.dirname, '../packages/client')
const TIMES = 9

/** Size and load time of the published client. */
export async function benchClient(): Promise<void> {
  await using folder = await temporaryFolder()
  await run(process.execPath, [join(PACKAGE, 'build.mjs'), folder.path, '--code'])
  const { outputFiles } = await build({
    entryPoints: [join(folder.path, 'esm/client.js')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
  })
  console.log(`minified: ${outputFiles[0]!.contents.length} bytes (aim: at most 40000)`)
  const esm = JSON.stringify(join(folder.path, 'esm/client.js'))
  const cjs = JSON.stringify(join(folder.path, 'cjs/client.js'))
  printRows('load, ms', {
    import: await timesOf(`await import(${esm})`),
    require: await timesOf(`(await import('node:module')).createRequire(${cjs})(${cjs})`),
  })
}

async function timesOf(code: string): Promise<Rows[string]> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const script = `const t = performance.now(); ${code}; console.log(performance.now() - t)`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script])
    times.push(Number(stdout))
  }
  return { best: quantile(times, 0), median: median(times), aim: 'at most 30' }
}
