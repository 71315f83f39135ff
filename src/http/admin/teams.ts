import { randomBytes } from 'node:crypto'
import { Readable, addAbortSignal } from 'node:stream'
import { z } from 'zod'
import { inheritLimits, newApiKey, noKeyLimits } from '../../access/access.ts'
import type {
  ApiKeys,
  Connections,
  Organizations,
  Paged,
  Cipher,
  TeamData,
  TeamMembers,
  Teams,
} from '../../access/access.ts'
import {
  ErasedResponse,
  AdminKeyResponse,
  AdminKeyRequest,
  ApiKeyList,
  ConnectionList,
  ConnectionParams,
  Member,
  MemberList,
  MemberParams,
  MemberRequest,
  Team,
  TeamChange,
  TeamList,
  TeamRequest,
  WebhookSecretResponse,
} from '../../contract/admin.ts'
import { OkResponse, IdParams, PageQuery } from '../../contract/fields.ts'
import { Fault } from '../../fault.ts'
import { routesWith } from '../server/route.ts'

export interface TeamNeeds {
  organizations: Pick<Organizations, 'find'>
  teams: Teams
  teamData: TeamData
  apiKeys: ApiKeys
  members: TeamMembers
  connections: Connections
  /** Encrypts a team's webhook secret. Signing needs it in plain text again. */
  webhookCipher: Cipher
  defaultOrganizationId: () => Promise<string>
}

const route = routesWith({ access: 'admin', tag: 'Administration' })

export function teamRoutes(needs: TeamNeeds) {
  return [
    ...teamSettingRoutes(needs),
    ...dataRoutes(needs),
    ...keyRoutes(needs),
    ...memberRoutes(needs),
    ...connectionRoutes(needs),
  ]
}

/** Returns the entity or throws 404. */
export function foundOrFail<Entity>(entity: Entity | undefined, entityName: string): Entity {
  if (entity === undefined) throw new Fault('NOT_FOUND', `There is no ${entityName} with this id.`)
  return entity
}

export function removedOrFail(isRemoved: boolean, noun: string): OkResponse {
  foundOrFail(isRemoved || undefined, noun)
  return { success: true }
}

export function listPage<Item>({ items, nextCursor }: Paged<Item>) {
  return { data: items, nextCursor }
}

function teamSettingRoutes({ organizations, teams, webhookCipher, defaultOrganizationId }: TeamNeeds) {
  return [
    route('POST /admin/v1/teams', 'Create a team', {
      body: TeamRequest,
      response: Team,
      errors: { 404: 'There is no organization with this id.' },
      async handle({ body }) {
        const organizationId = body.organizationId ?? (await defaultOrganizationId())
        foundOrFail(await organizations.find(organizationId), 'organization')
        return teams.create({ ...body, organizationId }, 'admin')
      },
    }),
    route('GET /admin/v1/teams', 'All teams', {
      query: PageQuery,
      response: TeamList,
      handle: async ({ query }) => listPage(await teams.list(query)),
    }),
    route('GET /admin/v1/teams/:id', 'One team', {
      params: IdParams,
      response: Team,
      handle: async ({ params }) => foundOrFail(await teams.find(params.id), 'team'),
    }),
    route('PATCH /admin/v1/teams/:id', "Set a team's credits, limits or name", {
      params: IdParams,
      body: TeamChange,
      response: Team,
      handle: async ({ params, body }) => foundOrFail(await teams.change(params.id, body, 'admin'), 'team'),
    }),
    route('POST /admin/v1/teams/:id/webhook-secret', "Replace a team's webhook secret", {
      description: 'The secret is readable only in this response.',
      params: IdParams,
      body: z.strictObject({}).prefault({}),
      response: WebhookSecretResponse,
      async handle({ params }) {
        const webhookSecret = `whsec_${randomBytes(32).toString('hex')}`
        const sealed = webhookCipher.encrypt(webhookSecret)
        foundOrFail((await teams.setWebhookSecret(params.id, sealed, 'admin')) || undefined, 'team')
        return { webhookSecret }
      },
    }),
  ]
}

/** A slower reader is disconnected, because the export holds a database transaction open. */
const MAX_EXPORT_MS = 30 * 60_000

