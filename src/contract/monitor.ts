import { z } from 'zod'
import { addIssue } from './validation-issue.ts'
import {
  responseObject,
  successResponse,
  Timestamp,
  originField,
  Id,
  queryInteger,
  clientFields,
  DefaultFalse,
  OptionalBoolean,
} from './fields.ts'
import { MonitorTarget } from './monitor-target.ts'
import { Schedule } from './schedule.ts'
import { webhook } from './webhook.ts'

const CheckState = z.enum([
  'queued',
  'running',
  'completed',
  'failed',
  'partial',
  'skipped_overlap',
  'skipped_no_credits',
])

const PageState = z.enum(['same', 'new', 'changed', 'removed', 'error'])

export const MonitorRunRequest = z.strictObject(originField).prefault({})

export const CheckListQuery = z.object({
  limit: queryInteger({ min: 1, max: 100 }).prefault(25),
  offset: queryInteger({ min: 0 }).prefault(0),
  status: CheckState.optional(),
})
export type CheckListQuery = z.output<typeof CheckListQuery>

export const CheckQuery = z.object({
  limit: queryInteger({ min: 1, max: 100 }).prefault(25),
  skip: queryInteger({ min: 0 }).prefault(0),
  status: PageState.optional(),
})
export type CheckQuery = z.output<typeof CheckQuery>

const MonitorSummary = responseObject({
  totalPages: z.int(),
  same: z.int(),
  changed: z.int(),
  new: z.int(),
  removed: z.int(),
  error: z.int(),
})
type MonitorSummary = z.output<typeof MonitorSummary>

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

const MonitorCheck = responseObject(checkFields).meta({ id: 'MonitorCheck' })

const Judgment = responseObject({
  meaningful: z.boolean(),
  confidence: z.enum(['high', 'medium', 'low']),
  reason: z.string(),
  meaningfulChanges: z.array(
    responseObject({
      type: z.enum(['added', 'removed', 'changed']),
      before: z.string().nullable(),
      after: z.string().nullable(),
      reason: z.string(),
    }),
  ),
})

const MonitorPage = responseObject({
  id: Id,
  targetId: Id,
  url: z.string(),
  status: PageState,
  previousScrapeId: z.string().nullable(),
  currentScrapeId: z.string().nullable(),
  statusCode: z.int().nullable(),
  error: z.string().nullable(),
  metadata: z.unknown().optional(),
  diff: responseObject({ text: z.string().optional(), json: z.unknown().optional() }).nullish(),
  snapshot: responseObject({ json: z.unknown().optional() }).nullish(),
  judgment: Judgment.nullish(),
  createdAt: Timestamp,
})

export const MonitorRunResponse = successResponse({ id: Id, data: MonitorCheck })

export const CheckListResponse = successResponse({ data: z.array(MonitorCheck) })

export const CheckResponse = successResponse({
  next: z.string().nullable(),
  data: responseObject({ ...checkFields, pages: z.array(MonitorPage), next: z.string().nullable() }),
})

const Name = z.string().trim().min(1).max(256)
const Targets = z.array(MonitorTarget).min(1).max(50).describe('The pages, sites and searches to monitor.')
const RetentionDays = z.int().min(1).max(365).describe('Days that the history is stored.')
const Goal = z
  .string()
  .max(2000)
  .describe('The changes that matter, in plain language. Changes are then judged by it.')

const Notification = z.strictObject({
  email: z
    .strictObject({
      enabled: z.boolean().optional().describe('Default: true if there are recipients.'),
      recipients: z.array(z.email()).max(25).default([]),
      includeDiffs: DefaultFalse.describe('Include the changes in the mail.'),
    })
    .transform((email) => ({ ...email, enabled: email.enabled ?? email.recipients.length > 0 }))
    .optional(),
})

