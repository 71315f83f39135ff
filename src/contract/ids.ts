import { z } from 'zod'

/** The id of a job, scrape, key or any other thing the service keeps. */
export const Id = z.guid().toLowerCase()

/** The one id in paths such as `/crawl/{id}`. */
export const IdParams = z.object({ id: Id })

/** The ids in `/agent/{id}/snapshots/{snapshotId}`. */
export const SnapshotParams = z.object({ id: Id, snapshotId: Id })

/** The id in `/agent/threads/{threadId}`. */
export const ThreadParams = z.object({ threadId: Id })

/** The ids in `/monitor/{id}/checks/{checkId}`. */
export const CheckParams = z.object({ id: Id, checkId: Id })

/** The headers that name a request so that a repeat of it is noticed. */
export const IdempotencyHeaders = z.object({
  'x-idempotency-key': Id.optional().describe(
    'A UUID; a second request with the same one is refused with 409.',
  ),
})
