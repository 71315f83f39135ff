import type { Limits } from './caller.ts'
import type { NewKey } from './keys.ts'

/** A page of a list, oldest first; the cursor leads to the next one. */
export interface Paged<Item> {
  items: Item[]
  nextCursor: string | null
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

export interface Organization {
  id: string
  name: string
  threatProtection: unknown
  siem: unknown
  createdAt: Date
}

export type OrganizationChange = Partial<Pick<Organization, 'name' | 'threatProtection' | 'siem'>>

export interface Organizations {
  create(organization: Pick<Organization, 'name' | 'threatProtection' | 'siem'>): Promise<Organization>
  find(id: string): Promise<Organization | undefined>
  change(id: string, change: OrganizationChange): Promise<Organization | undefined>
  list(page: PageRequest): Promise<Paged<Organization>>
}

export interface Team {
  id: string
  organizationId: string
  partnerId: string | null
  name: string
  /** What is left; null when the team's credits never run out. */
  credits: number | null
  limits: Limits
  createdAt: Date
}

type NewTeam = Pick<Team, 'organizationId' | 'name' | 'credits' | 'limits'>
export type TeamChange = Partial<Pick<Team, 'name' | 'credits' | 'limits'>>

export interface Teams {
  create(team: NewTeam): Promise<Team>
  find(id: string): Promise<Team | undefined>
  /** Setting `credits` enters the difference into the ledger, so that the balance stays the sum of its entries. */
  change(id: string, change: TeamChange): Promise<Team | undefined>
  list(page: PageRequest): Promise<Paged<Team>>
  setWebhookSecret(id: string, sealed: Buffer): Promise<boolean>
}

/** A key as it can be shown later: never the key itself. */
export interface ApiKey {
  id: string
  teamId: string
  name: string
  lastFour: string
  createdAt: Date
}

export interface ApiKeys {
  create(teamId: string, name: string, key: NewKey): Promise<ApiKey>
  list(teamId: string, page: PageRequest): Promise<Paged<ApiKey>>
  /** Deletes the key and makes a new one for the same team and user. */
  rotate(id: string, key: NewKey): Promise<ApiKey | undefined>
  /** Removes the key outright; with a team given, only if it is that team's. */
  remove(id: string, teamId?: string): Promise<boolean>
}

export interface Partner {
  id: string
  name: string
  lastFour: string
  couponCredits: number
  createdAt: Date
}

export interface Partners {
  create(partner: { name: string; couponCredits: number }, key: NewKey): Promise<Partner>
  find(id: string): Promise<Partner | undefined>
  list(page: PageRequest): Promise<Paged<Partner>>
  rotate(id: string, key: NewKey): Promise<Partner | undefined>
  /** Its key stops being valid; the teams it made stay and belong to no partner. */
  remove(id: string): Promise<boolean>
}