export const MonitorRequest = z
  .strictObject({
    name: Name,
    schedule: Schedule,
    targets: Targets,
    webhook: webhook('monitor').optional(),
    notification: Notification.optional(),
    retentionDays: RetentionDays.default(30),
    goal: Goal.optional(),
    judgeEnabled: OptionalBoolean.describe(
      'Whether changes are judged by the goal. Default: true if there is a goal.',
    ),
    ...clientFields,
  })
  .superRefine(checkGoal)
  .transform((request) => ({ ...request, judgeEnabled: request.judgeEnabled ?? hasGoal(request) }))
  .meta({
    example: {
      name: 'Prices',
      schedule: { text: 'daily at 9:00' },
      targets: [{ type: 'scrape', urls: ['https://example.com/pricing'] }],
    },
  })
export type MonitorRequest = z.output<typeof MonitorRequest>

/** Body of `PATCH /monitor/{id}`: sent fields replace the stored ones; null deletes a field. */
export const MonitorChange = z
  .strictObject({
    name: Name.optional(),
    status: z.enum(['active', 'paused']).optional(),
    schedule: Schedule.optional(),
    targets: Targets.optional(),
    webhook: webhook('monitor').nullish(),
    notification: Notification.nullish(),
    retentionDays: RetentionDays.optional(),
    goal: Goal.nullish(),
    judgeEnabled: z.boolean().optional(),
    ...clientFields,
  })
  .transform(({ origin: _origin, integration: _integration, ...change }, context) => {
    if (Object.keys(change).length === 0) addIssue(context, [], 'must change at least one field')
    return change
  })
export type MonitorChange = z.output<typeof MonitorChange>

/** The fields on which the goal of a monitor depends, before or after a change. */
interface JudgedMonitor {
  targets: MonitorTarget[]
  goal?: string | null | undefined
  judgeEnabled?: boolean | undefined
}

/** Whether a monitor searches without a required goal; checked on the whole monitor after a change. */
export function lacksGoal(monitor: JudgedMonitor): boolean {
  const searches = monitor.targets.some(({ type }) => type === 'search')
  return searches && monitor.judgeEnabled !== false && !hasGoal(monitor)
}

function checkGoal(monitor: JudgedMonitor, context: z.core.$RefinementCtx): void {
  if (!lacksGoal(monitor)) return
  addIssue(context, ['goal'], 'is required for search targets, unless judgeEnabled is false')
}

function hasGoal({ goal }: Pick<JudgedMonitor, 'goal'>): boolean {
  return Boolean(goal?.trim())
}

export const MonitorListQuery = z.object({
  limit: queryInteger({ min: 1, max: 100 }).prefault(25),
  offset: queryInteger({ min: 0 }).prefault(0),
})
export type MonitorListQuery = z.output<typeof MonitorListQuery>

const Monitor = responseObject({
  id: Id,
  name: z.string(),
  status: z.enum(['active', 'paused', 'deleted']),
  schedule: responseObject({ cron: z.string(), timezone: z.string() }),
  nextRunAt: Timestamp.nullable(),
  lastRunAt: Timestamp.nullable(),
  currentCheckId: Id.nullable(),
  targets: z.array(z.looseObject({ id: Id, type: z.enum(['scrape', 'crawl', 'search']) })),
  webhook: z.looseObject({ url: z.string() }).nullable(),
  notification: z.looseObject({}).nullable(),
  emailRecipientSubscriptions: z
    .array(
      responseObject({
        email: z.string(),
        status: z.enum(['pending', 'confirmed', 'unsubscribed']),
        source: z.enum(['team', 'opt_in', 'legacy']),
        confirmationEmailSent: z.boolean().optional(),
      }),
    )
    .optional(),
  retentionDays: z.int(),
  estimatedCreditsPerMonth: z.number().nullable(),
  lastCheckSummary: MonitorSummary.nullable(),
  goal: z.string().nullable(),
  judgeEnabled: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}).meta({ id: 'Monitor' })

export const MonitorResponse = successResponse({ data: Monitor })

export const MonitorListResponse = successResponse({ data: z.array(Monitor) })
