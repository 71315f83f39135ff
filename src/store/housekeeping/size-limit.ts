import type { Queryable } from '../database/database.ts'

type BoundedTable = keyof typeof TRIM_STATEMENTS

/**
 * Keeps a table within about `maxBytes` by deleting its oldest rows. Each process trims after adding a
 * twentieth of the limit, unless another process is doing so.
 */
export function createSizeLimit(db: Queryable, table: BoundedTable, maxBytes: number) {
  const stepBytes = maxBytes / 20
  let addedBytes = 0
  return {
    async added(sizeBytes: number): Promise<void> {
      addedBytes += sizeBytes
      if (addedBytes < stepBytes) return
      const pendingBytes = addedBytes
      addedBytes = 0
      try {
        await db.rows(TRIM_STATEMENTS[table], [Math.floor(maxBytes - stepBytes)])
      } catch {
        // The write itself has succeeded; the next write retries.
        addedBytes += pendingBytes
      }
    },
  }
}

const TRIM_STATEMENTS = {
  page_copies: removeOldest(
    'page_copies',
    `select c.id, c.created_at, c.size + coalesce(m.size, 0) as size from page_copies c
     left join (select copy_id, sum(size) as size from page_memos group by copy_id) m on m.copy_id = c.id`,
  ),
  blobs: removeOldest('blobs', `select id, created_at, size from blobs`),
  scrapes: removeOldest('scrapes', `select id, created_at, size from scrapes`),
  snapshots: `select trim_snapshots($1)`,
  search_pages: removeOldest('search_pages', `select id, seen_at as created_at, size from search_pages`),
}

function removeOldest(table: string, sizes: string): string {
  return `
    delete from ${table} where (select pg_try_advisory_xact_lock(7308613, hashtext('${table}'))) and id in (
      select id from (
        select id, sum(size) over (order by created_at desc, id desc) as so_far from (${sizes}) sizes
      ) aged where so_far > $1
    )`
}
