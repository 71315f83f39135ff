import { createHash } from 'node:crypto'
import type { PreviousSnapshot, SnapshotKey, Snapshots } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'
import { createPack, unpack } from '../database/pack.ts'
import { createRoom } from '../housekeeping/room.ts'

/** The last look at every tracked page, within about `maxBytes` of the database. */
export function createSnapshots(db: Queryable, { maxBytes }: { maxBytes: number }): Snapshots {
  const pack = createPack()
  const room = createRoom(db, 'snapshots', maxBytes)
  return {
    async exchange(key, { standing, text, json }) {
      const markdown = text?.bytes === undefined ? null : await pack(text.bytes)
      const data = json === undefined ? null : await pack(Buffer.from(json.value))
      const [row] = await db.prepared<Row>(`select * from exchange_snapshot($1, $2, $3, $4, $5, $6, $7)`, [
        key.teamId,
        pageKey(key),
        standing,
        text ? Buffer.from(text.digest, 'hex') : null,
        markdown,
        json ? Buffer.from(json.key, 'hex') : null,
        data,
      ])
      await room.taken((markdown?.length ?? 0) + (data?.length ?? 0))
      return row && (await toSnapshot(row))
    },

    async find(key) {
      const [row] = await db.prepared<Row>(
        `select standing, digest, markdown, data_key, data, taken_at,
           (1000 * extract(epoch from now() - taken_at))::double precision as age_ms
         from snapshots where team_id = $1 and page_key = $2`,
        [key.teamId, pageKey(key)],
      )
      return row && (await toSnapshot(row))
    },
  }
}

/** Tags are callers' own and may hold what no text of the database can. */
function pageKey({ url, tag }: SnapshotKey): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([url, tag]))
    .digest()
}

interface Row {
  standing: 'there' | 'gone'
  digest: Buffer | null
  markdown: Buffer | null
  data_key: Buffer | null
  data: Buffer | null
  taken_at: Date
  age_ms: number
}

async function toSnapshot(row: Row): Promise<PreviousSnapshot> {
  const { standing, digest, markdown, data_key: dataKey, data, taken_at: takenAt, age_ms: ageMs } = row
  return {
    standing,
    text: digest
      ? { digest: digest.toString('hex'), bytes: markdown ? await unpack(markdown) : undefined }
      : undefined,
    json:
      dataKey && data ? { key: dataKey.toString('hex'), value: (await unpack(data)).toString() } : undefined,
    takenAt,
    ageMs,
  }
}
