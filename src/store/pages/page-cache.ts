import { randomUUID } from 'node:crypto'
import type { CachedPage, Derived, PageCache } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'
import { createPack, unpack } from '../database/pack.ts'
import { createRoom } from '../housekeeping/room.ts'

/** Copies of pages in the database, within about `maxBytes` of it. */
export function createPageCache(db: Queryable, { maxBytes }: { maxBytes: number }): PageCache {
  const room = createRoom(db, 'page_copies', maxBytes)
  const pack = createPack()
  return {
    async find({ scope, key, maxAgeMs, minAgeMs, deriveKey }) {
      const [row] = await db.prepared<FoundRow>(FIND, [
        scope,
        key,
        Math.min(maxAgeMs, LONGEST_MS),
        Math.min(minAgeMs ?? 0, LONGEST_MS),
        deriveKey,
      ])
      return row && toCachedPage(row)
    },

    async fetched(copyId) {
      const [row] = await db.prepared<{ head: string; body: Buffer }>(
        `select head, body from page_copies where id = $1 and expires_at > now()`,
        [copyId],
      )
      return row && { ...(JSON.parse(row.head) as CachedPage['head']), bytes: await unpack(row.body) }
    },

    async keep({ scope, key, fetched, expiresInMs, memo }) {
      const { bytes, ...head } = fetched
      const copyId = randomUUID()
      const [row] = await db.prepared<{ size: number }>(
        `select keep_page_copy($1, $2, $3, $4, $5, $6, $7, $8) as size`,
        [
          copyId,
          scope,
          key,
          JSON.stringify(head),
          await pack(bytes),
          Math.min(Math.ceil(expiresInMs), LONGEST_MS),
          memo?.deriveKey ?? null,
          memo ? memoOf(memo.derived) : null,
        ],
      )
      await room.taken(row!.size)
      return copyId
    },

    async recall(copyId, deriveKey) {
      const [row] = await db.prepared<{ value: string }>(
        `select value from page_memos where copy_id = $1 and derive_key = $2`,
        [copyId, deriveKey],
      )
      return row && (JSON.parse(row.value) as Derived)
    },

    async remember(copyId, deriveKey, derived) {
      const value = memoOf(derived)
      if (value === null) return
      const [row] = await db.prepared<{ size: number }>(`select remember_page($1, $2, $3) as size`, [
        copyId,
        deriveKey,
        value,
      ])
      await room.taken(row!.size)
    },
  }
}

/** A century: callers may name any number of milliseconds, the database's calendar ends. */
const LONGEST_MS = 100 * 365 * 24 * 3600 * 1000

/** Beyond so many characters deriving again is as good as reading. */
const LARGEST_MEMO = 8 * 1024 * 1024

function memoOf(derived: Derived): string | null {
  const texts = Object.values(derived.fields).filter((field) => typeof field === 'string')
  if (texts.reduce((sum, text) => sum + text.length, 0) > LARGEST_MEMO) return null
  const value = JSON.stringify(derived)
  return value.length > LARGEST_MEMO ? null : value
}

const FIND = `
  select c.id, c.created_at, c.head, m.value from page_copies c
  left join page_memos m on m.copy_id = c.id and m.derive_key = $5
  where c.scope = $1 and c.key = $2 and c.expires_at > now()
    and c.created_at >= now() - $3::bigint * interval '1 millisecond'
    and c.created_at <= now() - $4::bigint * interval '1 millisecond'
  order by c.created_at desc limit 1`

interface FoundRow {
  id: string
  created_at: Date
  head: string
  value: string | null
}

function toCachedPage({ id, created_at, head, value }: FoundRow): CachedPage {
  return {
    copyId: id,
    cachedAt: created_at,
    head: JSON.parse(head) as CachedPage['head'],
    derived: value === null ? undefined : (JSON.parse(value) as Derived),
  }
}
