import type { Actor } from './audit-trail.ts'
import type { Paged, PageRequest } from './page.ts'
import type { Limits } from './caller.ts'
import type { KeyLimits } from './key-limits.ts'
import type { NewKey } from './keys.ts'

export interface Organization {
  id: string
  name: string
  threatProtection: unknown
  siem: unknown
  createdAt: Date
}

export type OrganizationChange = Partial<Pick<Organization, 'name' | 'threatProtection' | 'siem'>>

/** Each change goes on record together with who made it: the command line, unless somebody else is named. */
export interface Organizations {
  create(
    organization: Pick<Organization, 'name' | 'threatProtection' | 'siem'>,
    by?: Actor,
  ): Promise<Organization>
  find(id: string): Promise<Organization | undefined>
  /** Nobody else changes the organization between what `change` is shown and what it answers. */
  change(
    id: string,
    change: (was: Organization) => OrganizationChange,
    by?: Actor,
  ): Promise<Organization | undefined>
  list(page: PageRequest): Promise<Paged<Organization>>
  /** Whether teams other than this one have keys of the organization. */
  hasOtherTeams(id: string, teamId: string): Promise<boolean>
}

export interface Team {
  id: string
  organizationId: string
  partnerId: string | null
  name: string
  /** What is left; null when the team's credits never run out. */
  credits: number | null
  limits: Limits
  /** Whether nothing of its requests is kept, whatever they ask for. */
  zeroDataRetention: boolean
  createdAt: Date
}

type NewTeam = Pick<Team, 'organizationId' | 'name' | 'credits' | 'limits'> &
  Partial<Pick<Team, 'zeroDataRetention'>>
export type TeamChange = Partial<Pick<Team, 'name' | 'credits' | 'limits' | 'zeroDataRetention'>>

export interface Teams {
  create(team: NewTeam, by?: Actor): Promise<Team>
  find(id: string): Promise<Team | undefined>
  /** Setting `credits` enters the difference into the ledger, so that the balance stays the sum of its entries. */
  change(id: string, change: TeamChange, by?: Actor): Promise<Team | undefined>
  list(page: PageRequest): Promise<Paged<Team>>
  setWebhookSecret(id: string, sealed: Buffer, by?: Actor): Promise<boolean>
}

/** A key as it can be shown later: never the key itself. */
export interface ApiKey extends KeyLimits {
  id: string
  teamId: string
  name: string
  lastFour: string
  createdAt: Date
}

export interface ApiKeys {
  create(teamId: string, wish: { name: string } & KeyLimits, key: NewKey, by?: Actor): Promise<ApiKey>
  list(teamId: string, page: PageRequest): Promise<Paged<ApiKey>>
  /** Deletes the key and makes a new one for the same team and user, with the same limits. */
  rotate(id: string, key: NewKey, by?: Actor): Promise<ApiKey | undefined>
  /** Removes the key outright; with a team given, only if it is that team's. A `check` that throws keeps the key. */
  remove(id: string, by?: Actor, of?: { teamId: string; check(key: ApiKey): void }): Promise<boolean>
}

export interface Partner {
  id: string
  name: string
  lastFour: string
  couponCredits: number
  createdAt: Date
}

export interface Partners {
  create(partner: { name: string; couponCredits: number }, key: NewKey, by?: Actor): Promise<Partner>
  find(id: string): Promise<Partner | undefined>
  list(page: PageRequest): Promise<Paged<Partner>>
  rotate(id: string, key: NewKey, by?: Actor): Promise<Partner | undefined>
  /** Its key stops being valid; the teams it made stay and belong to no partner. */
  remove(id: string, by?: Actor): Promise<boolean>
}
