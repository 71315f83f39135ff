import type { Actor } from './audit-trail.ts'
import type { Paged, PageRequest } from './page.ts'

/** A program that a user, or the operator, connected to a team. */
export interface Connection {
  id: string
  clientName: string
  clientId: string
  /** Null for the operator. */
  email: string | null
  createdAt: Date
  expiresAt: Date
}

/** Which programs act in the name of a team. */
export interface Connections {
  list(teamId: string, page: PageRequest): Promise<Paged<Connection>>
  /** Ends one with all of its tokens; false when the team has no such connection. */
  end(teamId: string, id: string, by?: Actor): Promise<boolean>
}
