import { randomUUID } from 'node:crypto'
import type { CachedPage, Derived, PageCache } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'
import { createCompressor, decompress } from '../database/compress.ts'
import { sql } from '../database/sql.ts'
import { createSizeLimit } from '../housekeeping/size-limit.ts'

export function createPageCache(db: Queryable, { maxBytes }: { maxBytes: number }): PageCache {
  const sizeLimit = createSizeLimit(db, 'page_copies', maxBytes)
  const compress = createCompressor()
  return {
    async find({ scope, key, maxAgeMs, minAgeMs, deriveKey }) {
      const [row] = await db.prepared<{
        copyId: string
        cachedAt: Date
        head: string
        value: string | null
      }>(sql`
        select c.id as "copyId", c.created_at as "cachedAt", c.head, m.value from page_copies c
        left join page_memos m on m.copy_id = c.id and m.derive_key = ${deriveKey}
        where c.scope = ${scope} and c.key = ${key} and c.expires_at > now()
          and c.created_at >= now() - ${Math.min(maxAgeMs, MAX_AGE_MS)}::bigint * interval '1 millisecond'
          and c.created_at <= now() - ${Math.min(minAgeMs ?? 0, MAX_AGE_MS)}::bigint * interval '1 millisecond'
        order by c.created_at desc limit 1`)
      if (!row) return undefined
      const { head, value, ...copy } = row
      const derived = value === null ? undefined : (JSON.parse(value) as Derived)
      return { ...copy, head: JSON.parse(head) as CachedPage['head'], derived }
    },

    async fetched(copyId) {
      const [row] = await db.prepared<{ head: string; body: Buffer }>(sql`
        select head, body from page_copies where id = ${copyId} and expires_at > now()`)
      return row && { ...(JSON.parse(row.head) as CachedPage['head']), bytes: await decompress(row.body) }
    },

    async keep({ scope, key, fetched, expiresInMs, memo }) {
      const { bytes, ...head } = fetched
      const copyId = randomUUID()
      const [row] = await db.prepared<{ size: number }>(sql`
        select keep_page_copy(${copyId}, ${scope}, ${key}, ${JSON.stringify(head)}, ${await compress(bytes)},
          ${Math.min(Math.ceil(expiresInMs), MAX_AGE_MS)}, ${memo?.deriveKey ?? null},
          ${memo ? memoOf(memo.derived) : null}) as size`)
      await sizeLimit.added(row!.size)
      return copyId
    },

    async recall(copyId, deriveKey) {
      const [row] = await db.prepared<{ value: string }>(sql`
        select value from page_memos where copy_id = ${copyId} and derive_key = ${deriveKey}`)
      return row && (JSON.parse(row.value) as Derived)
    },

    async remember(copyId, deriveKey, derived) {
      const value = memoOf(derived)
      if (value === null) return
      const [row] = await db.prepared<{ size: number }>(sql`
        select remember_page(${copyId}, ${deriveKey}, ${value}) as size`)
      await sizeLimit.added(row!.size)
    },
  }
}

/** A century: callers may pass any number of milliseconds, but the database's calendar is limited. */
const MAX_AGE_MS = 100 * 365 * 24 * 3600 * 1000

/** Larger content is derived again as fast as it is read. */
const MAX_MEMO_CHARS = 8 * 1024 * 1024

function memoOf(derived: Derived): string | null {
  const texts = Object.values(derived.fields).filter((field) => typeof field === 'string')
  if (texts.reduce((sum, text) => sum + text.length, 0) > MAX_MEMO_CHARS) return null
  const value = JSON.stringify(derived)
  return value.length > MAX_MEMO_CHARS ? null : value
}
