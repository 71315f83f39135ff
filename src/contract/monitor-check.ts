import { z } from 'zod'
import { answer, Success, Timestamp } from './answer.ts'
import { originField } from './client-fields.ts'
import { Id } from './ids.ts'
import { whole } from './query.ts'

/** How far a check is, or why it was not made. */
const CheckState = z.enum([
  'queued',
  'running',
  'completed',
  'failed',
  'partial',
  'skipped_overlap',
  'skipped_no_credits',
])

/** What a check found out about a page. */
const PageState = z.enum(['same', 'new', 'changed', 'removed', 'error'])

/** Body of `POST /monitor/{id}/run`. */
export const MonitorRunRequest = z.strictObject(originField).prefault({})

/** Query of `GET /monitor/{id}/checks`. */
export const CheckListQuery = z.object({
  limit: whole({ min: 1, max: 100 }).prefault(25),
  offset: whole({ min: 0 }).prefault(0),
  status: CheckState.optional(),
})
export type CheckListQuery = z.output<typeof CheckListQuery>

/** Query of `GET /monitor/{id}/checks/{checkId}`. */
export const CheckQuery = z.object({
  limit: whole({ min: 1, max: 100 }).prefault(25),
  skip: whole({ min: 0 }).prefault(0),
  status: PageState.optional(),
})
export type CheckQuery = z.output<typeof CheckQuery>

/** How many pages a check found in which state. */
export const MonitorSummary = answer({
  totalPages: z.int(),
  same: z.int(),
  changed: z.int(),
  new: z.int(),
  removed: z.int(),
  error: z.int(),
})
export type MonitorSummary = z.output<typeof MonitorSummary>

const checkFields = {
  id: Id,
  monitorId: Id,
  status: CheckState,
  trigger: z.enum(['scheduled', 'manual']),
  scheduledFor: Timestamp.nullable(),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  estimatedCredits: z.number().nullable(),
  reservedCredits: z.number().nullable(),
  actualCredits: z.number().nullable(),
  billingStatus: z.enum(['not_applicable', 'reserved', 'confirmed', 'released', 'failed']),
  summary: MonitorSummary,
  targetResults: z
    .array(z.looseObject({ targetId: Id, type: z.enum(['scrape', 'crawl', 'search']) }))
    .nullish(),
  notificationStatus: z.unknown().optional(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

/** One time that a monitor looked. */
const MonitorCheck = answer(checkFields).meta({ id: 'MonitorCheck' })

const Judgment = answer({
  meaningful: z.boolean(),
  confidence: z.enum(['high', 'medium', 'low']),
  reason: z.string(),
  meaningfulChanges: z.array(
    answer({
      type: z.enum(['added', 'removed', 'changed']),
      before: z.string().nullable(),
      after: z.string().nullable(),
      reason: z.string(),
    }),
  ),
})

/** What a check found on one page. */
const MonitorPage = answer({
  id: Id,
  targetId: Id,
  url: z.string(),
  status: PageState,
  previousScrapeId: z.string().nullable(),
  currentScrapeId: z.string().nullable(),
  statusCode: z.int().nullable(),
  error: z.string().nullable(),
  metadata: z.unknown().optional(),
  diff: answer({ text: z.string().optional(), json: z.unknown().optional() }).nullish(),
  snapshot: answer({ json: z.unknown().optional() }).nullish(),
  judgment: Judgment.nullish(),
  createdAt: Timestamp,
})

/** Answer of `POST /monitor/{id}/run`. */
export const MonitorRunAnswer = answer({ success: Success, id: Id, data: MonitorCheck })
export type MonitorRunAnswer = z.output<typeof MonitorRunAnswer>

/** Answer of `GET /monitor/{id}/checks`. */
export const CheckListAnswer = answer({ success: Success, data: z.array(MonitorCheck) })
export type CheckListAnswer = z.output<typeof CheckListAnswer>

/** Answer of `GET /monitor/{id}/checks/{checkId}`. */
export const CheckAnswer = answer({
  success: Success,
  next: z.string().nullable(),
  data: answer({ ...checkFields, pages: z.array(MonitorPage), next: z.string().nullable() }),
})
export type CheckAnswer = z.output<typeof CheckAnswer>
