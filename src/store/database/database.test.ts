import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { serverProblem } from './database.ts'
import type { ServerFacts } from './database.ts'

describe('serverProblem', () => {
  const good: ServerFacts = {
    number: 140_000,
    version: '14.0',
    encoding: 'UTF8',
    schema: 'public',
    readOnly: false,
  }
  const cases: { facts: Partial<ServerFacts>; says: RegExp | undefined }[] = [
    { facts: {}, says: undefined },
    { facts: { number: 180_004, version: '18.4' }, says: undefined },
    { facts: { number: 130_022, version: '13.22' }, says: /13\.22 is too old. Version 14/ },
    { facts: { encoding: 'SQL_ASCII' }, says: /SQL_ASCII.*UTF8/ },
    { facts: { readOnly: true }, says: /read-only/ },
    { facts: { schema: null }, says: /no schema public/ },
  ]
  for (const { facts, says } of cases) {
    it(`${says ? 'rejects' : 'accepts'} ${JSON.stringify(facts)}`, () => {
      const problem = serverProblem({ ...good, ...facts })
      if (says) assert.match(problem ?? '', says)
      else assert.equal(problem, undefined)
    })
  }
})
