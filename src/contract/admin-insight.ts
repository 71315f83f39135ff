import { z } from 'zod'
import { pageOf } from './admin.ts'
import { answer, Timestamp } from './answer.ts'
import { Id } from './ids.ts'
import { Moment, pageFields } from './query.ts'

const spanFields = {
  from: Moment.optional().describe('From this moment on, in the years 1970 to 9999.'),
  to: Moment.optional().describe('Before this moment, in the years 1970 to 9999.'),
}

/** Query of `GET /admin/v1/usage`. */
export const UsageQuery = z.object({ ...pageFields, ...spanFields, teamId: Id.optional() })
export type UsageQuery = z.output<typeof UsageQuery>

/** What one team used in one period. */
const UsageRow = answer({
  teamId: Id,
  teamName: z.string(),
  startDate: Timestamp,
  endDate: Timestamp.nullable(),
  creditsUsed: z.number(),
  requests: z.int().optional(),
})

/** Answer of `GET /admin/v1/usage`. */
export const UsageList = pageOf(UsageRow)

/** How far a piece of durable work is. */
const JobState = z.enum(['queued', 'active', 'completed', 'cancelled', 'failed'])

/** Query of `GET /admin/v1/jobs`. */
export const JobQuery = z.object({
  ...pageFields,
  kind: z.string().min(1).max(64).optional(),
  status: JobState.optional(),
})
export type JobQuery = z.output<typeof JobQuery>

/** A piece of durable work. */
const JobRow = answer({
  id: Id,
  kind: z.string(),
  status: JobState,
  attempts: z.int(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
})

/** Answer of `GET /admin/v1/jobs`. */
export const JobList = pageOf(JobRow)

/** Query of `GET /admin/v1/audit`. */
export const AuditQuery = z.object({
  ...pageFields,
  ...spanFields,
  organizationId: Id.optional(),
  teamId: Id.optional(),
})
export type AuditQuery = z.output<typeof AuditQuery>

/** Something that someone did. */
const AuditRow = answer({
  id: Id,
  at: Timestamp,
  organizationId: Id.nullable(),
  teamId: Id.nullable(),
  actor: z.string().describe('The key, partner or operator that did it.'),
  username: z.string().nullable().describe('Who the request said is behind it.'),
  action: z.string(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).optional(),
})

/** Answer of `GET /admin/v1/audit`. */
export const AuditList = pageOf(AuditRow)
