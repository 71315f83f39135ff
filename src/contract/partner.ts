import { z } from 'zod'
import { answer } from './answer.ts'

/** Body of `POST /partner/v1/accounts`. */
export const PartnerAccountRequest = z.strictObject({
  email: z.email().max(320).toLowerCase().describe("The user's address."),
})
export type PartnerAccountRequest = z.output<typeof PartnerAccountRequest>

/** Answer of `POST /partner/v1/accounts`. */
export const PartnerAccountAnswer = answer({ apiKey: z.string(), alreadyExisted: z.boolean() })
export type PartnerAccountAnswer = z.output<typeof PartnerAccountAnswer>

/** Body of `POST /partner/v1/api-keys/validate` and `POST /partner/v1/api-keys/rotate`. */
export const PartnerKeyRequest = z.strictObject({ apiKey: z.string().min(1).max(512) })
export type PartnerKeyRequest = z.output<typeof PartnerKeyRequest>

/** Answer of `POST /partner/v1/api-keys/validate`. */
export const PartnerValidateAnswer = answer({ teamName: z.string(), email: z.string() })
export type PartnerValidateAnswer = z.output<typeof PartnerValidateAnswer>

/** Answer of `POST /partner/v1/api-keys/rotate`. */
export const PartnerRotateAnswer = answer({
  apiKey: z.string().describe('The new key; the old one is gone.'),
})
export type PartnerRotateAnswer = z.output<typeof PartnerRotateAnswer>
