#!/usr/bin/env node
// The command line. In a checkout it runs from source, and knows the service; as a published package it runs compiled.
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'

const SERVICE = ['serve', 'admin', 'migrate']
const VERSION = ['version', '--version', '-V']
const source = new URL('../src/main.ts', import.meta.url)

if (!existsSync(source)) {
  // What was compiled once is read the next time; older versions of Node do without.
  module.enableCompileCache?.()
  await import('../dist/main.js')
} else if (SERVICE.includes(process.argv[2])) await import('../../../bin/service.mjs')
else if (process.argv.length === 3 && VERSION.includes(process.argv[2])) {
  // An older Node would start a newer one only to say this.
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`${version}\n`)
} else {
  const { runOnNode24 } = await import('../../../bin/run-on-node-24.mjs')
  runOnNode24(source)
}
