import { jobKind } from '../../jobs/jobs.ts'
import { forgetAgentTasks } from '../agents/agent-tasks.ts'
import { forgetCrawls } from '../crawls/crawls.ts'
import { forgetKeylessDays } from '../credits/limits.ts'
import type { Queryable } from '../database/database.ts'
import { forgetJobKeys } from '../jobs/job-keys.ts'
import { forgetConnections } from '../oauth/oauth-grants.ts'
import { forgetScrapes } from '../pages/scrapes.ts'
import { forgetSeenPages } from '../pages/seen-pages.ts'
import { forgetPageTraces } from '../pages/site-memory.ts'
import { forgetSnapshots } from '../pages/snapshots.ts'
import { forgetUploads } from '../pages/uploads.ts'
import { forgetDeliveries } from '../reports/webhooks.ts'
import { forgetSearches } from '../search/feedback.ts'
import { forgetSearchPages } from '../search/search-entries.ts'
import { forgetBrowserSessions } from '../sessions/browser-sessions.ts'
import { forgetRecordings } from '../sessions/recordings.ts'
import { createSweep } from './sweep.ts'

/** Removes what has lost its meaning. Hourly, by whichever process gets to it. */
export const HOUSEKEEPING = jobKind({
  name: 'housekeeping',
  parse: () => ({}),
  unique: true,
  timeoutSeconds: 600,
})

/**
 * What is due goes in portions. When the time is over before that, the next run goes on: nothing that has expired is
 * shown meanwhile. `test/flows/retention.test.ts` says of every table why it is here or not.
 */
export async function tidy(
  db: Queryable,
  { searchDays = 30, signal }: { searchDays?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const sweep = createSweep(db, signal)
  await sweep('rate_windows', `started_at < now() - interval '1 hour'`)
  await sweep('flights', `landed_at < now() - interval '1 hour'`)
  await sweep('flights', `outcome is null and not process_is_alive(process_id)`)
  await sweep('slots', `not process_is_alive(process_id)`)
  await sweep('erasures', `greatest(closed_until, forgets_until) < now()`)
  await sweep('page_memos', `copy_id in (select id from page_copies where expires_at <= now())`)
  await sweep('page_copies', `expires_at <= now()`)
  await sweep('blobs', `expires_at <= now()`)
  await forgetKeylessDays(sweep)
  await forgetScrapes(sweep)
  await forgetSearches(sweep)
  await forgetCrawls(sweep)
  await forgetAgentTasks(sweep)
  await forgetBrowserSessions(sweep)
  await forgetRecordings(sweep)
  await forgetSeenPages(sweep)
  await forgetSearchPages(sweep, searchDays)
  await forgetPageTraces(sweep)
  await forgetSnapshots(sweep)
  await forgetDeliveries(sweep)
  await forgetJobKeys(db)
  await forgetUploads(sweep)
  await forgetConnections(sweep)
}
