import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cipher } from '../../access/access.ts'
import { Fault } from '../../fault.ts'
import type { OpenProfile, Profiles } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const MAX_BYTES = 16 * 1024 * 1024
const RETRY_MS = 1_000

/**
 * The row names the single writer and its process. It is free again when the visit ends, or the lease of the
 * process.
 */
export function createProfiles(db: Queryable, cipher: Cipher, processId: () => string): Profiles {
  async function openToRead(profile: ProfileName): Promise<OpenProfile> {
    const [row] = await db.prepared<StateRow>(sql`
      select state from profiles where team_id = ${profile.teamId} and name = ${profile.name}`)
    return {
      state: decryptState(cipher, profile, row),
      save: async () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    }
  }

  async function openToWrite(profile: ProfileName): Promise<OpenProfile> {
    const writerId = randomUUID()
    const release = () => releaseProfile(db, profile, writerId)
    const claim = db.prepared<StateRow>(sql`
      insert into profiles as p (team_id, name, writer_id, process_id)
        values (${profile.teamId}, ${profile.name}, ${writerId}, ${processId()})
      on conflict (team_id, name) do update set writer_id = excluded.writer_id, process_id = excluded.process_id
        where p.process_id is null or not process_is_alive(p.process_id)
      returning state`)
    // It is unknown whether a failed statement took effect. A release without a hold changes nothing.
    const [row] = await claim.catch((failure: unknown) => release().then(() => Promise.reject(failure)))
    if (row === undefined) throw inUseFault(profile)

    await using opening = new AsyncDisposableStack()
    opening.defer(release)
    const state = decryptState(cipher, profile, row)
    const open = opening.move()
    return {
      state,
      save: async (changed) =>
        save(db, { ...profile, writerId, sealed: encryptState(cipher, profile, changed) }),
      [Symbol.asyncDispose]: () => open.disposeAsync(),
    }
  }

  return {
    open: ({ saveChanges, teamId, name }) => (saveChanges ? openToWrite : openToRead)({ teamId, name }),
    async remove(teamId, name) {
      const [row] = await db.prepared<{ removed: boolean; known: boolean }>(REMOVE, [teamId, name])
      return row!.removed ? 'removed' : row!.known ? 'inUse' : 'unknown'
    },
  }
}

interface ProfileName {
  teamId: string
  name: string
}

interface StateRow {
  state: Buffer | null
}

const REMOVE = `
  with removed as (
    delete from profiles where team_id = $1 and name = $2
      and (process_id is null or not process_is_alive(process_id)) returning name
  )
  select exists (select from removed) as removed,
    exists (select from profiles where team_id = $1 and name = $2) as known`

async function save(
  db: Queryable,
  { teamId, name, writerId, sealed }: ProfileName & { writerId: string; sealed: Buffer },
): Promise<void> {
  const saved = await db.prepared(sql`
    update profiles set state = ${sealed}, changed_at = now() where team_id = ${teamId} and name = ${name}
      and writer_id = ${writerId}
    returning name`)
  if (saved.length === 0) {
    throw new Fault(
      'CONFLICT',
      `profile: "${name}" was taken over by another request, because this one seemed to be lost. Nothing was saved.`,
    )
  }
}

/**
 * Releases the right to write, now or as soon as the database responds again; callers do not wait for the
 * latter.
 */
async function releaseProfile(db: Queryable, profile: ProfileName, writerId: string): Promise<void> {
  try {
    await tryRelease(db, profile, writerId)
  } catch {
    void retryRelease(db, profile, writerId)
  }
}

async function retryRelease(db: Queryable, profile: ProfileName, writerId: string): Promise<void> {
  for (;;) {
    await delay(RETRY_MS, undefined, { ref: false })
    try {
      return await tryRelease(db, profile, writerId)
    } catch {
      // The database is still unreachable.
    }
  }
}

/** A profile without a saved state is deleted. */
async function tryRelease(db: Queryable, { teamId, name }: ProfileName, writerId: string): Promise<void> {
  const isOwn = sql`team_id = ${teamId} and name = ${name} and writer_id = ${writerId}`
  await db.prepared(sql`delete from profiles where ${isOwn} and state is null`)
  await db.prepared(sql`update profiles set writer_id = null, process_id = null where ${isOwn}`)
}

function encryptState(cipher: Cipher, { name }: ProfileName, state: string): Buffer {
  const sizeBytes = Buffer.byteLength(state)
  if (sizeBytes <= MAX_BYTES) return cipher.encrypt(state)
  const megabytes = (sizeBytes / 1024 / 1024).toFixed(1)
  throw new Fault(
    'PAYLOAD_TOO_LARGE',
    `profile: "${name}" would grow to ${megabytes} MB. The maximum is 16 MB. Nothing was saved.`,
  )
}

function decryptState(cipher: Cipher, { name }: ProfileName, row: StateRow | undefined): string | undefined {
  if (!row?.state) return undefined
  try {
    return cipher.decrypt(row.state)
  } catch (cause) {
    throw new Fault(
      'UNAVAILABLE',
      `profile: "${name}" was saved with another root secret and cannot be read. Restore the secret, or use another name.`,
      { cause },
    )
  }
}

function inUseFault({ name }: ProfileName): Fault {
  return new Fault(
    'CONFLICT',
    `profile: "${name}" is in use by another request that saves to it. Try again when it has ended, or set saveChanges to false.`,
  )
}
