import type { RecordedStep, Recording, Recordings } from '../../interact/interact.ts'
import type { Blobs } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'
import { UUID } from '../database/keyset.ts'
import { sql } from '../database/sql.ts'

/** The recordings of browser sessions. Their images are blobs, which have their own size limit. */
export function createRecordings(db: Queryable, blobs: Pick<Blobs, 'keep'>): Recordings {
  return {
    async begin(sessionId) {
      // The row of an erased session is gone, and its later steps are not recorded.
      const [row] = await db.prepared<{ teamId: string; expiresAt: Date }>(sql`
        insert into recordings (session_id, team_id, expires_at)
        select id, team_id, expires_at + result_lifetime() from browser_sessions where id = ${sessionId}
        on conflict (session_id) do update set session_id = excluded.session_id
        returning team_id as "teamId", expires_at as "expiresAt"`)
      if (!row) throw new Error('The session to record does not exist.')
      return row
    },
    async add(sessionId, number, step, blobId) {
      await db.prepared(sql`
        insert into recorded_steps (session_id, number, step, blob_id)
        select ${sessionId}, ${number}, ${JSON.stringify(step)}, ${blobId}
        where exists (select from recordings where session_id = ${sessionId})`)
    },
    async addPicture({ teamId, expiresAt }, bytes) {
      const expiresInMs = Math.max(0, expiresAt.getTime() - Date.now())
      return await blobs.keep({ bytes, contentType: 'image/jpeg', teamId, expiresInMs })
    },
    async truncate(sessionId) {
      await db.prepared(sql`update recordings set truncated = true where session_id = ${sessionId}`)
    },
    async find(teamId, sessionId) {
      if (!UUID.test(sessionId)) return undefined
      const [recording] = await db.prepared<{ truncated: boolean; expiresAt: Date }>(sql`
        select truncated, expires_at as "expiresAt" from recordings
        where session_id = ${sessionId} and team_id = ${teamId} and expires_at > now()`)
      if (!recording) return undefined
      const rows = await db.prepared<StepRow>(sql`select s.step, b.id as "blobId" from recorded_steps s
        left join blobs b on b.id = s.blob_id and b.expires_at > now()
        where s.session_id = ${sessionId} order by s.number`)
      return { ...recording, steps: rows.map(toStep) }
    },
  }
}

interface StepRow {
  step: string
  /** Null when there was no image, or it was deleted to free space. */
  blobId: string | null
}

function toStep({ step, blobId }: StepRow): Recording['steps'][number] {
  const read = JSON.parse(step) as RecordedStep & { at: string }
  return { ...read, at: new Date(read.at), blobId: blobId ?? undefined }
}
