import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const run = promisify(execFile)
const PACKAGE = join(import.meta.dirname, '../packages/client')
const TIMES = 9

/** What the published client costs those who load it. */
export async function benchClient(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-client-'))
  try {
    await run(process.execPath, [join(PACKAGE, 'build.mjs'), folder, '--code'])
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'esm/client.js')],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
    })
    console.log(`minified: ${outputFiles[0]!.contents.length} bytes (aim: at most 40000)`)
    const esm = JSON.stringify(join(folder, 'esm/client.js'))
    const cjs = JSON.stringify(join(folder, 'cjs/client.js'))
    await report('import', `await import(${esm})`)
    await report('require', `(await import('node:module')).createRequire(${cjs})(${cjs})`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function report(name: string, code: string): Promise<void> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const script = `const t = performance.now(); ${code}; console.log(performance.now() - t)`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script])
    times.push(Number(stdout))
  }
  times.sort((a, b) => a - b)
  const [best, median] = [times[0]!, times[Math.floor(TIMES / 2)]!]
  console.log(
    `${name}: ${median.toFixed(1)} ms in the middle, ${best.toFixed(1)} ms at best (aim: at most 30)`,
  )
}
