import {
  PartnerAccountAnswer,
  PartnerAccountRequest,
  PartnerKeyRequest,
  PartnerRotateAnswer,
  PartnerValidateAnswer,
} from '../contract/partner.ts'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

const common = { method: 'POST', access: 'partner', tag: 'Partner' } as const

/** What approved partners do for their users. */
export function partnerRoutes(): Route[] {
  return [
    route({
      ...common,
      path: '/partner/v1/accounts',
      summary: "Make, or find, a user's team and key",
      body: PartnerAccountRequest,
      answer: PartnerAccountAnswer,
      handle: notBuilt('The partner API'),
    }),
    route({
      ...common,
      path: '/partner/v1/api-keys/validate',
      summary: 'Whose key it is',
      body: PartnerKeyRequest,
      answer: PartnerValidateAnswer,
      handle: notBuilt('The partner API'),
    }),
    route({
      ...common,
      path: '/partner/v1/api-keys/rotate',
      summary: 'Replace a key',
      body: PartnerKeyRequest,
      answer: PartnerRotateAnswer,
      handle: notBuilt('The partner API'),
    }),
  ]
}
