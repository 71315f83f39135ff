import type {
  AuditRow,
  Connection as ShownConnection,
  Member as ShownMember,
  Team as ShownTeam,
} from '../contract/admin.ts'
import type { KeyLimits } from './caller.ts'
import type { NewKey } from './secrets.ts'

/** A page of a list, oldest first; the cursor leads to the next one. */
export interface Paged<Item> {
  items: Item[]
  nextCursor: string | null
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

/** Who changed something: the operator over HTTP or at the command line, a team with one of its keys, or a partner. */
export type Actor = 'admin' | 'command line' | `key ${string}` | `partner ${string}`

/** A type of the API with dates as `Date` instead of text. */
export type WithDates<Shown> = {
  [Name in keyof Shown]: Name extends 'at' | `${string}At` | `${string}Date`
    ? Date | Extract<Shown[Name], null>
    : Shown[Name]
}

export type AuditEvent = WithDates<AuditRow>

/** A page of entries from a time span, for one team or for all. */
export interface SpanFilter extends PageRequest {
  teamId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What was changed. Events are written by whatever makes the change, in the same transaction. */
export interface AuditTrail {
  /** Newest first. */
  list(filter: SpanFilter & { organizationId?: string | undefined }): Promise<Paged<AuditEvent>>
}

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
    change: (current: Organization) => OrganizationChange,
    by?: Actor,
  ): Promise<Organization | undefined>
  list(page: PageRequest): Promise<Paged<Organization>>
  /** Whether teams other than this one have keys of the organization. */
  hasOtherTeams(id: string, teamId: string): Promise<boolean>
}

export type Team = WithDates<ShownTeam>

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
  create(teamId: string, options: { name: string } & KeyLimits, key: NewKey, by?: Actor): Promise<ApiKey>
  list(teamId: string, page: PageRequest): Promise<Paged<ApiKey>>
  /** Deletes the key and makes a new one for the same team and user, with the same limits. */
  rotate(id: string, key: NewKey, by?: Actor): Promise<ApiKey | undefined>
  /** Removes the key outright; with a team given, only if it is that team's. A `check` that throws keeps the key. */
  remove(id: string, by?: Actor, owner?: { teamId: string; check(key: ApiKey): void }): Promise<boolean>
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

export type Member = WithDates<ShownMember>

/** Which users belong to a team. Whoever belongs to one can sign in and act for it. */
export interface TeamMembers {
  /** Makes the user where there is none with this address; undefined when there is no such team. */
  add(teamId: string, email: string, by?: Actor): Promise<Member | undefined>
  list(teamId: string, page: PageRequest): Promise<Paged<Member>>
  /** Ends whatever the user allowed programs to do in the name of the team. */
  remove(teamId: string, userId: string, by?: Actor): Promise<boolean>
}

export type Connection = WithDates<ShownConnection>

export interface Connections {
  list(teamId: string, page: PageRequest): Promise<Paged<Connection>>
  /** Ends one with all of its tokens; false when the team has no such connection. */
  end(teamId: string, id: string, by?: Actor): Promise<boolean>
}

export interface PartnerAccount {
  teamName: string
  email: string
}

/**
 * What a partner does for its users. A key counts as the partner's when it was made here: keys that the team made for
 * itself, and those of other partners, are as unknown as keys that never existed.
 */
export interface PartnerAccounts {
  /**
   * The key of the user's team with this partner; user, team and key are made where they are missing. However many ask
   * at once, there is one of each. Only a team that is made now gets the partner's coupon.
   */
  open(partnerId: string, email: string): Promise<{ apiKey: string; alreadyExisted: boolean }>
  find(partnerId: string, apiKey: string): Promise<PartnerAccount | undefined>
  /** Puts a new key in the place of this one. Of several who ask at once, one gets it; for the others there is no such key. */
  rotate(partnerId: string, apiKey: string): Promise<string | undefined>
}

/** What the operator wants an installation to have from its first start on. */
export interface FirstStartOptions {
  apiKey: string | undefined
  adminKey: string | undefined
  partnerKey: string | undefined
  /** Concurrency of the default team, and of callers without a key, set from the machine. */
  concurrency: number
  threatProtection: unknown
  siem: unknown
}

/** Keys that were generated just now; this is the only time they can be read. */
export interface GeneratedKeys {
  apiKey?: string
  adminKey?: string
}

export type FirstStart = (options: FirstStartOptions) => Promise<GeneratedKeys>
