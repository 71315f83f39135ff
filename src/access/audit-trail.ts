import type { Paged, PageRequest } from './page.ts'

/** Who changed something: the operator over HTTP or at the command line, a team with one of its keys, or a partner. */
export type Actor = 'admin' | 'command line' | `key ${string}` | `partner ${string}`

/** One change that somebody made to what is owned, limited or allowed. */
export interface AuditEvent {
  id: string
  at: Date
  organizationId: string | null
  teamId: string | null
  actor: string
  username: string | null
  action: string
  target: string | null
  details: Record<string, unknown>
}

interface AuditFilter extends PageRequest {
  organizationId?: string | undefined
  teamId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What was changed. Events are written by whatever makes the change, in the same transaction. */
export interface AuditTrail {
  /** Newest first. */
  list(filter: AuditFilter): Promise<Paged<AuditEvent>>
}
