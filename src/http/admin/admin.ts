import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { inheritLimits, newApiKey, newPartnerKey, noKeyLimits } from '../../access/access.ts'
import type { ApiKeys, Partners, Seal, Teams } from '../../access/access.ts'
import {
  AdminKeyAnswer,
  AdminKeyRequest,
  ApiKeyList,
  Partner,
  PartnerKeyAnswer,
  PartnerList,
  PartnerRequest,
  Team,
  TeamChange,
  TeamList,
  TeamRequest,
  WebhookSecretAnswer,
} from '../../contract/admin.ts'
import { Done } from '../../contract/answer.ts'
import { IdParams } from '../../contract/ids.ts'
import { PageQuery } from '../../contract/query.ts'
import { connectionRoutes } from './connections.ts'
import type { ConnectionNeeds } from './connections.ts'
import { teamDataRoutes } from './data.ts'
import type { TeamDataNeeds } from './data.ts'
import { insightRoutes } from './insight.ts'
import type { InsightNeeds } from './insight.ts'
import { organizationRoutes } from './organizations.ts'
import type { OrganizationNeeds } from './organizations.ts'
import { memberRoutes } from './members.ts'
import type { MemberNeeds } from './members.ts'
import { found, page } from './answers.ts'
import { route } from '../server/route.ts'

export interface AdminNeeds
  extends InsightNeeds, OrganizationNeeds, TeamDataNeeds, MemberNeeds, ConnectionNeeds {
  teams: Teams
  apiKeys: ApiKeys
  partners: Partners
  /** Seals a team's webhook secret, which must be readable again to sign with it. */
  webhookSeal: Seal
  defaultOrganizationId: () => Promise<string>
}

const common = { access: 'admin', tag: 'Administration' } as const

/** What the operator does. */
export function adminRoutes(needs: AdminNeeds) {
  return [
    ...organizationRoutes(needs),
    ...teamRoutes(needs),
    ...teamDataRoutes(needs),
    ...keyRoutes(needs),
    ...memberRoutes(needs),
    ...connectionRoutes(needs),
    ...partnerRoutes(needs),
    ...insightRoutes(needs),
  ]
}

function teamRoutes({ organizations, teams, webhookSeal, defaultOrganizationId }: AdminNeeds) {
  return [
    route('POST /admin/v1/teams', 'Make a team', {
      ...common,
      body: TeamRequest,
      answer: Team,
      alsoFails: { 404: 'There is no organization with this id.' },
      async handle({ body }) {
        const organizationId = body.organizationId ?? (await defaultOrganizationId())
        found(await organizations.find(organizationId), 'organization')
        return teams.create({ ...body, organizationId }, 'admin')
      },
    }),
    route('GET /admin/v1/teams', 'All teams', {
      ...common,
      query: PageQuery,
      answer: TeamList,
      handle: async ({ query }) => page(await teams.list(query)),
    }),
    route('GET /admin/v1/teams/:id', 'One team', {
      ...common,
      params: IdParams,
      answer: Team,
      handle: async ({ params }) => found(await teams.find(params.id), 'team'),
    }),
    route('PATCH /admin/v1/teams/:id', "Set a team's credits, limits or name", {
      ...common,
      params: IdParams,
      body: TeamChange,
      answer: Team,
      handle: async ({ params, body }) => found(await teams.change(params.id, body, 'admin'), 'team'),
    }),
    route('POST /admin/v1/teams/:id/webhook-secret', "Replace a team's webhook secret", {
      ...common,
      description: 'The secret is readable only in this answer.',
      params: IdParams,
      body: z.strictObject({}).prefault({}),
      answer: WebhookSecretAnswer,
      async handle({ params }) {
        const webhookSecret = `whsec_${randomBytes(32).toString('hex')}`
        if (!(await teams.setWebhookSecret(params.id, webhookSeal.close(webhookSecret), 'admin')))
          found(undefined, 'team')
        return { webhookSecret }
      },
    }),
  ]
}

function keyRoutes({ teams, apiKeys }: AdminNeeds) {
  return [
    route('GET /admin/v1/teams/:id/api-keys', "A team's API keys", {
      ...common,
      params: IdParams,
      query: PageQuery,
      answer: ApiKeyList,
      async handle({ params, query }) {
        found(await teams.find(params.id), 'team')
        return page(await apiKeys.list(params.id, query))
      },
    }),
    route('POST /admin/v1/teams/:id/api-keys', 'Make an API key for a team', {
      ...common,
      description: 'The key is readable only in this answer.',
      params: IdParams,
      body: AdminKeyRequest,
      answer: AdminKeyAnswer,
      async handle({ params, body }) {
        found(await teams.find(params.id), 'team')
        const key = newApiKey()
        const limits = inheritLimits(noKeyLimits, body)
        const { id } = await apiKeys.create(params.id, { name: body.name, ...limits }, key, 'admin')
        return { id, apiKey: key.key, ...limits }
      },
    }),
    route('DELETE /admin/v1/api-keys/:id', 'Remove an API key outright', {
      ...common,
      params: IdParams,
      answer: Done,
      async handle({ params }) {
        if (!(await apiKeys.remove(params.id, 'admin'))) found(undefined, 'API key')
        return { success: true }
      },
    }),
  ]
}

function partnerRoutes({ partners }: AdminNeeds) {
  return [
    route('POST /admin/v1/partners', 'Make a partner', {
      ...common,
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
      ...common,
      query: PageQuery,
      answer: PartnerList,
      handle: async ({ query }) => page(await partners.list(query)),
    }),
    route('GET /admin/v1/partners/:id', 'One partner', {
      ...common,
      params: IdParams,
      answer: Partner,
      handle: async ({ params }) => found(await partners.find(params.id), 'partner'),
    }),
    route('DELETE /admin/v1/partners/:id', 'Remove a partner; its teams stay', {
      ...common,
      params: IdParams,
      answer: Done,
      async handle({ params }) {
        if (!(await partners.remove(params.id, 'admin'))) found(undefined, 'partner')
        return { success: true }
      },
    }),
  ]
}
