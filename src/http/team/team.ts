import { excessLimit, inheritLimits, newApiKey } from '../../access/access.ts'
import type { Actor, ApiKeys, Caller, KeyLimits, Usage } from '../../access/access.ts'
import { OkResponse, IdParams } from '../../contract/fields.ts'
import { TeamKeyResponse, TeamKeyRequest, TeamKeysResponse } from '../../contract/api-keys.ts'
import {
  ActivityResponse,
  ActivityQuery,
  ConcurrencyResponse,
  CreditHistoryResponse,
  CreditUsageResponse,
  QueueStatusResponse,
  TokenHistoryResponse,
  TokenUsageResponse,
  UsageHistoryQuery,
  WebhookDeliveriesResponse,
  WebhookDeliveriesQuery,
} from '../../contract/team.ts'
import { omit } from '../../contract/omit.ts'
import { Fault } from '../../fault.ts'
import { routesWith } from '../server/route.ts'
import { siemRoutes, threatProtectionRoutes } from './policies.ts'
import type { SiemNeeds } from './policies.ts'
import type { DeliveryLog } from '../../webhooks/webhooks.ts'

export interface TeamNeeds extends SiemNeeds {
  apiKeys: ApiKeys
  usage: Usage
  deliveryLog: DeliveryLog
}

/** Clients format the remaining credits as a number, even for unlimited teams. */
const UNLIMITED = 999_999_999
/** One credit buys 15 model tokens, so both counters agree. */
const UNITS = [
  {
    unit: 'credit',
    title: 'Credits',
    perCredit: 1,
    balanceSchema: CreditUsageResponse,
    history: CreditHistoryResponse,
  },
  {
    unit: 'token',
    title: 'Tokens',
    perCredit: 15,
    balanceSchema: TokenUsageResponse,
    history: TokenHistoryResponse,
  },
]

const route = routesWith({ access: 'team', scope: 'team', bucket: 'status', tag: 'Team' })

export function teamRoutes({ apiKeys, usage, deliveryLog, ...policies }: TeamNeeds) {
  return [
    ...keyRoutes(apiKeys),
    ...usageRoutes(usage),
    ...queueRoutes(usage),
    ...threatProtectionRoutes(policies.organizations),
    ...siemRoutes(policies),
    deliveryRoute(deliveryLog),
  ]
}

function keyRoutes(apiKeys: ApiKeys) {
  const actor = ({ keyId }: Caller): Actor => `key ${keyId}`
  return [
    route('GET /v2/team/api-keys', "The team's API keys", {
      response: TeamKeysResponse,
      async handle({ caller }) {
        const { items } = await apiKeys.list(caller.teamId, { limit: 10_000 })
        return { success: true, apiKeys: items.map((key) => omit(key, ['teamId'])) }
      },
    }),
    route('POST /v2/team/api-keys', 'Create an API key', {
      description:
        'The key is readable only in this response. Keys created by a limited key get its limits, or narrower ones.',
      body: TeamKeyRequest,
      response: TeamKeyResponse,
      errors: { 403: 'The new key would have wider limits than the key of the request.' },
      async handle({ caller, body }) {
        const key = newApiKey()
        const limits = inheritLimits(caller.keyLimits, body)
        const { id } = await apiKeys.create(caller.teamId, { name: body.name, ...limits }, key, actor(caller))
        return { success: true, id, apiKey: key.key, ...limits }
      },
    }),
    route('DELETE /v2/team/api-keys/:id', 'Delete an API key', {
      params: IdParams,
      response: OkResponse,
      errors: { 403: 'The key has wider limits than the key of the request.' },
      async handle({ caller, params }) {
        const check = (key: KeyLimits) => refuseWiderKey(caller.keyLimits, key)
        if (!(await apiKeys.remove(params.id, actor(caller), { teamId: caller.teamId, check })))
          throw new Fault('NOT_FOUND', 'There is no API key with this id.')
        return { success: true }
      },
    }),
  ]
}

/** A key that could delete wider keys could lock the team out. */
function refuseWiderKey(own: KeyLimits, of: KeyLimits): void {
  if (excessLimit(own, of) === undefined) return
  throw new Fault(
    'FORBIDDEN',
    'Forbidden: a limited API key cannot delete a key with wider limits. Use a key with the same or wider limits.',
  )
}

function usageRoutes(usage: Usage) {
  return [
    ...UNITS.map(({ unit, title, perCredit, balanceSchema }) =>
      route(`GET /v2/team/${unit}-usage`, `${title} left`, {
        response: balanceSchema,
        async handle({ caller }) {
          const { credits, granted } = await usage.balance(caller.teamId)
          return {
            success: true,
            data: {
              [`remaining${title}`]: credits === null ? UNLIMITED : credits * perCredit,
              [`plan${title}`]: credits === null ? UNLIMITED : granted * perCredit,
              billingPeriodStart: null,
              billingPeriodEnd: null,
            },
          }
        },
      }),
    ),
    ...UNITS.map(({ unit, title, perCredit, history }) =>
      route(`GET /v2/team/${unit}-usage/historical`, `${title} used, by month`, {
        query: UsageHistoryQuery,
        response: history,
        async handle({ caller, query: { byApiKey } }) {
          const months = await usage.history(caller.teamId, byApiKey)
          const periods = months.map(({ startDate, endDate, keyId, creditsUsed }) => ({
            startDate,
            endDate,
            ...(byApiKey && keyId !== null && { apiKey: keyId }),
            [`${unit}sUsed`]: creditsUsed * perCredit,
          }))
          return { success: true, periods }
        },
      }),
    ),
  ]
}

function queueRoutes(usage: Usage) {
  return [
    route('GET /v2/team/queue-status', "The team's queue", {
      response: QueueStatusResponse,
      async handle({ caller }) {
        const { active, waiting, concurrency, mostRecentSuccess } = await usage.queue(caller.teamId)
        return {
          success: true,
          jobsInQueue: active + waiting,
          activeJobsInQueue: active,
          waitingJobsInQueue: waiting,
          maxConcurrency: concurrency ?? UNLIMITED,
          mostRecentSuccess,
        }
      },
    }),
    route('GET /v2/concurrency-check', 'Running and maximum concurrency', {
      response: ConcurrencyResponse,
      async handle({ caller }) {
        const { active, concurrency } = await usage.queue(caller.teamId)
        return { success: true, concurrency: active, maxConcurrency: concurrency ?? UNLIMITED }
      },
    }),
    route('GET /v2/team/activity', "The team's activity of the last day", {
      query: ActivityQuery,
      response: ActivityResponse,
      async handle({ caller, query }) {
        const { items, nextCursor } = await usage.activity(caller.teamId, query)
        return {
          success: true,
          // URLs are not stored, so there is no target.
          data: items.map(({ id, endpoint, at }) => ({
            id,
            endpoint,
            api_version: 'v2',
            created_at: at,
            target: null,
          })),
          cursor: nextCursor,
          has_more: nextCursor !== null,
        }
      },
    }),
  ]
}

function deliveryRoute(deliveryLog: DeliveryLog) {
  return route('GET /v2/team/webhook-deliveries', 'Webhook deliveries, newest first', {
    description: 'Deliveries of the last week. URLs, headers and contents are not shown.',
    query: WebhookDeliveriesQuery,
    response: WebhookDeliveriesResponse,
    async handle({ caller, query }) {
      const { items, nextCursor } = await deliveryLog.list(caller.teamId, query)
      return { success: true, deliveries: items, nextCursor }
    },
  })
}
