#!/usr/bin/env node
// Entry point of the local MCP server. A checkout runs from source; the published package runs compiled.
import { existsSync } from 'node:fs'

const source = new URL('../src/main.ts', import.meta.url)

if (!existsSync(source)) await import('../dist/main.js')
else {
  const { runOnNode24 } = await import('../../../bin/run-on-node-24.mjs')
  runOnNode24(source)
}
