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
  PartnerKeyResponse,
  PartnerList,
  PartnerRequest,
} from '../../contract/admin.ts'
import { OkResponse, IdParams, PageQuery } from '../../contract/fields.ts'
import { Siem, applySiemChange, maskSiem } from '../../contract/siem.ts'
import { ThreatPolicy, ThreatProtection } from '../../contract/threat-protection.ts'
import type { JobList as Jobs } from '../../jobs/jobs.ts'
import { routesWith } from '../server/route.ts'
import { checkCollector } from '../team/policies.ts'
import { foundOrFail, listPage, removedOrFail, teamRoutes } from './teams.ts'
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
  return [...organizationRoutes(needs), ...teamRoutes(needs), ...partnerRoutes(needs), ...reportRoutes(needs)]
}

function organizationRoutes({ organizations, hasCollector }: AdminNeeds) {
  return [
    route('POST /admin/v1/organizations', 'Create an organization', {
      body: OrganizationRequest,
      response: Organization,
      async handle({ body }) {
        checkCollector(body.siem, hasCollector, 'siem.url')
        return maskSecrets(await organizations.create(withSaveDate(body), 'admin'))
      },
    }),
    route('GET /admin/v1/organizations', 'All organizations', {
      query: PageQuery,
      response: OrganizationList,
      async handle({ query }) {
        const { items, nextCursor } = await organizations.list(query)
        return listPage({ items: items.map(maskSecrets), nextCursor })
      },
    }),
    route('GET /admin/v1/organizations/:id', 'One organization', {
      params: IdParams,
      response: Organization,
      handle: async ({ params }) =>
        maskSecrets(foundOrFail(await organizations.find(params.id), 'organization')),
    }),
    route('PATCH /admin/v1/organizations/:id', "Change an organization's policies", {
      params: IdParams,
      body: OrganizationChange,
      response: Organization,
      async handle({ params, body }) {
        const change = (was: OrganizationRecord) => mergeChange(was, body, hasCollector)
        return maskSecrets(
          foundOrFail(await organizations.change(params.id, change, 'admin'), 'organization'),
        )
      },
    }),
  ]
}

/** A policy other than the default was sent, so it counts as saved. */
function withSaveDate({ threatProtection, ...organization }: OrganizationRequest) {
  const isGiven = !isDeepStrictEqual(threatProtection.policy, ThreatPolicy.parse({}))
  const dated = { ...threatProtection, ...(isGiven && { policyUpdatedAt: new Date().toISOString() }) }
  return { ...organization, threatProtection: dated satisfies ThreatProtection }
}

/** Sent fields replace the stored ones, for policies one level down. */
function mergeChange(current: OrganizationRecord, change: OrganizationChange, hasCollector: boolean) {
  const threat = ThreatProtection.parse(current.threatProtection)
  const siem = change.siem && applySiemChange(Siem.parse(current.siem), change.siem)
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

/** Removes the secrets of the collector. */
function maskSecrets(organization: OrganizationRecord): OrganizationRecord {
  return { ...organization, siem: maskSiem(Siem.parse(organization.siem)) }
}

function partnerRoutes({ partners }: AdminNeeds) {
  return [
    route('POST /admin/v1/partners', 'Create a partner', {
      description: 'The key is readable only in this response.',
      body: PartnerRequest,
      response: PartnerKeyResponse,
      errors: { 409: 'A partner with this name already exists.' },
      async handle({ body }) {
        const key = newPartnerKey()
        const { id, name, couponCredits } = await partners.create(body, key, 'admin')
        return { id, name, couponCredits, partnerKey: key.key }
      },
    }),
    route('GET /admin/v1/partners', 'All partners', {
      query: PageQuery,
      response: PartnerList,
      handle: async ({ query }) => listPage(await partners.list(query)),
    }),
    route('GET /admin/v1/partners/:id', 'One partner', {
      params: IdParams,
      response: Partner,
      handle: async ({ params }) => foundOrFail(await partners.find(params.id), 'partner'),
    }),
    route('DELETE /admin/v1/partners/:id', 'Delete a partner; its teams stay', {
      params: IdParams,
      response: OkResponse,
      handle: async ({ params }) => removedOrFail(await partners.remove(params.id, 'admin'), 'partner'),
    }),
  ]
}

function reportRoutes({ usage, jobs, audit }: AdminNeeds) {
  return [
    route('GET /admin/v1/usage', 'Usage of teams by month', {
      query: UsageQuery,
      response: UsageList,
      handle: async ({ query }) => listPage(await usage.months(query)),
    }),
    route('GET /admin/v1/jobs', 'Queued, running and ended jobs', {
      query: JobQuery,
      response: JobList,
      async handle({ query: { limit, cursor, kind, status } }) {
        const { items, nextCursor } = await jobs.page({ limit, cursor, kind, state: status })
        return listPage({
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
    route('GET /admin/v1/audit', 'The audit trail: changes and who made them', {
      query: AuditQuery,
      response: AuditList,
      handle: async ({ query }) => listPage(await audit.list(query)),
    }),
  ]
}
