#!/usr/bin/env node
// Builds the published files into dist/ or the given folder: one file for `import`, one for `require`, and
// their types. `--code` skips the types.
import { spawn } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const HERE = import.meta.dirname
const words = process.argv.slice(2)
const target = words.find((word) => !word.startsWith('-')) ?? join(HERE, 'dist')

await rm(target, { recursive: true, force: true })
await Promise.all([bundle('esm', 'module'), bundle('cjs', 'commonjs')])
if (!words.includes('--code')) await writeTypes()

async function bundle(format, type) {
  const folder = join(target, format)
  await mkdir(folder, { recursive: true })
  // Sets the module type of this folder for Node and TypeScript, independent of the package's own type.
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ type })}\n`)
  await build({
    entryPoints: [join(HERE, 'src/client.ts')],
    outfile: join(folder, 'client.js'),
    bundle: true,
    format,
    // No Node modules may be imported, because the client also runs in browsers.
    platform: 'neutral',
    target: 'es2022',
  })
}

async function writeTypes() {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const esm = join(target, 'esm')
  const options = ['-p', join(HERE, 'tsconfig.build.json'), '--outDir', esm]
  const compiler = spawn(process.execPath, [tsc, ...options], { stdio: 'inherit' })
  const code = await new Promise((resolve) => compiler.once('close', resolve))
  if (code !== 0) throw new Error(`The compiler exited with code ${code}.`)
  const files = (await readdir(esm)).filter((file) => file.endsWith('.d.ts'))
  for (const file of files) {
    const types = await readFile(join(esm, file), 'utf8')
    await writeFile(join(esm, file), types.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
    await cp(join(esm, file), join(target, 'cjs', file))
  }
}
