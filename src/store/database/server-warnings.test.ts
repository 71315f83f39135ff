import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { warningsOf } from './server-warnings.ts'
import type { ServerCondition } from './server-warnings.ts'

describe('warningsOf', () => {
  const now = new Date('2026-11-18')
  const good: ServerCondition = {
    major: 18,
    version: '18.4',
    lostSettings: [],
    switchedOff: [],
    connections: 97,
    processes: 4,
    encrypted: false,
    local: true,
    aheadMs: 0,
  }
  const cases: { condition: Partial<ServerCondition>; says: RegExp[] }[] = [
    { condition: {}, says: [] },
    { condition: { encrypted: true, local: false }, says: [] },
    { condition: { local: false }, says: [/unencrypted.*sslmode=verify-full/] },
    { condition: { lostSettings: ['jit'] }, says: [/resets these session settings.*: jit\..*pooler/] },
    { condition: { switchedOff: ['fsync'] }, says: [/^fsync is off .*destroy the database/] },
    { condition: { connections: 28 }, says: [] },
    {
      condition: { connections: 27 },
      says: [/allows 27 .*the 4 running processes need up to 28\./],
    },
    { condition: { connections: 5, processes: 1 }, says: [/allows 5 .*the running process needs up to 7\./] },
    { condition: { major: 15, version: '15.19' }, says: [] },
    { condition: { major: 14, version: '14.24' }, says: [/14\.24 has had no fixes since November 2026/] },
    { condition: { aheadMs: 5_000 }, says: [] },
    { condition: { aheadMs: 61_000 }, says: [/61 s ahead of/] },
    { condition: { aheadMs: -61_000 }, says: [/61 s behind/] },
    {
      condition: { switchedOff: ['autovacuum'], aheadMs: 6_000 },
      says: [/^autovacuum is off .*slower/, /6 s ahead/],
    },
  ]
  for (const { condition, says } of cases) {
    it(`returns ${says.length === 0 ? 'no warning' : says.join(', ')} for ${JSON.stringify(condition)}`, () => {
      const warnings = warningsOf({ ...good, ...condition }, now)
      assert.equal(warnings.length, says.length, warnings.join('\n'))
      for (const [place, said] of says.entries()) assert.match(warnings[place]!, said)
    })
  }
})
