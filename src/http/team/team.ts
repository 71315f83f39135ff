import { excessOf, inheritLimits, newApiKey } from '../../access/access.ts'
import type { Actor, ApiKeys, Caller, KeyLimits, Usage } from '../../access/access.ts'
import { Done, IdParams } from '../../contract/fields.ts'
import { TeamKeyAnswer, TeamKeyRequest, TeamKeysAnswer } from '../../contract/api-keys.ts'
import {
  ActivityAnswer,
  ActivityQuery,
  ConcurrencyAnswer,
  CreditHistoryAnswer,
  CreditUsageAnswer,
  QueueStatusAnswer,
  TokenHistoryAnswer,
  TokenUsageAnswer,
  UsageHistoryQuery,
  WebhookDeliveriesAnswer,
  WebhookDeliveriesQuery,
} from '../../contract/team.ts'
import { without } from '../../contract/without.ts'
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

/** Clients format what is left as a number, also where it never runs out. */
const ENDLESS = 999_999_999
/** One credit buys 15 tokens of a model, so both counters tell the same story. */
const UNITS = [
  { unit: 'credit', title: 'Credits', perCredit: 1, left: CreditUsageAnswer, history: CreditHistoryAnswer },
  { unit: 'token', title: 'Tokens', perCredit: 15, left: TokenUsageAnswer, history: TokenHistoryAnswer },
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
      answer: TeamKeysAnswer,
      async handle({ who }) {
        const { items } = await apiKeys.list(who.teamId, { limit: 10_000 })
        return { success: true, apiKeys: items.map((key) => without(key, ['teamId'])) }
      },
    }),
    route('POST /v2/team/api-keys', 'Make an API key', {
      description:
        'The key is readable only in this answer. A limited key gives its own limits to the keys it makes, or narrower ones.',
      body: TeamKeyRequest,
      answer: TeamKeyAnswer,
      alsoFails: { 403: 'The new key would have wider limits than the key of the request.' },
      async handle({ who, body }) {
        const key = newApiKey()
        const limits = inheritLimits(who.keyLimits, body)
        const { id } = await apiKeys.create(who.teamId, { name: body.name, ...limits }, key, actor(who))
        return { success: true, id, apiKey: key.key, ...limits }
      },
    }),
    route('DELETE /v2/team/api-keys/:id', 'Remove an API key outright', {
      params: IdParams,
      answer: Done,
      alsoFails: { 403: 'The key has wider limits than the key of the request.' },
      async handle({ who, params }) {
        const check = (key: KeyLimits) => refuseWider(who.keyLimits, key)
        if (!(await apiKeys.remove(params.id, actor(who), { teamId: who.teamId, check })))
          throw new Fault('NOT_FOUND', 'There is no API key with this id.')
        return { success: true }
      },
    }),
  ]
}

/** A key that could delete wider ones could lock the team out. */
function refuseWider(own: KeyLimits, of: KeyLimits): void {
  if (excessOf(own, of) === undefined) return
  throw new Fault('FORBIDDEN', 'Forbidden: a limited API key cannot delete a key with wider limits.')
}

function usageRoutes(usage: Usage) {
  return [
    ...UNITS.map(({ unit, title, perCredit, left }) =>
      route(`GET /v2/team/${unit}-usage`, `${title} that are left`, {
        answer: left,
        async handle({ who }) {
          const { credits, granted } = await usage.balance(who.teamId)
          return {
            success: true,
            data: {
              [`remaining${title}`]: credits === null ? ENDLESS : credits * perCredit,
              [`plan${title}`]: credits === null ? ENDLESS : granted * perCredit,
              billingPeriodStart: null,
              billingPeriodEnd: null,
            },
          }
        },
      }),
    ),
    ...UNITS.map(({ unit, title, perCredit, history }) =>
      route(`GET /v2/team/${unit}-usage/historical`, `${title} used, month by month`, {
        query: UsageHistoryQuery,
        answer: history,
        async handle({ who, query: { byApiKey } }) {
          const months = await usage.history(who.teamId, byApiKey)
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
    route('GET /v2/team/queue-status', 'How busy the team is', {
      answer: QueueStatusAnswer,
      async handle({ who }) {
        const { active, waiting, concurrency, mostRecentSuccess } = await usage.queue(who.teamId)
        return {
          success: true,
          jobsInQueue: active + waiting,
          activeJobsInQueue: active,
          waitingJobsInQueue: waiting,
          maxConcurrency: concurrency ?? ENDLESS,
          mostRecentSuccess,
        }
      },
    }),
    route('GET /v2/concurrency-check', 'What runs now and may run at most', {
      answer: ConcurrencyAnswer,
      async handle({ who }) {
        const { active, concurrency } = await usage.queue(who.teamId)
        return { success: true, concurrency: active, maxConcurrency: concurrency ?? ENDLESS }
      },
    }),
    route('GET /v2/team/activity', 'What the team did in the last day', {
      query: ActivityQuery,
      answer: ActivityAnswer,
      async handle({ who, query }) {
        const { items, nextCursor } = await usage.activity(who.teamId, query)
        return {
          success: true,
          // Addresses are not kept, so there is no target to name.
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
  return route('GET /v2/team/webhook-deliveries', 'What webhooks were told, newest first', {
    description: 'Of the last week. Addresses, headers and contents are not shown.',
    query: WebhookDeliveriesQuery,
    answer: WebhookDeliveriesAnswer,
    async handle({ who, query }) {
      const { items, nextCursor } = await deliveryLog.list(who.teamId, query)
      return { success: true, deliveries: items, nextCursor }
    },
  })
}
