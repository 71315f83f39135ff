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
        await removeTeam(tx, teamId)
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

/** Its keys, balance and memberships go with it. Users that belong to no other team are of no use to anybody. */
async function removeTeam(tx: Queryable, teamId: string): Promise<void> {
  const users = await tx.rows<{ user_id: string }>(`select user_id from memberships where team_id = $1`, [
    teamId,
  ])
  await tx.rows(`delete from teams where id = $1`, [teamId])
  await tx.rows(
    `delete from users u where u.id = any ($1) and not exists (select from memberships m where m.user_id = u.id)`,
    [users.map(({ user_id }) => user_id)],
  )
}
