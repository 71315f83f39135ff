import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { WIRE_FILE, wireTypes } from '../generate/wire.ts'

test('has the types that the contract of the service gives', async () => {
  const isCurrent = readFileSync(WIRE_FILE, 'utf8') === (await wireTypes())
  assert.ok(isCurrent, 'The contract has changed: run `npm run generate:client` and commit what it wrote.')
})