function dataRoutes({ teamData }: TeamNeeds) {
  return [
    route('GET /admin/v1/teams/:id/data', 'Export all data of a team', {
      params: IdParams,
      description:
        'One JSON object per line, each with its `kind`, as of one moment. The last line has the kind `end`; without it the export is incomplete. Bytes are base64. Secrets are left out.',
      response: z.unknown().meta({ type: 'string' }),
      contentType: 'application/x-ndjson',
      errors: { 409: 'Another export is running. Try again later.' },
      async handle({ params, signal, reply }) {
        const time = AbortSignal.any([signal, AbortSignal.timeout(MAX_EXPORT_MS)])
        const lines = foundOrFail(await teamData.export(params.id, time, 'admin'), 'team')
        // Buffers bytes rather than objects, so that at most one large line is buffered.
        const stream = Readable.from(lines, { objectMode: false })
        return reply.type('application/x-ndjson').send(addAbortSignal(time, stream))
      },
    }),
    route('DELETE /admin/v1/teams/:id/data', 'Delete all content of a team', {
      params: IdParams,
      description:
        "First ends the team's jobs and sessions. The team, its keys, its credits with their ledger and the audit trail stay.",
      response: ErasedResponse,
      errors: { 409: "This team's content is already being deleted." },
      handle: async ({ params }) => ({
        success: true,
        erased: foundOrFail(await teamData.erase(params.id, 'admin'), 'team'),
      }),
    }),
    route('DELETE /admin/v1/teams/:id', 'Delete a team with its keys and all of its content', {
      params: IdParams,
      description: 'Its ledger entries and audit trail stay.',
      response: ErasedResponse,
      errors: { 409: 'The team is already being deleted, or the service itself needs it.' },
      handle: async ({ params }) => ({
        success: true,
        erased: foundOrFail(await teamData.remove(params.id, 'admin'), 'team'),
      }),
    }),
  ]
}

function keyRoutes({ teams, apiKeys }: TeamNeeds) {
  return [
    route('GET /admin/v1/teams/:id/api-keys', "A team's API keys", {
      params: IdParams,
      query: PageQuery,
      response: ApiKeyList,
      async handle({ params, query }) {
        foundOrFail(await teams.find(params.id), 'team')
        return listPage(await apiKeys.list(params.id, query))
      },
    }),
    route('POST /admin/v1/teams/:id/api-keys', 'Create an API key for a team', {
      description: 'The key is readable only in this response.',
      params: IdParams,
      body: AdminKeyRequest,
      response: AdminKeyResponse,
      async handle({ params, body }) {
        foundOrFail(await teams.find(params.id), 'team')
        const key = newApiKey()
        const limits = inheritLimits(noKeyLimits, body)
        const { id } = await apiKeys.create(params.id, { name: body.name, ...limits }, key, 'admin')
        return { id, apiKey: key.key, ...limits }
      },
    }),
    route('DELETE /admin/v1/api-keys/:id', 'Delete an API key', {
      params: IdParams,
      response: OkResponse,
      handle: async ({ params }) => removedOrFail(await apiKeys.remove(params.id, 'admin'), 'API key'),
    }),
  ]
}

/** The users who belong to a team and can connect programs to it. */
function memberRoutes({ teams, members }: TeamNeeds) {
  return [
    route('GET /admin/v1/teams/:id/users', "A team's users", {
      params: IdParams,
      query: PageQuery,
      response: MemberList,
      async handle({ params, query }) {
        foundOrFail(await teams.find(params.id), 'team')
        return listPage(await members.list(params.id, query))
      },
    }),
    route('POST /admin/v1/teams/:id/users', 'Add a user to a team', {
      description: 'Users who receive mail at this address can sign in and connect programs to the team.',
      params: IdParams,
      body: MemberRequest,
      response: Member,
      handle: async ({ params, body }) =>
        foundOrFail(await members.add(params.id, body.email, 'admin'), 'team'),
    }),
    route('DELETE /admin/v1/teams/:id/users/:userId', 'Remove a user from a team', {
      description: 'Also ends all connections of programs that the user allowed to act for the team.',
      params: MemberParams,
      response: OkResponse,
      handle: async ({ params: { id, userId } }) =>
        removedOrFail(await members.remove(id, userId, 'admin'), 'user'),
    }),
  ]
}

function connectionRoutes({ teams, connections }: TeamNeeds) {
  return [
    route('GET /admin/v1/teams/:id/connections', 'Programs that are connected to a team', {
      description: 'Programs that act for the team with an account, through `/v2/mcp-oauth`.',
      params: IdParams,
      query: PageQuery,
      response: ConnectionList,
      async handle({ params, query }) {
        foundOrFail(await teams.find(params.id), 'team')
        return listPage(await connections.list(params.id, query))
      },
    }),
    route('DELETE /admin/v1/teams/:id/connections/:connectionId', 'End a connection', {
      description: 'All its tokens become invalid immediately.',
      params: ConnectionParams,
      response: OkResponse,
      handle: async ({ params: { id, connectionId } }) =>
        removedOrFail(await connections.end(id, connectionId, 'admin'), 'connection'),
    }),
  ]
}
