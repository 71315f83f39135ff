import type { Caller } from '../access/access.ts'

/** The stored form of a token, code or session. `consumed` means that it cannot be used again. */
export interface StoredRecord {
  payload: Record<string, unknown>
  consumed: boolean
}

/** A record to write. It is found by the hash of `id`; the id itself is not stored. */
interface NewRecord {
  kind: string
  id: string
  payload: Record<string, unknown>
  expiresInSeconds: number
  /** The grant that it belongs to and ends with. */
  grantId?: string | undefined
  /** An alternative id. */
  uid?: string | undefined
  /** How many refresh tokens preceded this one. */
  generation?: number | undefined
  audience?: string | undefined
  scope?: string | undefined
}

interface TokenHolder {
  caller: Caller
  audience: string
  scope: string
}

/** Tokens, codes and sessions, found by the hash of their secret value. All state is in the database. */
export interface OAuthRecords {
  /** Returns false when its grant has ended meanwhile. */
  write(record: NewRecord): Promise<boolean>
  find(kind: string, id: string): Promise<StoredRecord | undefined>
  findByUid(kind: string, uid: string): Promise<StoredRecord | undefined>
  /** Returns true for exactly one of concurrent calls, over all processes. */
  consume(kind: string, id: string): Promise<boolean>
  remove(kind: string, id: string): Promise<void>
  removeByGrant(kind: string, grantId: string): Promise<void>
  /** Returns undefined as soon as the token, the membership, the user or the team is gone. */
  findHolder(accessToken: string): Promise<TokenHolder | undefined>
}

/** The access of a client to a team, granted by a user. */
interface NewGrant {
  id: string
  teamId: string
  /** Null for the operator. */
  userId: string | null
  clientId: string
  clientName: string
}

export interface OAuthGrants {
  /** Returns false when the user no longer belongs to the team. */
  open(grant: NewGrant, expiresInSeconds: number): Promise<boolean>
  write(id: string, payload: Record<string, unknown>): Promise<void>
  extend(id: string, expiresInSeconds: number): Promise<void>
  find(id: string): Promise<Record<string, unknown> | undefined>
  /** Ends the grant and all its tokens. */
  remove(id: string): Promise<void>
}

/** Registered clients. Those without a grant are deleted, and their number is limited. */
export interface OAuthClients {
  write(id: string, payload: Record<string, unknown>): Promise<void>
  find(id: string): Promise<Record<string, unknown> | undefined>
  remove(id: string): Promise<void>
}

export interface TeamChoice {
  id: string
  name: string
}

export interface Members {
  /** Whether the user exists and belongs to a team. */
  exists(userId: string): Promise<boolean>
  emailOf(userId: string): Promise<string | undefined>
  teamsOf(userId: string): Promise<TeamChoice[]>
  defaultTeam(): Promise<TeamChoice>
}

/** Sign-in codes for users, stored as hashes. */
export interface SignInCodes {
  /** Replaces the code of this sign-in. Returns false when no team member has this e-mail address. */
  issue(email: string, interactionId: string, hash: Buffer): Promise<boolean>
  /** All codes that are valid here. Nothing is written, so that it takes as long when there are none. */
  find(email: string, interactionId: string): Promise<{ userId: string; hash: Buffer }[]>
  /** Deletes the user's codes. Returns true for exactly one of concurrent calls. */
  use(userId: string, hash: Buffer): Promise<boolean>
}
