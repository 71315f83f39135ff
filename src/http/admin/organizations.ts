import { isDeepStrictEqual } from 'node:util'
import type { Organization as OrganizationRecord, Organizations } from '../../access/access.ts'
import {
  Organization,
  OrganizationChange,
  OrganizationList,
  OrganizationRequest,
} from '../../contract/admin.ts'
import { IdParams } from '../../contract/ids.ts'
import { PageQuery } from '../../contract/query.ts'
import { Siem, changedSiem, shownSiem } from '../../contract/siem.ts'
import { ThreatPolicy, ThreatProtection } from '../../contract/threat-protection.ts'
import { found, page } from './answers.ts'
import { route } from '../server/route.ts'
import { checkCollector } from '../team/siem.ts'

export interface OrganizationNeeds {
  organizations: Organizations
  /** Whether the service has a collector for organizations that name none. */
  hasCollector: boolean
}

const common = { access: 'admin', tag: 'Administration' } as const

/** Organizations and their policies. */
export function organizationRoutes({ organizations, hasCollector }: OrganizationNeeds) {
  return [
    route('POST /admin/v1/organizations', 'Make an organization', {
      ...common,
      body: OrganizationRequest,
      answer: Organization,
      async handle({ body }) {
        checkCollector(body.siem, hasCollector, 'siem.url')
        return shown(await organizations.create(asSaved(body), 'admin'))
      },
    }),
    route('GET /admin/v1/organizations', 'All organizations', {
      ...common,
      query: PageQuery,
      answer: OrganizationList,
      async handle({ query }) {
        const { items, nextCursor } = await organizations.list(query)
        return page({ items: items.map(shown), nextCursor })
      },
    }),
    route('GET /admin/v1/organizations/:id', 'One organization', {
      ...common,
      params: IdParams,
      answer: Organization,
      handle: async ({ params }) => shown(found(await organizations.find(params.id), 'organization')),
    }),
    route('PATCH /admin/v1/organizations/:id', "Change an organization's policies", {
      ...common,
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
