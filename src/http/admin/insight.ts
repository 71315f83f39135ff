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
import type { Route } from '../server/route.ts'

export interface InsightNeeds {
  usage: Usage
  jobs: JobList
  audit: AuditTrail
}

const common = { method: 'GET', access: 'admin', tag: 'Administration' } as const

/** What the operator sees of use, work and changes. */
export function insightRoutes({ usage, jobs, audit }: InsightNeeds): Route[] {
  return [
    route({
      ...common,
      path: '/admin/v1/usage',
      summary: 'What teams used, month by month',
      query: UsageQuery,
      answer: UsageList,
      async handle({ query }) {
        const { items, nextCursor } = await usage.months(query)
        return { data: items, nextCursor }
      },
    }),
    route({
      ...common,
      path: '/admin/v1/jobs',
      summary: 'Work that is queued, running or done',
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
    route({
      ...common,
      path: '/admin/v1/audit',
      summary: 'Who changed what',
      query: AuditQuery,
      answer: AuditList,
      async handle({ query }) {
        const { items, nextCursor } = await audit.list(query)
        return { data: items, nextCursor }
      },
    }),
  ]
}
