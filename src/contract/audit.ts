import { z } from 'zod'
import { closed } from './fields.ts'

export const AuditMetadata = closed(
  z
    .strictObject({ username: z.string().max(1024).describe('The user name that goes with the request.') })
    .meta({
      id: 'AuditMetadata',
      description: 'Who is behind the request, for the audit log of the organization.',
    }),
)
export type AuditMetadata = z.output<typeof AuditMetadata>

/** What a request says about itself, as far as its events may tell it. */
export interface AuditNote {
  /** Who the caller says is behind it; nobody has checked that. */
  username?: string
  /** The first of the addresses that it is about, without credentials. */
  targets: string[]
  targetCount: number
}
