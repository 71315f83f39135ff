import type {
  AuditRow,
  Connection as ShownConnection,
  Member as ShownMember,
  Team as ShownTeam,
} from '../contract/admin.ts'
import type { KeyLimits } from './caller.ts'
import type { NewKey } from './secrets.ts'

/** A page of a list, oldest first. The cursor leads to the next page. */
export interface Paged<Item> {
  items: Item[]
  nextCursor: string | null
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

/** The author of a change: the operator over HTTP or on the command line, a team's key, or a partner. */
export type Actor = 'admin' | 'command line' | `key ${string}` | `partner ${string}`

/** A type of the API with dates as `Date` instead of text. */
export type WithDates<Shown> = {
  [Name in keyof Shown]: Name extends 'at' | `${string}At` | `${string}Date`
    ? Date | Extract<Shown[Name], null>
    : Shown[Name]
}

export type AuditEvent = WithDates<AuditRow>

/** A page of entries in a time span, for one team or all. */
export interface SpanFilter extends PageRequest {
  teamId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The record of changes. Events are written in the transaction that makes the change. */
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

/** Organizations. Each change is recorded with its author, by default the command line. */
export interface Organizations {
  create(
    organization: Pick<Organization, 'name' | 'threatProtection' | 'siem'>,
    by?: Actor,
  ): Promise<Organization>
  find(id: string): Promise<Organization | undefined>
  /** The organization is locked between the read passed to `change` and the write of its result. */
  change(
    id: string,
    change: (current: Organization) => OrganizationChange,
    by?: Actor,
  ): Promise<Organization | undefined>
  list(page: PageRequest): Promise<Paged<Organization>>
  /** Whether other teams have keys of the organization. */
  hasOtherTeams(id: string, teamId: string): Promise<boolean>
}

export type Team = WithDates<ShownTeam>

type NewTeam = Pick<Team, 'organizationId' | 'name' | 'credits' | 'limits'> &
  Partial<Pick<Team, 'zeroDataRetention'>>
export type TeamChange = Partial<Pick<Team, 'name' | 'credits' | 'limits' | 'zeroDataRetention'>>

export interface Teams {
  create(team: NewTeam, by?: Actor): Promise<Team>
  find(id: string): Promise<Team | undefined>
  /**
   * Setting `credits` adds the difference to the ledger, so that the balance stays the sum of its entries.
   */
  change(id: string, change: TeamChange, by?: Actor): Promise<Team | undefined>
  list(page: PageRequest): Promise<Paged<Team>>
  setWebhookSecret(id: string, sealed: Buffer, by?: Actor): Promise<boolean>
}

/** A key without its secret, for lists. */
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
  /** Deletes the key and creates a new one for the same team and user, with the same limits. */
  rotate(id: string, key: NewKey, by?: Actor): Promise<ApiKey | undefined>
  /** Deletes the key; with an owner, only if it belongs to that team. If `check` throws, the key stays. */
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
  /** Its key becomes invalid. Its teams stay and belong to no partner. */
  remove(id: string, by?: Actor): Promise<boolean>
}

export type Member = WithDates<ShownMember>

/** The members of a team. Each can sign in and act for the team. */
export interface TeamMembers {
  /**
   * Creates the user if there is none with this e-mail address. Returns undefined when the team does not
   * exist.
   */
  add(teamId: string, email: string, by?: Actor): Promise<Member | undefined>
  list(teamId: string, page: PageRequest): Promise<Paged<Member>>
  /** Also ends all access that the user granted to clients for the team. */
  remove(teamId: string, userId: string, by?: Actor): Promise<boolean>
}

export type Connection = WithDates<ShownConnection>

export interface Connections {
  list(teamId: string, page: PageRequest): Promise<Paged<Connection>>
  /** Ends a connection with all its tokens. Returns false when the team has no such connection. */
  end(teamId: string, id: string, by?: Actor): Promise<boolean>
}

export interface PartnerAccount {
  teamName: string
  email: string
}

/**
 * Functions of a partner for its users. Only keys created here count as the partner's: the team's own keys
 * and those of other partners behave like unknown keys.
 */
export interface PartnerAccounts {
  /**
   * Returns the key of the user's team with this partner, and creates user, team and key if missing.
   * Concurrent calls create only one of each. Only a new team gets the partner's coupon.
   */
  open(partnerId: string, email: string): Promise<{ apiKey: string; alreadyExisted: boolean }>
  find(partnerId: string, apiKey: string): Promise<PartnerAccount | undefined>
  /**
   * Replaces this key by a new one. Of concurrent calls one gets it; for the others the key does not exist.
   */
  rotate(partnerId: string, apiKey: string): Promise<string | undefined>
}

/** The settings of an installation at its first start. */
export interface FirstStartOptions {
  apiKey: string | undefined
  adminKey: string | undefined
  partnerKey: string | undefined
  /** Concurrency of the default team and of callers without a key, derived from the machine. */
  concurrency: number
  threatProtection: unknown
  siem: unknown
}

/** Newly generated keys. They cannot be read later. */
export interface GeneratedKeys {
  apiKey?: string
  adminKey?: string
}

export type FirstStart = (options: FirstStartOptions) => Promise<GeneratedKeys>
