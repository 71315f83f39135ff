import { randomUUID } from 'node:crypto'
import { noLimits } from '../../src/access/access.ts'
import type { Limits, Team } from '../../src/access/access.ts'
import type { Database } from '../../src/store/database/database.ts'
import { createOrganizations, createTeams } from '../../src/store/teams/teams.ts'

/** A team in its own organization. */
export async function makeTeam(
  db: Database,
  { credits = null as number | null, limits = {} as Partial<Limits> } = {},
): Promise<Team> {
  const organization = await createOrganizations(db).create({ name: 'Test', threatProtection: {}, siem: {} })
  return createTeams(db).create({
    organizationId: organization.id,
    name: `team ${randomUUID()}`,
    credits,
    limits: { ...noLimits, ...limits },
  })
}
