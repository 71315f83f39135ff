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
  Seal,
} from '../../access/access.ts'
import { Fault } from '../../fault.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { recordChange } from './audit-trail.ts'
import { insertOrganization } from './organizations.ts'
import { insertTeam } from './teams.ts'

/** Partners and their keys. */
export function createPartners(db: Database): Partners & PartnerFinder {
  return {
    create: (partner, key, by = 'command line') =>
      db.transaction(async (tx) => {
        const created = await insertPartner(tx, partner, key)
        if (created === undefined)
          throw new Fault('CONFLICT', `A partner named '${partner.name}' exists already.`)
        await recordChange(tx, by, { action: 'partner.create', target: created.id })
        return created
      }),
    async find(id) {
      const [found] = await db.rows<Partner>(`select ${PARTNER} from partners where id = $1`, [id])
      return found
    },
    async findPartner(hash) {
      const [found] = await db.rows<{ partnerId: string }>(
        `select id as "partnerId" from partners where key_hash = $1`,
        [hash],
      )
      return found
    },
    async list(page) {
      const rows = await db.rows<Partner>(
        `select ${PARTNER} from partners where id > $1 order by id limit $2`,
        [pageStart(page), page.limit + 1],
      )
      return toPage(rows, page)
    },
    rotate: (id, key, by = 'command line') =>
      db.transaction(async (tx) => {
        const [rotated] = await tx.rows<Partner>(
          `update partners set key_hash = $2, key_last_four = $3 where id = $1 returning ${PARTNER}`,
          [id, key.hash, key.lastFour],
        )
        if (rotated) await recordChange(tx, by, { action: 'partner.rotate', target: id })
        return rotated
      }),
    remove: (id, by = 'command line') =>
      db.transaction(async (tx) => {
        const rows = await tx.rows(`delete from partners where id = $1 returning id`, [id])
        if (rows.length > 0) await recordChange(tx, by, { action: 'partner.delete', target: id })
        return rows.length > 0
      }),
  }
}

const PARTNER = `id, name, key_last_four as "lastFour", coupon_credits as "couponCredits", created_at as "createdAt"`

/** Undefined when the name or the key is taken. */
export async function insertPartner(
  db: Queryable,
  partner: { name: string; couponCredits: number },
  key: NewKey,
): Promise<Partner | undefined> {
  const [made] = await db.rows<Partner>(
    `insert into partners (id, name, key_hash, key_last_four, coupon_credits) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning ${PARTNER}`,
    [newId(), partner.name, key.hash, key.lastFour, partner.couponCredits],
  )
  return made
}

interface Needs {
  /** Makes the keys readable again: a partner that asks twice gets the same one. */
  seal: Seal
  /** What the organization of a new team begins with. */
  policies: Pick<Organization, 'threatProtection' | 'siem'>
}

/** The teams that partners made for their users, and the one key of each that the partner knows. */
export function createPartnerAccounts(db: Database, { seal, policies }: Needs): PartnerAccounts {
  return {
    open: (partnerId, email) =>
      db.transaction(async (tx) => {
        const partner = await lockPartner(tx, partnerId)
        const userId = await lockUser(tx, email)
        const known = await findTeam(tx, partnerId, userId)
        if (known?.sealed) return { apiKey: read(seal, known.sealed), alreadyExisted: true }
        const team = known ?? (await makeTeam(tx, partner, { email, userId, policies }))
        const made = await insertKey(tx, seal, { teamId: team.id, userId, name: partner.name })
        await recordChange(tx, actor(partnerId), {
          action: 'api-key.create',
          target: made.id,
          ...about(team),
        })
        return { apiKey: made.apiKey, alreadyExisted: known !== undefined }
      }),
    find: (partnerId, apiKey) => findAccount(db, partnerId, apiKey),
    rotate: (partnerId, apiKey) =>
      db.transaction(async (tx) => {
        const old = await deleteKey(tx, partnerId, apiKey)
        if (old === undefined) return undefined
        const made = await insertKey(tx, seal, { teamId: old.team_id, userId: old.user_id, name: old.name })
        await recordChange(tx, actor(partnerId), {
          action: 'api-key.rotate',
          target: made.id,
          ...about({ id: old.team_id, organizationId: old.organization_id }),
          details: { replaces: old.id },
        })
        return made.apiKey
      }),
  }
}

interface LockedPartner {
  id: string
  name: string
  coupon_credits: number
}

/** A partner cannot be removed while a team is made for it. */
async function lockPartner(tx: Queryable, id: string): Promise<LockedPartner> {
  const [partner] = await tx.rows<LockedPartner>(
    `select id, name, coupon_credits from partners where id = $1 for key share`,
    [id],
  )
  if (partner === undefined) throw new Fault('UNAUTHORIZED', 'Unauthorized: this partner key is not valid.')
  return partner
}

