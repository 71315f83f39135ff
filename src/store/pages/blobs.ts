import { randomUUID } from 'node:crypto'
import { Fault } from '../../fault.ts'
import type { Blobs } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'
import { raw, sql } from '../database/sql.ts'
import { createSizeLimit } from '../housekeeping/size-limit.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** The driver returns bytes as text of twice their length. Pieces limit the memory for that. */
const PIECE_BYTES = 1024 * 1024

export function createBlobs(db: Queryable, { maxBytes }: { maxBytes: number }): Blobs {
  const sizeLimit = createSizeLimit(db, 'blobs', maxBytes)
  return {
    async keep({ bytes, contentType, teamId, expiresInMs }) {
      if (bytes.byteLength > MAX_BYTES) throw tooLarge(bytes.byteLength)
      const blobId = randomUUID()
      await db.prepared(sql`insert into blobs (id, team_id, content_type, bytes, size, expires_at)
        values (${blobId}, ${teamId}, ${contentType}, ${bytes}, ${bytes.byteLength},
          now() + ${Math.ceil(expiresInMs)}::bigint * interval '1 millisecond')`)
      await sizeLimit.added(bytes.byteLength)
      return blobId
    },

    async has(blobId) {
      const rows = await db.prepared(sql`select from blobs where id = ${blobId} and expires_at > now()`)
      return rows.length > 0
    },

    async find(blobId) {
      const first = await readPiece(db, blobId, 0)
      if (first === undefined) return undefined
      const pieces = [first.piece]
      for (let from = PIECE_BYTES; from < first.size; from += PIECE_BYTES) {
        const next = await readPiece(db, blobId, from)
        if (next === undefined) return undefined
        pieces.push(next.piece)
      }
      const bytes = pieces.length === 1 ? first.piece : Buffer.concat(pieces)
      return { bytes, contentType: first.content_type }
    },
  }
}

interface Piece {
  content_type: string
  size: number
  piece: Buffer
}

async function readPiece(db: Queryable, blobId: string, from: number): Promise<Piece | undefined> {
  const [row] = await db.prepared<Piece>(sql`
    select content_type, size, substring(bytes from ${from}::int + 1 for ${raw(PIECE_BYTES)}) as piece
      from blobs
    where id = ${blobId} and expires_at > now()`)
  return row
}

function tooLarge(sizeBytes: number): Fault {
  const megabytes = (sizeBytes / 1024 / 1024).toFixed(0)
  return new Fault(
    'PAYLOAD_TOO_LARGE',
    `An image or document of the page has ${megabytes} MB. The maximum is 64 MB.`,
  )
}
