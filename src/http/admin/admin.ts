import { isDeepStrictEqual } from 'node:util'
import { newPartnerKey } from '../../access/access.ts'
import type {
  AuditTrail,
  Organization as OrganizationRecord,
  Organizations,
  Partners,
  Usage,
} from '../../access/access.ts'
import {
  AuditList,
  AuditQuery,
  JobList,
  JobQuery,
  UsageList,
  UsageQuery,
  Organization,
  OrganizationChange,
  OrganizationList,
  OrganizationRequest,
  Partner,
  PartnerKeyAnswer,
  PartnerList,
  PartnerRequest,
} from '../../contract/admin.ts'
import { Done, IdParams, PageQuery } from '../../contract/fields.ts'
import { Siem, changedSiem, shownSiem } from '../../contract/siem.ts'
import { ThreatPolicy, ThreatProtection } from '../../contract/threat-protection.ts'
import type { JobList as Jobs } from '../../jobs/jobs.ts'
import { routesWith } from '../server/route.ts'
import { checkCollector } from '../team/policies.ts'
import { found, page, removed, teamRoutes } from './teams.ts'
import type { TeamNeeds } from './teams.ts'

interface AdminNeeds extends TeamNeeds {
  organizations: Organizations
  hasCollector: boolean
  partners: Partners
  usage: Usage
  jobs: Jobs
  audit: AuditTrail
}

const route = routesWith({ access: 'admin', tag: 'Administration' })

export function adminRoutes(needs: AdminNeeds) {
  return [
    ...organizationRoutes(needs),
    ...teamRoutes(needs),
    ...partnerRoutes(needs),
    ...insightRoutes(needs),
  ]
}

function organizationRoutes({ organizations, hasCollector }: AdminNeeds) {
  return [
    route('POST /admin/v1/organizations', 'Make an organization', {
      body: OrganizationRequest,
      answer: Organization,
      async handle({ body }) {
        checkCollector(body.siem, hasCollector, 'siem.url')
        return shown(await organizations.create(asSaved(body), 'admin'))
      },
    }),
    route('GET /admin/v1/organizations', 'All organizations', {
      query: PageQuery,
      answer: OrganizationList,
      async handle({ query }) {
        const { items, nextCursor } = await organizations.list(query)
        return page({ items: items.map(shown), nextCursor })
      },
    }),
    route('GET /admin/v1/organizations/:id', 'One organization', {
      params: IdParams,
      answer: Organization,
      handle: async ({ params }) => shown(found(await organizations.find(params.id), 'organization')),
    }),
    route('PATCH /admin/v1/organizations/:id', "Change an organization's policies", {
      params: IdParams,
      body: OrganizationChange,
      answer: Organization,
      async handle({ params, body }) {
        const change = (was: OrganizationRecord) => merge(was, body, hasCollector)
        return shown(found(await organizations.change(params.id, change, 'admin'), 'organization'))
      },
    }),
  ]
}

/** A policy that is not the default one was given, and so counts as saved. */
function asSaved({ threatProtection, ...organization }: OrganizationRequest) {
  const isGiven = !isDeepStrictEqual(threatProtection.policy, ThreatPolicy.parse({}))
  const dated = { ...threatProtection, ...(isGiven && { policyUpdatedAt: new Date().toISOString() }) }
  return { ...organization, threatProtection: dated satisfies ThreatProtection }
}

/** What is given replaces what was, field by field and one level down for policies. */
function merge(was: OrganizationRecord, change: OrganizationChange, hasCollector: boolean) {
  const threat = ThreatProtection.parse(was.threatProtection)
  const siem = change.siem && changedSiem(Siem.parse(was.siem), change.siem)
  if (siem) checkCollector(siem, hasCollector, 'siem.url')
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.threatProtection && {
      threatProtection: ThreatProtection.parse({
        ...threat,
        ...change.threatProtection,
        policy: { ...threat.policy, ...change.threatProtection.policy },
        ...(change.threatProtection.policy && { policyUpdatedAt: new Date().toISOString() }),
      }),
    }),
    ...(siem && { siem }),
  }
}

/** Without the secrets of its collector. */
function shown(organization: OrganizationRecord): OrganizationRecord {
  return { ...organization, siem: shownSiem(Siem.parse(organization.siem)) }
}

function partnerRoutes({ partners }: AdminNeeds) {
  return [
    route('POST /admin/v1/partners', 'Make a partner', {
      description: 'The key is readable only in this answer.',
      body: PartnerRequest,
      answer: PartnerKeyAnswer,
      alsoFails: { 409: 'A partner with this name exists already.' },
      async handle({ body }) {
        const key = newPartnerKey()
        const { id, name, couponCredits } = await partners.create(body, key, 'admin')
        return { id, name, couponCredits, partnerKey: key.key }
      },
    }),
    route('GET /admin/v1/partners', 'All partners', {
      query: PageQuery,
      answer: PartnerList,
      handle: async ({ query }) => page(await partners.list(query)),
    }),
    route('GET /admin/v1/partners/:id', 'One partner', {
      params: IdParams,
      answer: Partner,
      handle: async ({ params }) => found(await partners.find(params.id), 'partner'),
    }),
    route('DELETE /admin/v1/partners/:id', 'Remove a partner; its teams stay', {
      params: IdParams,
      answer: Done,
      handle: async ({ params }) => removed(await partners.remove(params.id, 'admin'), 'partner'),
    }),
  ]
}

function insightRoutes({ usage, jobs, audit }: AdminNeeds) {
  return [
    route('GET /admin/v1/usage', 'What teams used, month by month', {
      query: UsageQuery,
      answer: UsageList,
      handle: async ({ query }) => page(await usage.months(query)),
    }),
    route('GET /admin/v1/jobs', 'Work that is queued, running or done', {
      query: JobQuery,
      answer: JobList,
      async handle({ query: { limit, cursor, kind, status } }) {
        const { items, nextCursor } = await jobs.page({ limit, cursor, kind, state: status })
        return page({
          items: items.map(({ id, kind, state, attempts, error, createdAt, startedAt, completedAt }) => ({
            id,
            kind,
            status: state,
            attempts,
            error,
            createdAt,
            startedAt,
            finishedAt: completedAt,
          })),
          nextCursor,
        })
      },
    }),
    route('GET /admin/v1/audit', 'Who changed what', {
      query: AuditQuery,
      answer: AuditList,
      handle: async ({ query }) => page(await audit.list(query)),
    }),
  ]
}
