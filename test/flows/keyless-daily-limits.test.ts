import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createCharge, createKeylessCharge } from '../../src/access/access.ts'
import type { KeylessDays } from '../../src/access/access.ts'
import { Fault } from '../../src/fault.ts'
import { tidy } from '../../src/store/housekeeping/housekeeping.ts'
import { createKeylessDays } from '../../src/store/credits/limits.ts'
import { createLedger, createProcesses } from '../../src/store/credits/ledger.ts'
import { avoidMidnight } from '../support/avoid-midnight.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { isFault } from '../support/is-fault.ts'
import { makeTeam } from '../support/team.ts'

const LIMITS = { requests: 7, credits: 10 }
const PRICE = { credits: 3, reason: 'test' }

let database: TestDatabase
beforeEach(avoidMidnight)
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

/** The days as another process of the service sees them. */
async function daysOfProcess(): Promise<{ days: KeylessDays; processId: string }> {
  const processId = randomUUID()
  await createProcesses(database.db).register(processId, 'api', 60_000)
  return { processId, days: createKeylessDays(database.db, LIMITS, () => processId) }
}

/** A charge of a caller without a key, from an address that nobody else has. */
async function chargingFrom(address = randomUUID()) {
  const { days, processId } = await daysOfProcess()
  const team = await makeTeam(database.db)
  const charge = createKeylessCharge(createCharge(createLedger(database.db, () => processId)), days, LIMITS)
  const caller = { teamId: team.id, keyId: null, keyless: { address } }
  return { days, processId, address, charge: charge.bind(undefined, caller), team }
}

async function usedBy(address: string): Promise<{ requests: number; credits: number; held: number }> {
  const [row] = await database.db.rows<{ requests: number; credits: number; held: number }>(
    `select d.requests, d.credits,
       (select coalesce(sum(h.credits), 0)::int from keyless_holds h where h.address = d.address) as held
     from keyless_days d where d.address = $1`,
    [address],
  )
  return row ?? { requests: 0, credits: 0, held: 0 }
}

describe('the day of an address', () => {
  it('takes exactly its requests, over processes and at once', async () => {
    const processes = await Promise.all(Array.from({ length: 10 }, daysOfProcess))
    const address = randomUUID()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => processes[turn % 10]!.days.take({ address, requests: 1 })),
    )
    assert.equal(outcomes.filter(({ taken }) => taken).length, 7)
    const refused = outcomes.find((outcome) => !outcome.taken)!
    assert.deepEqual([refused.reason, refused.leftCredits], ['requests', 10])
    assert.equal((await usedBy(address)).requests, 7)
  })

  it('takes exactly its credits, over processes and at once', async () => {
    const processes = await Promise.all(Array.from({ length: 10 }, daysOfProcess))
    const address = randomUUID()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        processes[turn % 10]!.days.take({ address, hold: { id: randomUUID(), credits: 3 } }),
      ),
    )
    assert.equal(outcomes.filter(({ taken }) => taken).length, 3)
    const refused = outcomes.find((outcome) => !outcome.taken)!
    assert.deepEqual([refused.reason, refused.leftCredits], ['credits', 1])
    assert.deepEqual(await usedBy(address), { requests: 0, credits: 0, held: 9 })
  })

  it('is of that address alone, in whatever order they are asked for', async () => {
    const { days } = await daysOfProcess()
    const addresses = Array.from({ length: 5 }, () => randomUUID())
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => days.take({ address: addresses[turn % 5]!, requests: 1 })),
    )
    assert.equal(outcomes.filter(({ taken }) => taken).length, 5 * 7)
  })

  it('takes no request when no credit is left for it', async () => {
    const { days } = await daysOfProcess()
    const address = randomUUID()
    await days.take({ address, hold: { id: randomUUID(), credits: 10 } })
    const outcome = await days.take({ address, requests: 1 })
    assert.ok(!outcome.taken)
    assert.deepEqual([outcome.reason, outcome.leftCredits], ['credits', 0])
    assert.equal((await usedBy(address)).requests, 0)
  })

  it('ends at midnight UTC, and the next one begins with nothing used', async () => {
    const { days } = await daysOfProcess()
    const address = randomUUID()
    await days.take({ address, hold: { id: randomUUID(), credits: 10 } })
    const outcome = await days.take({ address, requests: 1 })
    assert.ok(!outcome.taken)
    const [clock] = await database.db.rows<{ seconds: number }>(
      `select ceil(86400 - extract(epoch from now())::numeric % 86400)::int as seconds`,
    )
    const late = outcome.secondsLeft - clock!.seconds
    assert.ok(late >= 0 && late < 60, `${late}`)
    for (const table of ['keyless_days', 'keyless_holds'])
      await database.db.rows(`update ${table} set day = day - 1 where address = $1`, [address])
    assert.ok((await days.take({ address, requests: 1 })).taken)
  })

  it('is forgotten when it is over', async () => {
    const { days } = await daysOfProcess()
    const address = randomUUID()
    await days.take({ address, requests: 1 })
    await tidy(database.db)
    assert.equal((await usedBy(address)).requests, 1)
    await database.db.rows(`update keyless_days set day = day - 1 where address = $1`, [address])
    await tidy(database.db)
    assert.equal((await usedBy(address)).requests, 0)
  })

  it('does not count what a process held that is gone', async () => {
    const { days, processId } = await daysOfProcess()
    const address = randomUUID()
    await days.take({ address, hold: { id: randomUUID(), credits: 10 } })
    const other = (await daysOfProcess()).days
    assert.ok(!(await other.take({ address, requests: 1 })).taken)
    await database.db.rows(`delete from processes where id = $1`, [processId])
    assert.ok((await other.take({ address, requests: 1 })).taken)
    await tidy(database.db)
    assert.equal((await usedBy(address)).held, 0)
  })
})

