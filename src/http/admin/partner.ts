import type { PartnerAccounts } from '../../access/access.ts'
import {
  PartnerAccountResponse,
  PartnerAccountRequest,
  PartnerKeyRequest,
  PartnerRotateResponse,
  PartnerValidateResponse,
} from '../../contract/admin.ts'
import { Fault } from '../../fault.ts'
import { routesWith } from '../server/route.ts'

export interface PartnerNeeds {
  partnerAccounts: PartnerAccounts
}

const route = routesWith({ access: 'partner', tag: 'Partner' })
const NO_SUCH_KEY = 'No such key, or it was not created through this partner.'

export function partnerRoutes({ partnerAccounts }: PartnerNeeds) {
  return [
    route('POST /partner/v1/accounts', "Create, or find, a user's team and key", {
      description:
        'The user must have accepted the terms of service before. For a user that this partner already created, the response has the same team and key, and no second coupon.',
      body: PartnerAccountRequest,
      response: PartnerAccountResponse,
      handle: ({ caller, body }) => partnerAccounts.open(caller.partnerId, body.email),
    }),
    route('POST /partner/v1/api-keys/validate', 'The user and team of a key', {
      body: PartnerKeyRequest,
      response: PartnerValidateResponse,
      errors: { 404: NO_SUCH_KEY },
      handle: async ({ caller, body }) =>
        foundOrFail(await partnerAccounts.find(caller.partnerId, body.apiKey)),
    }),
    route('POST /partner/v1/api-keys/rotate', 'Replace a key', {
      description: 'The old key is invalid immediately; the new one has the same user and team.',
      body: PartnerKeyRequest,
      response: PartnerRotateResponse,
      errors: { 404: NO_SUCH_KEY },
      handle: async ({ caller, body }) => ({
        apiKey: foundOrFail(await partnerAccounts.rotate(caller.partnerId, body.apiKey)),
      }),
    }),
  ]
}

function foundOrFail<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Fault('NOT_FOUND', NO_SUCH_KEY)
  return thing
}
