import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { holdLease, noLimits } from '../../src/access/access.ts'
import { createLog } from '../../src/log.ts'
import {
  createLedger,
  createOrganizations,
  createProcesses,
  createTeams,
  removeAllProcesses,
  openStore,
} from '../../src/store/store.ts'

/** Charges in an endless loop and prints the id of each acknowledged charge, until it is killed. */
const log = createLog('error', false)
const store = await openStore({ dataDir: process.argv[2]!, databaseUrl: undefined, secret: undefined }, log)
await removeAllProcesses(store.database)
const lease = await holdLease(createProcesses(store.database), 'api', log)
const ledger = createLedger(store.database, () => lease.current().processId)
const organization = await createOrganizations(store.database).create({
  name: 'bench',
  threatProtection: {},
  siem: {},
})
const team = await createTeams(store.database).create({
  organizationId: organization.id,
  name: 'bench',
  credits: 1_000_000_000,
  limits: noLimits,
})

async function chargeForEver(): Promise<never> {
  for (;;) {
    const id = randomUUID()
    await ledger.hold({ id, teamId: team.id, keyId: null, credits: 3, reason: 'bench' })
    // Random durations, so that some holds are open and on disk at any moment.
    await delay(randomInt(0, 6))
    await ledger.settle(id, 2)
    process.stdout.write(`${id}\n`)
  }
}
await Promise.all(Array.from({ length: 16 }, chargeForEver))
