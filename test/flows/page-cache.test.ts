import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { CachedPage, Derived, PageCache } from '../../src/scrape/scrape.ts'
import { backup } from '../../src/store/backup/backup.ts'
import { deleteExpired } from '../../src/store/housekeeping/housekeeping.ts'
import { createPageCache } from '../../src/store/pages/page-cache.ts'
import { restore } from '../../src/store/backup/restore.ts'
import { queueTables } from '../../src/jobs/jobs.ts'
import { emptyDatabase, testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
let cache: PageCache
before(async () => {
  database = await testDatabase()
  cache = createPageCache(database.db, { maxBytes: 1e9 })
})
after(() => database[Symbol.asyncDispose]())

const DAY_MS = 24 * 3600 * 1000

type Fetched = CachedPage['head'] & { bytes: Uint8Array }

function fetched(text: string, more: Partial<Fetched> = {}): Fetched {
  return {
    url: 'https://example.com/',
    status: 200,
    headers: { 'content-type': 'text/html' },
    bytes: Buffer.from(text),
    by: 'http',
    isVerified: true,
    proxyUsed: 'basic',
    captures: {},
    warnings: [],
    isProvisional: false,
    ...more,
  }
}

function derived(markdown: string): Derived {
  return { state: 'understood', fields: { markdown }, metadata: { title: markdown } } as unknown as Derived
}

/** A separate page, so that tests do not affect each other. */
function page(scope = 'team', key: string = randomUUID(), to = cache) {
  return {
    keep: (text: string, expiresInMs = DAY_MS) =>
      to.keep({ scope, key, fetched: fetched(text), expiresInMs }),
    find: ({ maxAgeMs = DAY_MS, minAgeMs = undefined as number | undefined, deriveKey = 'd' } = {}) =>
      to.find({ scope, key, maxAgeMs, minAgeMs, deriveKey }),
  }
}

/** Makes a cache entry look this old. */
async function age(copyId: string, ageMs: number): Promise<void> {
  await database.db.rows(
    `update page_copies set created_at = now() - $2 * interval '1 millisecond' where id = $1`,
    [copyId, ageMs],
  )
}

async function copiesLeft(ids: string[], db = database.db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(`select id from page_copies where id = any ($1)`, [ids])
  return ids.filter((id) => rows.some((row) => row.id === id))
}

describe('a cache entry', () => {
  it('is stored together with its memos', async () => {
    const key = randomUUID()
    const memo = { deriveKey: 'd', derived: derived('together') }
    await cache.keep({ scope: 'team', key, fetched: fetched('x'), expiresInMs: DAY_MS, memo })
    assert.deepEqual((await page('team', key).find())?.derived, memo.derived)
    assert.equal((await page('team', key).find({ deriveKey: 'other' }))?.derived, undefined)
  })

  it('is returned as it was stored, with bytes only if requested', async () => {
    const whole = fetched('<p>Grüße</p>', {
      status: 404,
      headers: { 'content-type': 'text/html', 'x-odd': 'a\u0000b' },
      captures: { screenshot: 'blob' },
      warnings: ['half \ud800 a pair'],
    })
    const copyId = await cache.keep({ scope: 'team', key: 'whole', fetched: whole, expiresInMs: DAY_MS })
    const found = await cache.find({
      scope: 'team',
      key: 'whole',
      maxAgeMs: DAY_MS,
      minAgeMs: undefined,
      deriveKey: 'd',
    })
    const { bytes, ...head } = whole
    assert.ok(found)
    assert.deepEqual({ ...found, cachedAt: 0 }, { copyId, cachedAt: 0, head, derived: undefined })
    assert.ok(found.cachedAt instanceof Date)
    const back = await cache.fetched(copyId)
    assert.deepEqual({ ...back, bytes: Buffer.from(back!.bytes) }, { ...head, bytes })
  })

  it('keeps every byte of a large and of an empty body', async () => {
    for (const bytes of [randomBytes(5_000_000), Buffer.alloc(0)]) {
      const copyId = await cache.keep({
        scope: 'team',
        key: randomUUID(),
        fetched: fetched('', { bytes }),
        expiresInMs: DAY_MS,
      })
      assert.ok(bytes.equals((await cache.fetched(copyId))!.bytes))
    }
  })

  it('is visible under its scope and its key only', async () => {
    const key = randomUUID()
    await page('one team', key).keep('a')
    assert.ok(await page('one team', key).find())
    assert.equal(await page('another team', key).find(), undefined)
    assert.equal(await page('one team').find(), undefined)
  })

  it('is never older than maxAge', async () => {
    const { keep, find } = page()
    await age(await keep('a'), 60_000)
    assert.equal(await find({ maxAgeMs: 59_000 }), undefined)
    assert.ok(await find({ maxAgeMs: 120_000 }))
  })

  it('is at least as old as minAge, and then the newest of those', async () => {
    const { keep, find } = page()
    const [oldest, middle, newest] = [await keep('a'), await keep('b'), await keep('c')]
    await age(oldest, 300_000)
    await age(middle, 200_000)
    await age(newest, 100_000)
    assert.equal((await find())!.copyId, newest)
    assert.equal((await find({ minAgeMs: 0 }))!.copyId, newest)
    assert.equal((await find({ minAgeMs: 150_000 }))!.copyId, middle)
    assert.equal((await find({ minAgeMs: 250_000 }))!.copyId, oldest)
    assert.equal(await find({ minAgeMs: 150_000, maxAgeMs: 160_000 }), undefined)
    assert.equal(await find({ minAgeMs: 400_000 }), undefined)
  })

  it('is found with any number of milliseconds', async () => {
    const { keep, find } = page()
    await keep('a', Number.MAX_SAFE_INTEGER)
    assert.ok(await find({ maxAgeMs: Number.MAX_SAFE_INTEGER }))
    assert.equal(await find({ minAgeMs: Number.MAX_SAFE_INTEGER }), undefined)
  })

  it('expires, and is removed by housekeeping', async () => {
    const { keep, find } = page()
    const gone = await keep('a', 0)
    const stays = await page().keep('b')
    assert.equal(await find(), undefined)
    assert.equal(await cache.fetched(gone), undefined)
    await deleteExpired(database.db)
    assert.deepEqual(await copiesLeft([gone, stays]), [stays])
  })

  it('makes room for later ones of the same page: the four newest stay, and the first of each day', async () => {
    const { keep } = page()
    const ids: string[] = []
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      const id = await keep(text)
      // Three on one day, two days ago; the others today, each newer than the one before.
      if (ids.length < 3) {
        await database.db.rows(
          `update page_copies set created_at = date_trunc('day', now(), 'UTC') - interval '2 days' + $2 * interval '1 minute' where id = $1`,
          [id, ids.length],
        )
      }
      ids.push(id)
    }
    assert.deepEqual(await copiesLeft(ids), [ids[0], ...ids.slice(3)])
  })
})

