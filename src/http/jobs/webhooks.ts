import { WebhookDeliveriesAnswer, WebhookDeliveriesQuery } from '../../contract/webhook-deliveries.ts'
import type { DeliveryLog } from '../../webhooks/webhooks.ts'
import { route } from '../server/route.ts'

export interface WebhookNeeds {
  deliveryLog: DeliveryLog
}

/** What a team can see of the webhooks it gave to its jobs. */
export function webhookRoutes({ deliveryLog }: WebhookNeeds) {
  return [
    route('GET /v2/team/webhook-deliveries', 'What webhooks were told, newest first', {
      access: 'team',
      scope: 'team',
      bucket: 'status',
      tag: 'Team',
      description: 'Of the last week. Addresses, headers and contents are not shown.',
      query: WebhookDeliveriesQuery,
      answer: WebhookDeliveriesAnswer,
      async handle({ who, query }) {
        const { items, nextCursor } = await deliveryLog.list(who.teamId, query)
        return { success: true, deliveries: items, nextCursor }
      },
    }),
  ]
}
