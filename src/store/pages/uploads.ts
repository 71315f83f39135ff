import type { UploadRecord, UploadStore } from '../../scrape/scrape.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Places for uploads in the database, their bytes in pieces: no process ever holds a whole file for them. */
export function createUploadPlaces(db: Database): UploadStore {
  return {
    open: ({ id, holder, secretHash, fileName, contentType }, { lifetimeMs, mostUnparsed }) =>
      db.transaction(async (tx) => {
        // One after the other for a team, so that none is opened beyond the limit.
        await tx.rows(sql`select from teams where id = ${holder.teamId} for no key update`)
        const address = holder.keyless?.address ?? null
        const [row] = await tx.rows<{ expiresAt: Date }>(sql`
          insert into uploads (id, team_id, secret_hash, file_name, content_type, state, expires_at, keyless_address)
          select ${id}, ${holder.teamId}, ${secretHash}, ${fileName}, ${contentType}, 'open',
            now() + ${lifetimeMs}::bigint * interval '1 millisecond', ${address}
          where (
            select count(*) from uploads where team_id = ${holder.teamId} and state <> 'parsed'
              and keyless_address is not distinct from ${address} and created_at > now() - interval '1 day'
          ) < ${mostUnparsed}::bigint
          returning expires_at as "expiresAt"`)
        return row?.expiresAt
      }),

    async find(id) {
      const [place] = await db.prepared<UploadRecord>(sql`
        select id, team_id as "teamId", secret_hash as "secretHash", file_name as "fileName",
          content_type as "contentType", state, expires_at <= now() as "hasExpired"
        from uploads where id = ${id}`)
      return place
    },

    async advance(id, from, to) {
      const rows = await db.prepared(sql`
        update uploads set state = ${to} where id = ${id} and state = ${from} and expires_at > now()
          returning id`)
      return rows.length > 0
    },

    async append(id, number, bytes) {
      await db.prepared(sql`
        insert into upload_pieces (upload_id, number, bytes) values (${id}, ${number}, ${bytes})`)
    },

    async piece(id, number) {
      const [row] = await db.prepared<{ bytes: Buffer }>(sql`
        select bytes from upload_pieces where upload_id = ${id} and number = ${number}`)
      return row?.bytes
    },

    async empty(id) {
      await db.prepared(sql`delete from upload_pieces where upload_id = ${id}`)
      // Of a file that was parsed nothing is known any more, not even its name.
      await db.prepared(sql`
        update uploads set file_name = '', content_type = '' where id = ${id} and state = 'parsed'`)
    },
  }
}
