import type { AuditTrail, Usage } from '../../access/access.ts'
import {
  AuditList,
  AuditQuery,
  JobList as JobListAnswer,
  JobQuery,
  UsageList,
  UsageQuery,
} from '../../contract/admin-insight.ts'
import type { JobList } from '../../jobs/jobs.ts'
import { route } from '../server/route.ts'

export interface InsightNeeds {
  usage: Usage
  jobs: JobList
  audit: AuditTrail
}

const common = { access: 'admin', tag: 'Administration' } as const

/** What the operator sees of use, work and changes. */
export function insightRoutes({ usage, jobs, audit }: InsightNeeds) {
  return [
    route('GET /admin/v1/usage', 'What teams used, month by month', {
      ...common,
      query: UsageQuery,
      answer: UsageList,
      async handle({ query }) {
        const { items, nextCursor } = await usage.months(query)
        return { data: items, nextCursor }
      },
    }),
    route('GET /admin/v1/jobs', 'Work that is queued, running or done', {
      ...common,
      query: JobQuery,
      answer: JobListAnswer,
      async handle({ query: { limit, cursor, kind, status } }) {
        const { items, nextCursor } = await jobs.page({ limit, cursor, kind, state: status })
        const data = items.map(
          ({ id, kind: name, state, attempts, error, createdAt, startedAt, completedAt }) => ({
            id,
            kind: name,
            status: state,
            attempts,
            error,
            createdAt,
            startedAt,
            finishedAt: completedAt,
          }),
        )
        return { data, nextCursor }
      },
    }),
    route('GET /admin/v1/audit', 'Who changed what', {
      ...common,
      query: AuditQuery,
      answer: AuditList,
      async handle({ query }) {
        const { items, nextCursor } = await audit.list(query)
        return { data: items, nextCursor }
      },
    }),
  ]
}
