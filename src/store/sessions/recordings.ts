import type { RecordedStep, Recording, Recordings } from '../../interact/interact.ts'
import type { Blobs } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'
import { UUID } from '../database/keyset.ts'

/** The recordings of browser sessions; their pictures are blobs, which have a bound of their own. */
export function createRecordings(db: Queryable, blobs: Pick<Blobs, 'keep'>): Recordings {
  return {
    async begin(sessionId) {
      // A session that was erased meanwhile has no row any more; what is done in it then belongs to nobody.
      const [row] = await db.prepared<{ team_id: string; expires_at: Date }>(
        `insert into recordings (session_id, team_id, expires_at)
         select id, team_id, expires_at + result_lifetime() from browser_sessions where id = $1
         on conflict (session_id) do update set session_id = excluded.session_id
         returning team_id, expires_at`,
        [sessionId],
      )
      if (!row) throw new Error('The session to record is not there.')
      return { teamId: row.team_id, expiresAt: row.expires_at }
    },
    async add(sessionId, number, step, blobId) {
      await db.prepared(
        `insert into recorded_steps (session_id, number, step, blob_id)
         select $1, $2, $3, $4 where exists (select from recordings where session_id = $1)`,
        [sessionId, number, JSON.stringify(step), blobId],
      )
    },
    async addPicture({ teamId, expiresAt }, bytes) {
      const expiresInMs = Math.max(0, expiresAt.getTime() - Date.now())
      return await blobs.keep({ bytes, contentType: 'image/jpeg', teamId, expiresInMs })
    },
    async truncate(sessionId) {
      await db.prepared(`update recordings set truncated = true where session_id = $1`, [sessionId])
    },
    async find(teamId, sessionId) {
      if (!UUID.test(sessionId)) return undefined
      const [recording] = await db.prepared<{ truncated: boolean; expires_at: Date }>(
        `select truncated, expires_at from recordings
         where session_id = $1 and team_id = $2 and expires_at > now()`,
        [sessionId, teamId],
      )
      if (!recording) return undefined
      const rows = await db.prepared<StepRow>(
        `select s.step, b.id as blob_id from recorded_steps s
         left join blobs b on b.id = s.blob_id and b.expires_at > now()
         where s.session_id = $1 order by s.number`,
        [sessionId],
      )
      return { truncated: recording.truncated, expiresAt: recording.expires_at, steps: rows.map(toStep) }
    },
  }
}

interface StepRow {
  step: string
  /** Null when there was no picture, or it had to make room. */
  blob_id: string | null
}

function toStep({ step, blob_id: blobId }: StepRow): Recording['steps'][number] {
  const read = JSON.parse(step) as RecordedStep & { at: string }
  return { ...read, at: new Date(read.at), blobId: blobId ?? undefined }
}
