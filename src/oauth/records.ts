import type { Caller } from '../access/access.ts'

/** What is kept of one token, code or session; `consumed` says that it was used in a way that allows no other use. */
export interface StoredRecord {
  payload: Record<string, unknown>
  consumed: boolean
}

/** What is written of one. Whoever shows `id` later finds it; the id itself is not kept. */
interface NewRecord {
  kind: string
  id: string
  payload: Record<string, unknown>
  expiresInSeconds: number
  /** The access that it belongs to and ends with. */
  grantId?: string | undefined
  /** Another name it is found by. */
  uid?: string | undefined
  /** How often a refresh token was replaced before this one. */
  generation?: number | undefined
  audience?: string | undefined
  scope?: string | undefined
}

interface TokenHolder {
  caller: Caller
  audience: string
  scope: string
}

/** Tokens, codes and sessions, found by the hash of what their holders show. Nothing is remembered outside the database. */
export interface OAuthRecords {
  /** False when the access that it belongs to has ended meanwhile. */
  write(record: NewRecord): Promise<boolean>
  find(kind: string, id: string): Promise<StoredRecord | undefined>
  findByUid(kind: string, uid: string): Promise<StoredRecord | undefined>
  /** True for exactly one of however many ask at once, in however many processes. */
  consume(kind: string, id: string): Promise<boolean>
  remove(kind: string, id: string): Promise<void>
  removeByGrant(kind: string, grantId: string): Promise<void>
  /** Undefined as soon as the token, the membership, the user or the team is gone. */
  findHolder(accessToken: string): Promise<TokenHolder | undefined>
}

/** What somebody allowed a program to do in the name of a team. */
interface NewGrant {
  id: string
  teamId: string
  /** Null for the operator. */
  userId: string | null
  clientId: string
  clientName: string
}

export interface OAuthGrants {
  /** False when the user does not belong to the team any more. */
  open(grant: NewGrant, expiresInSeconds: number): Promise<boolean>
  write(id: string, payload: Record<string, unknown>): Promise<void>
  extend(id: string, expiresInSeconds: number): Promise<void>
  find(id: string): Promise<Record<string, unknown> | undefined>
  /** Ends the access and every token of it. */
  remove(id: string): Promise<void>
}

/** Programs that registered themselves; those that nobody gave access are forgotten, and there are never too many of them. */
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
  /** Whether the user is there and belongs to a team. */
  exists(userId: string): Promise<boolean>
  emailOf(userId: string): Promise<string | undefined>
  teamsOf(userId: string): Promise<TeamChoice[]>
  defaultTeam(): Promise<TeamChoice>
}

/** The codes that users sign in with, kept as hashes. */
export interface SignInCodes {
  /** Replaces the code of this place; false when nobody with this address belongs to a team. */
  issue(email: string, interactionId: string, hash: Buffer): Promise<boolean>
  /** All codes that are valid here. Nothing is written, so that it takes as long when there are none. */
  find(email: string, interactionId: string): Promise<{ userId: string; hash: Buffer }[]>
  /** Takes the user's codes away; true for exactly one of those who ask at once. */
  use(userId: string, hash: Buffer): Promise<boolean>
}
