import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createLog } from '../../src/log.ts'
import type { SiteMemory } from '../../src/scrape/scrape.ts'
import { createSiteMemory, deleteExpired } from '../../src/store/store.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

type Trace = Parameters<SiteMemory['remember']>[1]
const traceOf = (number: number) => ({ texts: [number], votes: {} }) as unknown as Trace

/** Stores one after the other, so that the newest is known. */
async function remember(scope: string, url: string, number: number): Promise<void> {
  await using memory = createSiteMemory(database.db, createLog('silent', false))
  memory.remember({ scope, url }, traceOf(number))
}

async function recall(scope: string, url: string): Promise<unknown[]> {
  await using memory = createSiteMemory(database.db, createLog('silent', false))
  return (await memory.recall({ scope, url })).map(
    (trace) => (trace as unknown as { texts: number[] }).texts[0],
  )
}

describe('the memory of a site', () => {
  it('is shown to other pages of the host, the newest first, and not to the page itself', async () => {
    await remember('one', 'https://a.test/1', 1)
    await remember('one', 'https://a.test/2', 2)
    await remember('one', 'https://b.test/3', 3)
    assert.deepEqual(await recall('one', 'https://a.test/9'), [2, 1])
    assert.deepEqual(await recall('one', 'https://a.test/2#part'), [1])
    assert.deepEqual(await recall('other', 'https://a.test/9'), [])
  })

  it('is replaced by a later scrape of the same page', async () => {
    await remember('again', 'https://a.test/1', 1)
    await remember('again', 'https://a.test/2', 2)
    await remember('again', 'https://a.test/1', 10)
    assert.deepEqual(await recall('again', 'https://a.test/9'), [10, 2])
  })

  it('only keeps the newest pages, and returns fewer', async () => {
    for (let number = 0; number < 40; number++) await remember('many', `https://a.test/${number}`, number)
    const [row] = await database.db.rows<{ count: number }>(
      `select count(*)::integer as count from page_traces where scope = 'many'`,
    )
    assert.equal(row!.count, 32)
    const told = await recall('many', 'https://a.test/none')
    assert.deepEqual([told.length, told[0]], [20, 39])
  })

  it('is deleted after a month', async () => {
    await remember('old', 'https://a.test/1', 1)
    await database.db.rows(`update page_traces set seen_at = now() - interval '31 days' where scope = 'old'`)
    assert.deepEqual(await recall('old', 'https://a.test/9'), [])
    await deleteExpired(database.db)
    const rows = await database.db.rows(`select 1 from page_traces where scope = 'old'`)
    assert.deepEqual(rows, [])
  })
})
