import type { UploadPlace, UploadPlaces } from '../../scrape/scrape.ts'
import type { Database } from '../database/database.ts'

interface Row {
  id: string
  team_id: string
  secret_hash: Buffer
  file_name: string
  content_type: string
  state: UploadPlace['state']
  has_expired: boolean
}

/** Places for uploads in the database, their bytes in pieces: no process ever holds a whole file for them. */
export function createUploadPlaces(db: Database): UploadPlaces {
  return {
    open: ({ id, holder, secretHash, fileName, contentType }, { lifetimeMs, mostUnparsed }) =>
      db.transaction(async (tx) => {
        // One after the other for a team, so that none is opened beyond the limit.
        await tx.rows(`select from teams where id = $1 for no key update`, [holder.teamId])
        const [row] = await tx.rows<{ expires_at: Date }>(
          `insert into uploads (id, team_id, secret_hash, file_name, content_type, state, expires_at, keyless_address)
           select $1, $2, $3, $4, $5, 'open', now() + $6::bigint * interval '1 millisecond', $8
           where (
             select count(*) from uploads
             where team_id = $2 and keyless_address is not distinct from $8 and state <> 'parsed' and created_at > now() - interval '1 day'
           ) < $7::bigint
           returning expires_at`,
          [
            id,
            holder.teamId,
            secretHash,
            fileName,
            contentType,
            lifetimeMs,
            mostUnparsed,
            holder.keyless?.address ?? null,
          ],
        )
        return row?.expires_at
      }),

    async find(id) {
      const [row] = await db.prepared<Row>(
        `select id, team_id, secret_hash, file_name, content_type, state, expires_at <= now() as has_expired
         from uploads where id = $1`,
        [id],
      )
      return row && toPlace(row)
    },

    async advance(id, from, to) {
      const rows = await db.prepared(
        `update uploads set state = $3 where id = $1 and state = $2 and expires_at > now() returning id`,
        [id, from, to],
      )
      return rows.length > 0
    },

    async append(id, number, bytes) {
      await db.prepared(`insert into upload_pieces (upload_id, number, bytes) values ($1, $2, $3)`, [
        id,
        number,
        bytes,
      ])
    },

    async piece(id, number) {
      const [row] = await db.prepared<{ bytes: Buffer }>(
        `select bytes from upload_pieces where upload_id = $1 and number = $2`,
        [id, number],
      )
      return row?.bytes
    },

    async empty(id) {
      await db.prepared(`delete from upload_pieces where upload_id = $1`, [id])
      // Of a file that was parsed nothing is known any more, not even its name.
      await db.prepared(
        `update uploads set file_name = '', content_type = '' where id = $1 and state = 'parsed'`,
        [id],
      )
    },
  }
}

function toPlace(row: Row): UploadPlace {
  return {
    id: row.id,
    teamId: row.team_id,
    secretHash: row.secret_hash,
    fileName: row.file_name,
    contentType: row.content_type,
    state: row.state,
    hasExpired: row.has_expired,
  }
}
