import type {
  Team,
  TeamChange,
  Teams,
  Organization,
  OrganizationChange,
  Organizations,
} from '../../access/access.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { raw, sql } from '../database/sql.ts'
import { recordChange } from './audit-trail.ts'

export function createTeams(db: Database): Teams {
  return {
    create: (team, by = 'command line') =>
      db.transaction(async (tx) => {
        const created = await insertTeam(tx, team)
        await recordChange(tx, by, { action: 'team.create', ...changeTarget(created) })
        return created
      }),
    find: (id) => findTeam(db, id),
    change: (id, change, by = 'command line') =>
      db.transaction(async (tx) => {
        const changed = await changeTeam(tx, id, change)
        if (changed)
          await recordChange(tx, by, { action: 'team.change', ...changeTarget(changed), details: change })
        return changed
      }),
    async list(page) {
      const rows = await db.rows<Team>(sql`
        ${raw(SELECT_TEAM)} where t.id > ${pageStart(page)} order by t.id limit ${page.limit + 1}`)
      return toPage(rows, page)
    },
    setWebhookSecret: (id, sealed, by = 'command line') =>
      db.transaction(async (tx) => {
        const [row] = await tx.rows<{ organization_id: string }>(sql`
          update teams set webhook_secret = ${sealed} where id = ${id} returning organization_id`)
        if (row === undefined) return false
        const team = { id, organizationId: row.organization_id }
        await recordChange(tx, by, { action: 'webhook-secret.replace', ...changeTarget(team) })
        return true
      }),
  }
}

function changeTarget({ id, organizationId }: Pick<Team, 'id' | 'organizationId'>) {
  return { organizationId, teamId: id, target: id }
}

const SELECT_TEAM = `select t.id, t.organization_id as "organizationId", t.partner_id as "partnerId", t.name,
    case when not b.unlimited then b.amount end as credits, t.limits, t.zero_data_retention as "zeroDataRetention",
    t.created_at as "createdAt"
  from teams t join balances b on b.team_id = t.id`

async function findTeam(db: Queryable, id: string): Promise<Team | undefined> {
  const [team] = await db.rows<Team>(sql`${raw(SELECT_TEAM)} where t.id = ${id}`)
  return team
}

export async function insertTeam(
  tx: Queryable,
  team: Pick<Team, 'organizationId' | 'name' | 'credits' | 'limits'> & {
    zeroDataRetention?: boolean
    partnerId?: string
  },
): Promise<Team> {
  const id = newId()
  await tx.rows(sql`insert into teams (id, organization_id, partner_id, name, limits, zero_data_retention)
    values (${id}, ${team.organizationId}, ${team.partnerId ?? null}, ${team.name},
      ${JSON.stringify(team.limits)}, ${team.zeroDataRetention ?? false})`)
  await tx.rows(sql`
    insert into balances (team_id, amount, unlimited) values (${id}, 0, ${team.credits === null})`)
  await setCredits(tx, id, team.credits)
  return (await findTeam(tx, id))!
}

async function changeTeam(tx: Queryable, id: string, change: TeamChange): Promise<Team | undefined> {
  await tx.rows(sql`
    update teams set name = coalesce(${change.name ?? null}, name),
      limits = coalesce(${change.limits === undefined ? null : JSON.stringify(change.limits)}, limits),
      zero_data_retention = coalesce(${change.zeroDataRetention ?? null}, zero_data_retention)
    where id = ${id}`)
  if (change.credits !== undefined) await setCredits(tx, id, change.credits)
  return findTeam(tx, id)
}

/** The balance is locked while the difference is computed, so that no charge can intervene. */
async function setCredits(tx: Queryable, teamId: string, credits: number | null): Promise<void> {
  const [balance] = await tx.rows<{ amount: number }>(sql`
    update balances set unlimited = ${credits === null} where team_id = ${teamId} returning amount`)
  if (balance === undefined || credits === null || credits === balance.amount) return
  const change = credits - balance.amount
  await addCredits(tx, { teamId, credits: change, kind: 'set', reason: 'set by the operator' })
}

export async function addCredits(
  tx: Queryable,
  {
    teamId,
    credits,
    kind,
    reason,
  }: { teamId: string; credits: number; kind: 'set' | 'grant'; reason: string },
): Promise<void> {
  await tx.rows(sql`
    with entry as (
      insert into credit_entries (team_id, kind, amount, reason) values (${teamId}, ${kind}, ${credits}, ${reason})
    )
    update balances set amount = amount + ${credits} where team_id = ${teamId}`)
}

export function createOrganizations(db: Database): Organizations {
  return {
    create: (organization, by = 'command line') =>
      db.transaction(async (tx) => {
        const created = await insertOrganization(tx, organization)
        await recordChange(tx, by, {
          action: 'organization.create',
          organizationId: created.id,
          target: created.id,
        })
        return created
      }),
    async find(id) {
      const [found] = await db.rows<Organization>(sql`
        select ${raw(ORGANIZATION_COLUMNS)} from organizations where id = ${id}`)
      return found
    },
    change: (id, change, by = 'command line') =>
      db.transaction(async (tx) => {
        // Locked, because a change of one policy field is computed from the others: of two concurrent
        // changes, neither is lost.
        const [current] = await tx.rows<Organization>(sql`
          select ${raw(ORGANIZATION_COLUMNS)} from organizations where id = ${id} for update`)
        if (current === undefined) return undefined
        const changes = change(current)
        await recordChange(tx, by, {
          action: 'organization.change',
          organizationId: id,
          target: id,
          details: { fields: Object.keys(changes) },
        })
        return updateOrganization(tx, id, changes)
      }),
    async hasOtherTeams(id, teamId) {
      const [row] = await db.rows<{ others: boolean }>(sql`select exists (
          select from teams t where t.organization_id = ${id} and t.id <> ${teamId}
            and not exists (select from settings where name = 'keylessTeamId' and value #>> '{}' = t.id::text)
        ) as others`)
      return row!.others
    },
    async list(page) {
      const rows = await db.rows<Organization>(sql`
        select ${raw(ORGANIZATION_COLUMNS)} from organizations where id > ${pageStart(page)} order by id
          limit ${page.limit + 1}`)
      return toPage(rows, page)
    },
  }
}

const ORGANIZATION_COLUMNS = `id, name, threat_protection as "threatProtection", siem, created_at as "createdAt"`

export async function insertOrganization(
  tx: Queryable,
  { name, threatProtection, siem }: Pick<Organization, 'name' | 'threatProtection' | 'siem'>,
): Promise<Organization> {
  const [created] = await tx.rows<Organization>(sql`
    insert into organizations (id, name, threat_protection, siem) values (${newId()}, ${name},
      ${JSON.stringify(threatProtection)}, ${JSON.stringify(siem)})
    returning ${raw(ORGANIZATION_COLUMNS)}`)
  return created!
}

async function updateOrganization(tx: Queryable, id: string, change: OrganizationChange) {
  const [changed] = await tx.rows<Organization>(sql`
    update organizations set name = coalesce(${change.name ?? null}, name),
      threat_protection = coalesce(${fieldJson(change, 'threatProtection')}, threat_protection),
        siem = coalesce(${fieldJson(change, 'siem')}, siem)
    where id = ${id} returning ${raw(ORGANIZATION_COLUMNS)}`)
  return changed!
}

function fieldJson(change: OrganizationChange, field: 'threatProtection' | 'siem'): string | null {
  return change[field] === undefined ? null : JSON.stringify(change[field])
}
