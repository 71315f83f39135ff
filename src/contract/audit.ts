import { z } from 'zod'

/** Who is behind a request, for the log events of an organization that keeps them. */
export const AuditMetadata = z
  .strictObject({ username: z.string().max(1024).describe('The user name that goes with the request.') })
  .meta({
    id: 'AuditMetadata',
    description: 'Who is behind the request, for the audit log of the organization.',
  })
export type AuditMetadata = z.output<typeof AuditMetadata>
