import { createHash } from 'node:crypto'
import type { PreviousSnapshot, SnapshotKey, Snapshots } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'
import { createCompressor, decompress } from '../database/compress.ts'
import { sql } from '../database/sql.ts'
import { createSizeLimit } from '../housekeeping/size-limit.ts'

export function createSnapshots(db: Queryable, { maxBytes }: { maxBytes: number }): Snapshots {
  const compress = createCompressor()
  const sizeLimit = createSizeLimit(db, 'snapshots', maxBytes)
  return {
    async exchange(key, { standing, text, json }) {
      const markdown = text?.bytes === undefined ? null : await compress(text.bytes)
      const data = json === undefined ? null : await compress(Buffer.from(json.value))
      const [row] = await db.prepared<SnapshotRow>(sql`
        select standing, digest, markdown, data_key as "dataKey", data, taken_at as "takenAt", age_ms as "ageMs"
        from exchange_snapshot(${key.teamId}, ${pageKey(key)}, ${standing},
          ${text ? Buffer.from(text.digest, 'hex') : null}, ${markdown},
          ${json ? Buffer.from(json.key, 'hex') : null}, ${data})`)
      await sizeLimit.added((markdown?.length ?? 0) + (data?.length ?? 0))
      return row && (await toSnapshot(row))
    },

    async find(key) {
      const [row] = await db.prepared<SnapshotRow>(sql`
        select standing, digest, markdown, data_key as "dataKey", data, taken_at as "takenAt",
          (1000 * extract(epoch from now() - taken_at))::double precision as "ageMs"
        from snapshots where team_id = ${key.teamId} and page_key = ${pageKey(key)}`)
      return row && (await toSnapshot(row))
    },
  }
}

/** Tags come from callers and may contain characters that the database rejects. */
function pageKey({ url, tag }: SnapshotKey): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([url, tag]))
    .digest()
}

type SnapshotRow = Pick<PreviousSnapshot, 'standing' | 'takenAt' | 'ageMs'> &
  Record<'digest' | 'markdown' | 'dataKey' | 'data', Buffer | null>

async function toSnapshot({
  digest,
  markdown,
  dataKey,
  data,
  ...fields
}: SnapshotRow): Promise<PreviousSnapshot> {
  return {
    ...fields,
    text: digest
      ? { digest: digest.toString('hex'), bytes: markdown ? await decompress(markdown) : undefined }
      : undefined,
    json:
      dataKey && data
        ? { key: dataKey.toString('hex'), value: (await decompress(data)).toString() }
        : undefined,
  }
}
