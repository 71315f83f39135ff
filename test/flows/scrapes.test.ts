import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Document } from '../../src/contract/document.ts'
import { ScrapeRequest } from '../../src/contract/scrape.ts'
import { deleteExpired } from '../../src/store/housekeeping/housekeeping.ts'
import { createScrapes } from '../../src/store/pages/scrapes.ts'
import { createTargetCredentials } from '../../src/store/pages/target-credentials.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const credentials = createTargetCredentials('a secret')
const request = ScrapeRequest.parse({ url: 'https://example.com' })

function scrape(document: Document, teamId = randomUUID()) {
  return { id: randomUUID(), teamId, request, document }
}

describe('stored scrapes', () => {
  it('are found by their id and by their team only', async () => {
    const scrapes = createScrapes(database.db, { maxBytes: 1e9, credentials })
    const done = scrape({ markdown: 'Grüße', metadata: { title: 'a', statusCode: 200 } })
    await scrapes.keep(done)
    const found = await scrapes.find(done.id, done.teamId)
    assert.ok(found!.createdAt instanceof Date)
    assert.deepEqual(
      { request: found!.request(), document: found!.document },
      { request: JSON.parse(JSON.stringify(request)), document: done.document },
    )
    assert.equal(await scrapes.find(done.id, randomUUID()), undefined)
    assert.equal(await scrapes.find(randomUUID(), done.teamId), undefined)
  })

  it('keep their parts together when many are stored at once, with any text', async () => {
    const scrapes = createScrapes(database.db, { maxBytes: 1e9, credentials })
    const texts = ['nul \u0000', 'half \ud800', 'unit \u001f separator', '"{},\\', '', 'x'.repeat(400_000)]
    const done = Array.from({ length: 300 }, (_, turn) =>
      scrape({ markdown: `${turn} ${texts[turn % texts.length]}` }),
    )
    await Promise.all(done.map((one) => scrapes.keep(one)))
    for (const { id, teamId, document } of done) {
      assert.deepEqual((await scrapes.find(id, teamId))!.document, document)
    }
  })

  it('are deleted when they have expired', async () => {
    const scrapes = createScrapes(database.db, { maxBytes: 1e9, credentials })
    const [old, young] = [scrape({ markdown: 'old' }), scrape({ markdown: 'young' })]
    for (const one of [old, young]) await scrapes.keep(one)
    await database.db.rows(`update scrapes set expires_at = now() where id = $1`, [old.id])
    assert.equal(await scrapes.find(old.id, old.teamId), undefined)
    await deleteExpired(database.db)
    const rows = await database.db.rows<{ id: string }>(`select id from scrapes where id = any ($1)`, [
      [old.id, young.id],
    ])
    assert.deepEqual(rows, [{ id: young.id }])
  })

  it('make room by removing the oldest', async () => {
    await using own = await testDatabase()
    const scrapes = createScrapes(own.db, { maxBytes: 1_000_000, credentials })
    const done = Array.from({ length: 30 }, () => scrape({ markdown: 'x'.repeat(100_000) }))
    for (const one of done) await scrapes.keep(one)
    const found = await Promise.all(done.map(({ id, teamId }) => scrapes.find(id, teamId)))
    const kept = found.filter((one) => one !== undefined).length
    assert.ok(kept >= 8 && kept <= 10, `${kept} are kept`)
    assert.ok(found.slice(-kept).every((one) => one !== undefined))
  })
})