describe('a memo of a cache entry', () => {
  it('is found again under its key, with any text', async () => {
    const { keep, find } = page()
    const copyId = await keep('a')
    const odd = derived('nul \u0000, half \udc00, "quotes" \\ and Grüße')
    await cache.remember(copyId, 'd', odd)
    await cache.remember(copyId, 'other', derived('other'))
    assert.deepEqual((await find())!.derived, odd)
    assert.deepEqual((await find({ deriveKey: 'other' }))!.derived, derived('other'))
    assert.equal((await find({ deriveKey: 'third' }))!.derived, undefined)
  })

  it('belongs to its entry: a newer one has none', async () => {
    const { keep, find } = page()
    await cache.remember(await keep('a'), 'd', derived('a'))
    await keep('b')
    assert.equal((await find())!.derived, undefined)
  })

  it('is stored once, also by concurrent writers, and for at most eight keys per entry', async () => {
    const { keep, find } = page()
    const copyId = await keep('a')
    await Promise.all(Array.from({ length: 20 }, () => cache.remember(copyId, 'd', derived('same'))))
    for (let turn = 0; turn < 8; turn++) await cache.remember(copyId, `more ${turn}`, derived('x'))
    const rows = await database.db.rows(`select from page_memos where copy_id = $1`, [copyId])
    assert.equal(rows.length, 8)
    assert.equal((await find({ deriveKey: 'd' }))!.derived, undefined)
    assert.ok((await find({ deriveKey: 'more 7' }))!.derived)
  })

  it('is missing when the entry is gone, or is deleted at that moment', async () => {
    await cache.remember(randomUUID(), 'd', derived('a'))
    const copyId = await page().keep('a')
    let remembering: Promise<void> | undefined
    await database.db.transaction(async (tx) => {
      await tx.rows(`delete from page_copies where id = $1`, [copyId])
      remembering = cache.remember(copyId, 'd', derived('a'))
      await waitUntil(async () => {
        const waiting = await database.db.rows(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return waiting.length > 0
      })
    })
    await remembering
    assert.deepEqual(await database.db.rows(`select from page_memos where copy_id = $1`, [copyId]), [])
  })
})

describe('the size limit of the cache', () => {
  it('is kept by removing the oldest, with several processes writing concurrently', async () => {
    await using own = await testDatabase()
    const maxBytes = 2_000_000
    const caches = [1, 2, 3].map(() => createPageCache(own.db, { maxBytes }))
    const ids: string[] = []
    for (let round = 0; round < 20; round++) {
      const kept = caches.map((to, place) =>
        to.keep({
          scope: 'team',
          key: `${round} ${place}`,
          fetched: fetched('', { bytes: randomBytes(100_000) }),
          expiresInMs: DAY_MS,
        }),
      )
      ids.push(...(await Promise.all(kept)))
    }
    const [{ total }] = (await own.db.rows<{ total: number }>(
      `select sum(size)::bigint as total from page_copies`,
    )) as [{ total: number }]
    assert.ok(total <= maxBytes * 1.15, `${total} bytes are kept`)
    assert.ok(total >= maxBytes * 0.8, `${total} bytes are kept`)
    const left = new Set(await copiesLeft(ids, own.db))
    // Of concurrent writes any may be the oldest: one round may be partial, later ones are complete.
    const roundsLeft = Array.from({ length: 20 }, (_, round) => {
      return ids.slice(round * 3, round * 3 + 3).filter((id) => left.has(id)).length
    })
    const firstLeft = roundsLeft.findIndex((count) => count > 0)
    assert.deepEqual(
      roundsLeft.slice(firstLeft + 1),
      roundsLeft.slice(firstLeft + 1).map(() => 3),
    )
  })

  it('includes memos', async () => {
    await using own = await testDatabase()
    const small = createPageCache(own.db, { maxBytes: 1_000_000 })
    const first = await page('team', 'first', small).keep('a')
    await small.remember(first, 'd', derived(randomBytes(150_000).toString('hex')))
    const second = await page('team', 'second', small).keep('b')
    await small.remember(second, 'd', derived(randomBytes(150_000).toString('hex')))
    assert.deepEqual(await copiesLeft([first, second], own.db), [second])
  })
})

describe('a backup', () => {
  it('includes cache entries; memos are derived again', async () => {
    await using folder = await temporaryFolder()
    await using other = await emptyDatabase()
    const bytes = randomBytes(200_000)
    const copy = { scope: 'team', key: 'kept', fetched: fetched('', { bytes }), expiresInMs: DAY_MS }
    const copyId = await cache.keep(copy)
    await cache.remember(copyId, 'd', derived('a'))
    const file = join(folder.path, 'backup')
    await backup(database.db, file)
    await restore(other.db, file, queueTables())
    const restored = createPageCache(other.db, { maxBytes: 1e9 })
    const found = await restored.find({ ...copy, maxAgeMs: DAY_MS, minAgeMs: undefined, deriveKey: 'd' })
    assert.equal(found!.copyId, copyId)
    assert.equal(found!.derived, undefined)
    assert.ok(bytes.equals((await restored.fetched(copyId))!.bytes))
    await restored.remember(copyId, 'd', derived('a'))
  })
})
