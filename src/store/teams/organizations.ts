import type { Organization, OrganizationChange, Organizations } from '../../access/access.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { recordChange } from './audit-trail.ts'

/** Organizations and their policies. */
export function createOrganizations(db: Database): Organizations {
  return {
    create: (organization, by = 'command line') =>
      db.transaction(async (tx) => {
        const made = await insertOrganization(tx, organization)
        await recordChange(tx, by, {
          action: 'organization.create',
          organizationId: made.id,
          target: made.id,
        })
        return made
      }),
    async find(id) {
      const [row] = await db.rows<Row>(`select * from organizations where id = $1`, [id])
      return row && toOrganization(row)
    },
    change: (id, change, by = 'command line') =>
      db.transaction(async (tx) => {
        // Locked, because a change of one policy field is worked out from the others: of two at once, neither is lost.
        const [was] = await tx.rows<Row>(`select * from organizations where id = $1 for update`, [id])
        if (was === undefined) return undefined
        const wanted = change(toOrganization(was))
        await recordChange(tx, by, {
          action: 'organization.change',
          organizationId: id,
          target: id,
          details: { fields: Object.keys(wanted) },
        })
        return updateOrganization(tx, id, wanted)
      }),
    async hasOtherTeams(id, teamId) {
      const [row] = await db.rows<{ others: boolean }>(
        `select exists (
           select from teams t where t.organization_id = $1 and t.id <> $2
             and not exists (select from settings where name = 'keylessTeamId' and value #>> '{}' = t.id::text)
         ) as others`,
        [id, teamId],
      )
      return row!.others
    },
    async list(page) {
      const rows = await db.rows<Row>(`select * from organizations where id > $1 order by id limit $2`, [
        pageStart(page),
        page.limit + 1,
      ])
      return toPage(rows.map(toOrganization), page)
    },
  }
}

interface Row {
  id: string
  name: string
  threat_protection: unknown
  siem: unknown
  created_at: Date
}

/** Also used by the first start, which makes the default organization in one transaction with its team. */
export async function insertOrganization(
  tx: Queryable,
  { name, threatProtection, siem }: Pick<Organization, 'name' | 'threatProtection' | 'siem'>,
): Promise<Organization> {
  const [row] = await tx.rows<Row>(
    `insert into organizations (id, name, threat_protection, siem) values ($1, $2, $3, $4) returning *`,
    [newId(), name, JSON.stringify(threatProtection), JSON.stringify(siem)],
  )
  return toOrganization(row!)
}

async function updateOrganization(
  tx: Queryable,
  id: string,
  change: OrganizationChange,
): Promise<Organization> {
  const [row] = await tx.rows<Row>(
    `update organizations set name = coalesce($2, name),
       threat_protection = coalesce($3, threat_protection), siem = coalesce($4, siem)
     where id = $1 returning *`,
    [id, change.name ?? null, json(change, 'threatProtection'), json(change, 'siem')],
  )
  return toOrganization(row!)
}

function toOrganization(row: Row): Organization {
  return {
    id: row.id,
    name: row.name,
    threatProtection: row.threat_protection,
    siem: row.siem,
    createdAt: row.created_at,
  }
}

function json(change: OrganizationChange, field: 'threatProtection' | 'siem'): string | null {
  return change[field] === undefined ? null : JSON.stringify(change[field])
}
