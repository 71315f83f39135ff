import type { Actor, TeamData } from '../access/access.ts'
import { Fault } from '../fault.ts'
import { recordChange } from './audit-trail.ts'
import type { Database, Queryable } from './database.ts'
import { eraseTeam } from './team-erasure.ts'
import { createTeamExport } from './team-export.ts'

/** All that is kept for teams, wherever it is. What is done with it goes on record. */
export function createTeamData(db: Database): TeamData {
  const read = createTeamExport(db)

  return {
    async export(teamId, signal, by = 'command line') {
      const team = await find(db, teamId)
      if (!team) return undefined
      const lines = await read(teamId, signal)
      await record(db, by, 'team.export', team)
      return lines
    },

    async erase(teamId, by = 'command line') {
      const team = await find(db, teamId)
      return (
        team && (await eraseTeam(db, teamId, (tx, erased) => record(tx, by, 'team.erase', team, { erased })))
      )
    },

    async remove(teamId, by = 'command line') {
      const team = await find(db, teamId)
      if (!team) return undefined
      if (team.is_built_in)
        throw new Fault('CONFLICT', 'The service itself needs this team: it cannot be deleted.')
      return await eraseTeam(db, teamId, async (tx, erased) => {
        await record(tx, by, 'team.delete', team, { erased })
        await removeTeam(tx, team, by)
      })
    },
  }
}

interface TeamRow {
  id: string
  organization_id: string
  is_built_in: boolean
}

/** A team that a setting names is one that the service made for itself. */
async function find(db: Queryable, teamId: string): Promise<TeamRow | undefined> {
  const [row] = await db.rows<TeamRow>(
    `select id, organization_id, exists (
       select from settings where name like '%TeamId' and value = to_jsonb(t.id::text)
     ) as is_built_in from teams t where id = $1`,
    [teamId],
  )
  return row
}

function record(
  db: Queryable,
  by: Actor,
  action: string,
  team: TeamRow,
  details: object = {},
): Promise<void> {
  return recordChange(db, by, {
    action,
    organizationId: team.organization_id,
    teamId: team.id,
    target: team.id,
    details,
  })
}

/**
 * Its keys, balance and memberships go with it. Users that belong to no other team are of no use to anybody, and neither is
 * the organization that a partner's team has for itself, which bears the user's address. One whose events still wait stays.
 * Users are locked before it is looked at what else they belong to, because a partner may be making a team for one of them.
 */
async function removeTeam(tx: Queryable, { id, organization_id }: TeamRow, by: Actor): Promise<void> {
  const users = await tx.rows<{ id: string; email: string }>(
    `select u.id, u.email from users u join memberships m on m.user_id = u.id where m.team_id = $1
     order by u.id for update of u`,
    [id],
  )
  await tx.rows(`delete from teams where id = $1`, [id])
  await tx.rows(
    `delete from users u where u.id = any ($1) and not exists (select from memberships m where m.user_id = u.id)`,
    [users.map((user) => user.id)],
  )
  const [organization] = await tx.rows<{ id: string }>(
    `delete from organizations o where o.id = $1 and o.name = any ($2)
       and not exists (select from teams t where t.organization_id = o.id)
       and not exists (select from siem_events e where e.organization_id = o.id)
     returning o.id`,
    [organization_id, users.map(({ email }) => email)],
  )
  if (organization)
    await recordChange(tx, by, {
      action: 'organization.delete',
      target: organization.id,
      organizationId: organization.id,
    })
}
