import type { Team, TeamChange, Teams } from '../../access/access.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { recordChange } from './audit-trail.ts'

/** Teams with their balance and limits. */
export function createTeams(db: Database): Teams {
  return {
    create: (team, by = 'command line') =>
      db.transaction(async (tx) => {
        const made = await insertTeam(tx, team)
        await recordChange(tx, by, { action: 'team.create', ...about(made) })
        return made
      }),
    find: (id) => findTeam(db, id),
    change: (id, change, by = 'command line') =>
      db.transaction(async (tx) => {
        const changed = await changeTeam(tx, id, change)
        if (changed) await recordChange(tx, by, { action: 'team.change', ...about(changed), details: change })
        return changed
      }),
    async list(page) {
      const rows = await db.rows<Team>(`${SELECT} where t.id > $1 order by t.id limit $2`, [
        pageStart(page),
        page.limit + 1,
      ])
      return toPage(rows, page)
    },
    setWebhookSecret: (id, sealed, by = 'command line') =>
      db.transaction(async (tx) => {
        const [row] = await tx.rows<{ organization_id: string }>(
          `update teams set webhook_secret = $2 where id = $1 returning organization_id`,
          [id, sealed],
        )
        if (row === undefined) return false
        const team = { id, organizationId: row.organization_id }
        await recordChange(tx, by, { action: 'webhook-secret.replace', ...about(team) })
        return true
      }),
  }
}

function about({ id, organizationId }: Pick<Team, 'id' | 'organizationId'>) {
  return { organizationId, teamId: id, target: id }
}

const SELECT = `select t.id, t.organization_id as "organizationId", t.partner_id as "partnerId", t.name,
    case when not b.unlimited then b.amount end as credits, t.limits, t.zero_data_retention as "zeroDataRetention",
    t.created_at as "createdAt"
  from teams t join balances b on b.team_id = t.id`

async function findTeam(db: Queryable, id: string): Promise<Team | undefined> {
  const [team] = await db.rows<Team>(`${SELECT} where t.id = $1`, [id])
  return team
}

/** Also used by the first start, which makes the default team in one transaction with its key. */
export async function insertTeam(
  tx: Queryable,
  team: Pick<Team, 'organizationId' | 'name' | 'credits' | 'limits'> & {
    zeroDataRetention?: boolean
    partnerId?: string
  },
): Promise<Team> {
  const id = newId()
  await tx.rows(
    `insert into teams (id, organization_id, partner_id, name, limits, zero_data_retention)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      team.organizationId,
      team.partnerId ?? null,
      team.name,
      JSON.stringify(team.limits),
      team.zeroDataRetention ?? false,
    ],
  )
  await tx.rows(`insert into balances (team_id, amount, unlimited) values ($1, 0, $2)`, [
    id,
    team.credits === null,
  ])
  await setCredits(tx, id, team.credits)
  return (await findTeam(tx, id))!
}

async function changeTeam(tx: Queryable, id: string, change: TeamChange): Promise<Team | undefined> {
  await tx.rows(
    `update teams set name = coalesce($2, name), limits = coalesce($3, limits),
       zero_data_retention = coalesce($4, zero_data_retention)
     where id = $1`,
    [
      id,
      change.name ?? null,
      change.limits === undefined ? null : JSON.stringify(change.limits),
      change.zeroDataRetention ?? null,
    ],
  )
  if (change.credits !== undefined) await setCredits(tx, id, change.credits)
  return findTeam(tx, id)
}

/** The balance is locked while the difference is worked out, so no charge can come between. */
async function setCredits(tx: Queryable, teamId: string, credits: number | null): Promise<void> {
  const [balance] = await tx.rows<{ amount: number }>(
    `update balances set unlimited = $2 where team_id = $1 returning amount`,
    [teamId, credits === null],
  )
  if (balance === undefined || credits === null || credits === balance.amount) return
  await tx.rows(
    `with entry as (insert into credit_entries (team_id, kind, amount, reason) values ($1, 'set', $2, 'set by the operator'))
     update balances set amount = amount + $2 where team_id = $1`,
    [teamId, credits - balance.amount],
  )
}
