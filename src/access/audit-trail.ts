import type { Paged, PageRequest } from './organizations.ts'

/** One change that somebody made to what is owned, limited or allowed. */
export interface AuditEvent {
  id: string
  at: Date
  organizationId: string | null
  teamId: string | null
  /** `admin`, or `key` with the id of the key that was used. */
  actor: string
  username: string | null
  action: string
  target: string | null
  details: Record<string, unknown>
}

type NewAuditEvent = Pick<AuditEvent, 'actor' | 'action'> & Partial<Omit<AuditEvent, 'id' | 'at'>>

interface AuditFilter extends PageRequest {
  organizationId?: string | undefined
  teamId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export interface AuditTrail {
  record(event: NewAuditEvent): Promise<void>
  /** Newest first. */
  list(filter: AuditFilter): Promise<Paged<AuditEvent>>
}
