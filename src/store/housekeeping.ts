import { jobKind } from '../jobs/jobs.ts'
import type { Queryable } from './database.ts'
import { forgetAgentTasks } from './agent-tasks.ts'
import { forgetBrowserSessions } from './browser-sessions.ts'
import { forgetCrawls } from './crawls.ts'
import { forgetSearches } from './feedback.ts'
import { forgetJobKeys } from './job-keys.ts'
import { forgetKeylessDays } from './keyless-days.ts'
import { forgetScrapes } from './scrapes.ts'
import { forgetPageTraces } from './site-memory.ts'
import { forgetSearchPages } from './search-entries.ts'
import { forgetSeenPages } from './seen-pages.ts'
import { forgetSnapshots } from './snapshots.ts'
import { forgetUploads } from './uploads.ts'
import { forgetDeliveries } from './webhooks.ts'

/** Removes what has lost its meaning. Hourly, by whichever process gets to it. */
export const HOUSEKEEPING = jobKind({
  name: 'housekeeping',
  parse: () => ({}),
  unique: true,
  timeoutSeconds: 60,
})

export async function tidy(db: Queryable, { searchDays = 30 } = {}): Promise<void> {
  await db.rows(`delete from rate_windows where started_at < now() - interval '1 hour'`)
  await db.rows(`delete from processes where expires_at < now() - interval '1 hour'`)
  await db.rows(`delete from flights where landed_at < now() - interval '1 hour'`)
  await db.rows(`delete from flights where outcome is null and not process_is_alive(process_id)`)
  await db.rows(`delete from page_copies where expires_at < now()`)
  await db.rows(`delete from blobs where expires_at < now()`)
  await forgetKeylessDays(db)
  await forgetScrapes(db)
  await forgetSearches(db)
  await forgetCrawls(db)
  await forgetAgentTasks(db)
  await forgetBrowserSessions(db)
  await forgetSeenPages(db)
  await forgetSearchPages(db, searchDays)
  await forgetPageTraces(db)
  await forgetSnapshots(db)
  await forgetDeliveries(db)
  await forgetJobKeys(db)
  await forgetUploads(db)
}
