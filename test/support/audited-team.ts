import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'

/** A new organization that wants events, with a team and a key. */
export async function createAuditedTeam(app: TestApp, siem: object, options: object = {}) {
  const json = { name: 'Audited', siem: { enabled: true, ...siem } }
  const made = await app.admin('/organizations', { json })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const team = await app.team({ organizationId: made.body.id, ...options })
  return { organizationId: made.body.id as string, ...team }
}
