import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newApiKey, noKeyLimits } from '../../src/access/access.ts'
import { ThreatProtection } from '../../src/contract/threat-protection.ts'
import { createApiKeys } from '../../src/store/teams/api-keys.ts'
import { createOrganizations } from '../../src/store/teams/teams.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { makeTeam } from '../support/team.ts'

let database: TestDatabase
let keys: ReturnType<typeof createApiKeys>
before(async () => {
  database = await testDatabase()
  keys = createApiKeys(database.db)
})
after(() => database[Symbol.asyncDispose]())

async function makeCaller() {
  const { id, organizationId } = await makeTeam(database.db)
  const key = newApiKey()
  await keys.create(id, { name: 'a key', ...noKeyLimits }, key)
  return {
    organizationId,
    protection: async () => (await keys.findCaller(key.hash))!.threatProtection,
    change: (threatProtection: object) =>
      createOrganizations(database.db).change(organizationId, () => ({
        threatProtection: ThreatProtection.parse(threatProtection),
      })),
  }
}

describe('the screening settings of a caller', () => {
  it('have every default filled', async () => {
    const { protection } = await makeCaller()
    assert.deepEqual(await protection(), ThreatProtection.parse({}))
  })

  it('are current after every change of the organization', async () => {
    const { protection, change } = await makeCaller()
    for (let turn = 0; turn < 5; turn++) {
      await change({ enabled: turn % 2 === 0, policy: { blacklist: [`a${turn}.example`] } })
      for (const { enabled, policy } of await Promise.all([protection(), protection()])) {
        assert.deepEqual([enabled, policy.blacklist], [turn % 2 === 0, [`a${turn}.example`]])
      }
    }
  })

  it('are those of its own organization, also for concurrent callers', async () => {
    const callers = await Promise.all(Array.from({ length: 30 }, makeCaller))
    await Promise.all(
      callers.map(({ change, organizationId }) =>
        change({ policy: { blacklist: [`${organizationId}.example`] } }),
      ),
    )
    const told = await Promise.all(callers.map(({ protection }) => protection()))
    assert.deepEqual(
      told.map(({ policy }) => policy.blacklist),
      callers.map(({ organizationId }) => [`${organizationId}.example`]),
    )
  })

  it('are only read again after a change', async () => {
    const { protection, change } = await makeCaller()
    const first = await protection()
    assert.equal(await protection(), first)
    await change({ enabled: true })
    assert.notEqual(await protection(), first)
  })
})
