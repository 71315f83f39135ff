import { z } from 'zod'
import { answer, Success, Timestamp } from './answer.ts'
import { originField } from './client-fields.ts'
import { Id } from './ids.ts'
import { keyLimitFields, shownKeyLimits } from './key-limits.ts'

/** The name of a key, for people. */
export const KeyName = z.string().trim().min(1).max(256).default('API key')

/** Body of `POST /team/api-keys`. */
export const TeamKeyRequest = z
  .strictObject({ name: KeyName, ...keyLimitFields, ...originField })
  .prefault({})
export type TeamKeyRequest = z.output<typeof TeamKeyRequest>

/** A key as it is shown later: never the key itself. */
export const ApiKey = answer({
  id: Id,
  name: z.string(),
  lastFour: z.string().describe('How the key ends.'),
  createdAt: Timestamp,
  ...shownKeyLimits,
})
export type ApiKey = z.output<typeof ApiKey>

/** Answer of `GET /team/api-keys`. */
export const TeamKeysAnswer = answer({ success: Success, apiKeys: z.array(ApiKey) })
export type TeamKeysAnswer = z.output<typeof TeamKeysAnswer>

/** Answer of `POST /team/api-keys`; the key cannot be read again later. */
export const TeamKeyAnswer = answer({ success: Success, id: Id, apiKey: z.string(), ...shownKeyLimits })
export type TeamKeyAnswer = z.output<typeof TeamKeyAnswer>
