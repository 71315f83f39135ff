#!/usr/bin/env node
// The MCP server of this machine. In a checkout it runs from source; as a published package it runs compiled.
import { existsSync } from 'node:fs'

const source = new URL('../src/main.ts', import.meta.url)

if (!existsSync(source)) await import('../dist/main.js')
else {
  const { runOnNode24 } = await import('../../../bin/run-on-node-24.mjs')
  runOnNode24(source)
}
