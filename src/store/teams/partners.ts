import { hashKey, newApiKey, noLimits } from '../../access/access.ts'
import type {
  Actor,
  NewKey,
  Organization,
  Partner,
  PartnerAccount,
  PartnerAccounts,
  PartnerFinder,
  Partners,
  Cipher,
} from '../../access/access.ts'
import { Fault } from '../../fault.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { raw, sql } from '../database/sql.ts'
import { recordChange } from './audit-trail.ts'
import { addCredits, insertOrganization, insertTeam } from './teams.ts'

export function createPartners(db: Database): Partners & PartnerFinder {
  return {
    create: (partner, key, by = 'command line') =>
      db.transaction(async (tx) => {
        const created = await insertPartner(tx, partner, key)
        if (created === undefined)
          throw new Fault('CONFLICT', `A partner named '${partner.name}' already exists.`)
        await recordChange(tx, by, { action: 'partner.create', target: created.id })
        return created
      }),
    async find(id) {
      const [found] = await db.rows<Partner>(
        sql`select ${raw(PARTNER_COLUMNS)} from partners where id = ${id}`,
      )
      return found
    },
    async findPartner(hash) {
      const [found] = await db.rows<{ partnerId: string }>(sql`
        select id as "partnerId" from partners where key_hash = ${hash}`)
      return found
    },
    async list(page) {
      const rows = await db.rows<Partner>(sql`
        select ${raw(PARTNER_COLUMNS)} from partners where id > ${pageStart(page)} order by id limit ${page.limit + 1}`)
      return toPage(rows, page)
    },
    rotate: (id, key, by = 'command line') =>
      db.transaction(async (tx) => {
        const [rotated] = await tx.rows<Partner>(sql`
          update partners set key_hash = ${key.hash}, key_last_four = ${key.lastFour} where id = ${id}
            returning ${raw(PARTNER_COLUMNS)}`)
        if (rotated) await recordChange(tx, by, { action: 'partner.rotate', target: id })
        return rotated
      }),
    remove: (id, by = 'command line') =>
      db.transaction(async (tx) => {
        const rows = await tx.rows(sql`delete from partners where id = ${id} returning id`)
        if (rows.length > 0) await recordChange(tx, by, { action: 'partner.delete', target: id })
        return rows.length > 0
      }),
  }
}

const PARTNER_COLUMNS = `id, name, key_last_four as "lastFour", coupon_credits as "couponCredits", created_at as "createdAt"`

/** Returns undefined when the name or the key is taken. */
export async function insertPartner(
  db: Queryable,
  partner: { name: string; couponCredits: number },
  key: NewKey,
): Promise<Partner | undefined> {
  const [created] = await db.rows<Partner>(sql`
    insert into partners (id, name, key_hash, key_last_four, coupon_credits) values (${newId()},
      ${partner.name}, ${key.hash}, ${key.lastFour}, ${partner.couponCredits})
    on conflict do nothing returning ${raw(PARTNER_COLUMNS)}`)
  return created
}

interface PartnerAccountsNeeds {
  /** Makes the keys readable again: a repeated request of a partner gets the same key. */
  cipher: Cipher
  policies: Pick<Organization, 'threatProtection' | 'siem'>
}

export function createPartnerAccounts(
  db: Database,
  { cipher, policies }: PartnerAccountsNeeds,
): PartnerAccounts {
  return {
    open: (partnerId, email) =>
      db.transaction(async (tx) => {
        const partner = await lockPartner(tx, partnerId)
        const userId = await lockUser(tx, email)
        const known = await findTeam(tx, partnerId, userId)
        if (known?.sealed) return { apiKey: decryptKey(cipher, known.sealed), alreadyExisted: true }
        const team = known ?? (await createPartnerTeam(tx, partner, { email, userId, policies }))
        const created = await insertKey(tx, cipher, { teamId: team.id, userId, name: partner.name })
        await recordChange(tx, actor(partnerId), {
          action: 'api-key.create',
          target: created.id,
          ...teamIds(team),
        })
        return { apiKey: created.apiKey, alreadyExisted: known !== undefined }
      }),
    find: (partnerId, apiKey) => findAccount(db, partnerId, apiKey),
    rotate: (partnerId, apiKey) =>
      db.transaction(async (tx) => {
        const old = await deleteKey(tx, partnerId, apiKey)
        if (old === undefined) return undefined
        const { id: replaces, teamId, organizationId } = old
        const created = await insertKey(tx, cipher, old)
        const change = { action: 'api-key.rotate', target: created.id, organizationId, teamId }
        await recordChange(tx, actor(partnerId), { ...change, details: { replaces } })
        return created.apiKey
      }),
  }
}

type LockedPartner = Pick<Partner, 'id' | 'name' | 'couponCredits'>

