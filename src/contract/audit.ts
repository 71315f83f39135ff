import { z } from 'zod'
import { closed } from './fields.ts'

export const AuditMetadata = closed(
  z
    .strictObject({
      username: z.string().max(1024).describe('The user name of the person behind the request.'),
    })
    .meta({
      id: 'AuditMetadata',
      description: "The user behind the request, for the organization's audit log.",
    }),
)
export type AuditMetadata = z.output<typeof AuditMetadata>

/** The facts about a request that its events may contain. */
export interface AuditNote {
  /** The user name that the caller sent, unverified. */
  username?: string
  /** The first target URLs, without credentials. */
  targets: string[]
  targetCount: number
}
