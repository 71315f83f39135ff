#!/usr/bin/env node
// Entry point of the command line. A checkout runs from source and also has the service commands; the
// published package runs compiled.
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'

const SERVICE = ['serve', 'admin', 'migrate']
const VERSION = ['version', '--version', '-V']
const source = new URL('../src/main.ts', import.meta.url)

if (!existsSync(source)) {
  // Reuses compiled code on the next start; older versions of Node lack this.
  module.enableCompileCache?.()
  await import('../dist/main.js')
} else if (SERVICE.includes(process.argv[2])) await import('../../../bin/service.mjs')
else if (process.argv.length === 3 && VERSION.includes(process.argv[2])) {
  // Answered here, because an older Node would first start a newer one.
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`${version}\n`)
} else {
  const { runOnNode24 } = await import('../../../bin/run-on-node-24.mjs')
  runOnNode24(source)
}
