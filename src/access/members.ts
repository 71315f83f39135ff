import type { Actor } from './audit-trail.ts'
import type { Paged, PageRequest } from './page.ts'

/** A user of a team. */
export interface Member {
  id: string
  email: string
  createdAt: Date
}

/** Which users belong to a team. Whoever belongs to one can sign in and act for it. */
export interface TeamMembers {
  /** Makes the user where there is none with this address; undefined when there is no such team. */
  add(teamId: string, email: string, by?: Actor): Promise<Member | undefined>
  list(teamId: string, page: PageRequest): Promise<Paged<Member>>
  /** Ends whatever the user allowed programs to do in the name of the team. */
  remove(teamId: string, userId: string, by?: Actor): Promise<boolean>
}