describe('a charge without a key', () => {
  it('takes what was used, and gives back the rest', async () => {
    const { charge, address } = await chargingFrom()
    const during: unknown[] = []
    const value = await charge(PRICE, async () => {
      during.push(await usedBy(address))
      return { value: 'page', usedCredits: 2 }
    })
    assert.equal(value, 'page')
    assert.deepEqual(during, [{ requests: 0, credits: 0, held: 3 }])
    assert.deepEqual(await usedBy(address), { requests: 0, credits: 2, held: 0 })
  })

  it('gives everything back when the work fails, but for what the failure costs', async () => {
    const { charge, address } = await chargingFrom()
    const work = () => Promise.reject(new Fault('SCRAPE_SITE_ERROR', 'away'))
    await assert.rejects(charge(PRICE, work), isFault('SCRAPE_SITE_ERROR'))
    assert.deepEqual(await usedBy(address), { requests: 0, credits: 0, held: 0 })
    await assert.rejects(charge({ ...PRICE, ofFailure: () => 1 }, work), isFault('SCRAPE_SITE_ERROR'))
    assert.deepEqual(await usedBy(address), { requests: 0, credits: 1, held: 0 })
  })

  it('is refused before the work when the address has not enough left, and leaves nothing held', async () => {
    const { charge, address } = await chargingFrom()
    let ran = false
    const work = async () => {
      ran = true
      return { value: 1, usedCredits: 11 }
    }
    await assert.rejects(charge({ credits: 11, reason: 'test' }, work), (fault) => {
      assert.ok(fault instanceof Fault)
      assert.deepEqual([fault.status, fault.code], [429, 'KEYLESS_LIMIT_REACHED'])
      const { reason, retry_after_seconds: seconds } = fault.fields as Record<string, unknown>
      assert.deepEqual([reason, seconds], ['credits', fault.retryAfterSeconds])
      assert.match(fault.message, /needs 11 credits.*10 left/)
      return true
    })
    assert.equal(ran, false)
    assert.deepEqual(await usedBy(address), { requests: 0, credits: 0, held: 0 })
    assert.deepEqual(await database.db.rows(`select id from holds`), [])
  })

  it('is free and in vain when the work turns out to need more than is left', async () => {
    const { charge, address, team } = await chargingFrom()
    const work = async () => ({ value: 1, usedCredits: 11 })
    await assert.rejects(charge(PRICE, work), isFault('KEYLESS_LIMIT_REACHED'))
    assert.deepEqual(await usedBy(address), { requests: 0, credits: 0, held: 0 })
    const used = await database.db.rows(
      `select used from credit_entries where team_id = $1 and kind = 'settle'`,
      [team.id],
    )
    assert.deepEqual(used, [])
  })

  it('forgives what was counted before the table was lost', async () => {
    const { charge, address } = await chargingFrom()
    const value = await charge(PRICE, async () => {
      await database.db.rows(`delete from keyless_holds where address = $1`, [address])
      return { value: 'page', usedCredits: 3 }
    })
    assert.equal(value, 'page')
    assert.equal((await usedBy(address)).credits, 0)
  })

  it('with a key never touches a day', async () => {
    const { team, processId } = await chargingFrom()
    const never = () => assert.fail('a day was asked for')
    const charge = createKeylessCharge(
      createCharge(createLedger(database.db, () => processId)),
      { take: never, close: never },
      LIMITS,
    )
    const work = async () => ({ value: 1, usedCredits: 1 })
    assert.equal(await charge({ teamId: team.id, keyId: randomUUID() }, PRICE, work), 1)
  })
})