/** A partner cannot be deleted while a team is created for it. */
async function lockPartner(tx: Queryable, id: string): Promise<LockedPartner> {
  const [partner] = await tx.rows<LockedPartner>(sql`
    select id, name, coupon_credits as "couponCredits" from partners where id = ${id} for key share`)
  if (partner === undefined) throw new Fault('UNAUTHORIZED', 'Unauthorized: this partner key is not valid.')
  return partner
}

/**
 * Concurrent calls for the same user wait here and then see the created team. One statement inserts and
 * locks, because the user could be deleted between two.
 */
async function lockUser(tx: Queryable, email: string): Promise<string> {
  const [user] = await tx.rows<{ id: string }>(sql`insert into users (id, email) values (${newId()}, ${email})
    on conflict (email) do update set created_at = users.created_at returning id`)
  return user!.id
}

interface KnownTeam {
  id: string
  organizationId: string
}

async function findTeam(tx: Queryable, partnerId: string, userId: string) {
  const [team] = await tx.rows<KnownTeam & { sealed: Buffer | null }>(sql`
    select t.id, t.organization_id as "organizationId", k.sealed
    from memberships m join teams t on t.id = m.team_id
    left join api_keys k on k.team_id = t.id and k.sealed is not null
    where m.user_id = ${userId} and t.partner_id = ${partnerId}`)
  return team
}

/** The team gets its own organization, so that its key cannot change the policies of others. */
async function createPartnerTeam(
  tx: Queryable,
  partner: LockedPartner,
  { email, userId, policies }: { email: string; userId: string; policies: PartnerAccountsNeeds['policies'] },
): Promise<KnownTeam> {
  const organization = await insertOrganization(tx, { name: email, ...policies })
  await recordChange(tx, actor(partner.id), {
    action: 'organization.create',
    target: organization.id,
    organizationId: organization.id,
  })
  const coupon = partner.couponCredits
  const team = await insertTeam(tx, {
    organizationId: organization.id,
    partnerId: partner.id,
    name: email,
    credits: coupon > 0 ? 0 : null,
    limits: noLimits,
  })
  if (coupon > 0)
    await addCredits(tx, { teamId: team.id, credits: coupon, kind: 'grant', reason: 'coupon of the partner' })
  await tx.rows(sql`insert into memberships (user_id, team_id) values (${userId}, ${team.id})`)
  await recordChange(tx, actor(partner.id), { action: 'team.create', target: team.id, ...teamIds(team) })
  return team
}

async function insertKey(
  tx: Queryable,
  cipher: Cipher,
  { teamId, userId, name }: { teamId: string; userId: string; name: string },
): Promise<{ id: string; apiKey: string }> {
  const id = newId()
  const { key, hash, lastFour } = newApiKey()
  await tx.rows(sql`
    insert into api_keys (id, team_id, user_id, name, hash, last_four, sealed) values (${id}, ${teamId},
      ${userId}, ${name}, ${hash}, ${lastFour}, ${cipher.encrypt(key)})`)
  return { id, apiKey: key }
}

/** Matches only a key that this partner created for a user who still exists. */
function ownKeyCondition(partnerId: string, apiKey: string) {
  return sql`k.hash = ${hashKey(apiKey)} and k.sealed is not null and t.id = k.team_id
    and t.partner_id = ${partnerId} and u.id = k.user_id`
}

async function findAccount(db: Queryable, partnerId: string, apiKey: string) {
  const [account] = await db.rows<PartnerAccount>(sql`
    select t.name as "teamName", u.email from api_keys k, teams t, users u
    where ${ownKeyCondition(partnerId, apiKey)}`)
  return account
}

type DeletedKey = Record<'id' | 'teamId' | 'userId' | 'name' | 'organizationId', string>

/** A concurrent deletion of the same key waits for this transaction, and then finds none. */
async function deleteKey(tx: Queryable, partnerId: string, apiKey: string) {
  const [key] = await tx.rows<DeletedKey>(sql`
    delete from api_keys k using teams t, users u where ${ownKeyCondition(partnerId, apiKey)}
    returning k.id, k.team_id as "teamId", k.user_id as "userId", k.name, t.organization_id as "organizationId"`)
  return key
}

function decryptKey(cipher: Cipher, encrypted: Buffer): string {
  try {
    return cipher.decrypt(encrypted)
  } catch (cause) {
    throw new Fault(
      'UNAVAILABLE',
      'The key of this team was encrypted with another root secret and cannot be read. It is still valid. Rotate it to get a readable one.',
      { cause },
    )
  }
}

function actor(partnerId: string): Actor {
  return `partner ${partnerId}`
}

function teamIds({ id, organizationId }: KnownTeam) {
  return { organizationId, teamId: id }
}