/**
 * Whoever else asks for the same user waits here, and then sees what was made. Writing what is there already locks the row, and
 * in one statement: between two the user could be removed.
 */
async function lockUser(tx: Queryable, email: string): Promise<string> {
  const [user] = await tx.rows<{ id: string }>(
    `insert into users (id, email) values ($1, $2)
     on conflict (email) do update set created_at = users.created_at returning id`,
    [newId(), email],
  )
  return user!.id
}

interface KnownTeam {
  id: string
  organizationId: string
}

async function findTeam(
  tx: Queryable,
  partnerId: string,
  userId: string,
): Promise<(KnownTeam & { sealed: Buffer | null }) | undefined> {
  const [row] = await tx.rows<{ id: string; organization_id: string; sealed: Buffer | null }>(
    `select t.id, t.organization_id, k.sealed
     from memberships m join teams t on t.id = m.team_id
     left join api_keys k on k.team_id = t.id and k.sealed is not null
     where m.user_id = $1 and t.partner_id = $2`,
    [userId, partnerId],
  )
  return row && { id: row.id, organizationId: row.organization_id, sealed: row.sealed }
}

/** The organization is the team's own, so that its key has a say in nobody else's policies. */
async function makeTeam(
  tx: Queryable,
  partner: LockedPartner,
  { email, userId, policies }: { email: string; userId: string; policies: Needs['policies'] },
): Promise<KnownTeam> {
  const organization = await insertOrganization(tx, { name: email, ...policies })
  await recordChange(tx, actor(partner.id), {
    action: 'organization.create',
    target: organization.id,
    organizationId: organization.id,
  })
  const coupon = partner.coupon_credits
  const team = await insertTeam(tx, {
    organizationId: organization.id,
    partnerId: partner.id,
    name: email,
    credits: coupon > 0 ? 0 : null,
    limits: noLimits,
  })
  if (coupon > 0) await grant(tx, team.id, coupon)
  await tx.rows(`insert into memberships (user_id, team_id) values ($1, $2)`, [userId, team.id])
  await recordChange(tx, actor(partner.id), { action: 'team.create', target: team.id, ...about(team) })
  return team
}

async function grant(tx: Queryable, teamId: string, credits: number): Promise<void> {
  await tx.rows(
    `with entry as (insert into credit_entries (team_id, kind, amount, reason) values ($1, 'grant', $2, 'coupon of the partner'))
     update balances set amount = amount + $2 where team_id = $1`,
    [teamId, credits],
  )
}

async function insertKey(
  tx: Queryable,
  seal: Seal,
  { teamId, userId, name }: { teamId: string; userId: string; name: string },
): Promise<{ id: string; apiKey: string }> {
  const id = newId()
  const { key, hash, lastFour } = newApiKey()
  await tx.rows(
    `insert into api_keys (id, team_id, user_id, name, hash, last_four, sealed) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, teamId, userId, name, hash, lastFour, seal.close(key)],
  )
  return { id, apiKey: key }
}

/** Only a key that this partner made for a user who is still there. */
const PARTNERS_OWN = `k.hash = $1 and k.sealed is not null and t.id = k.team_id and t.partner_id = $2 and u.id = k.user_id`

async function findAccount(
  db: Queryable,
  partnerId: string,
  apiKey: string,
): Promise<PartnerAccount | undefined> {
  const [row] = await db.rows<{ name: string; email: string }>(
    `select t.name, u.email from api_keys k, teams t, users u where ${PARTNERS_OWN}`,
    [hashKey(apiKey), partnerId],
  )
  return row && { teamName: row.name, email: row.email }
}

/** Whoever else deletes the same key waits for this transaction, and then finds none. */
async function deleteKey(tx: Queryable, partnerId: string, apiKey: string) {
  const [row] = await tx.rows<{
    id: string
    team_id: string
    user_id: string
    name: string
    organization_id: string
  }>(
    `delete from api_keys k using teams t, users u where ${PARTNERS_OWN}
     returning k.id, k.team_id, k.user_id, k.name, t.organization_id`,
    [hashKey(apiKey), partnerId],
  )
  return row
}

function read(seal: Seal, sealed: Buffer): string {
  try {
    return seal.open(sealed)
  } catch (cause) {
    throw new Fault(
      'UNAVAILABLE',
      'The key of this team was sealed with another root secret and cannot be read. It is valid still; rotate it to get one that can be read.',
      { cause },
    )
  }
}

function actor(partnerId: string): Actor {
  return `partner ${partnerId}`
}

function about({ id, organizationId }: KnownTeam) {
  return { organizationId, teamId: id }
}
