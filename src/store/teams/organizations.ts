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
      const [found] = await db.rows<Organization>(`select ${ORGANIZATION} from organizations where id = $1`, [
        id,
      ])
      return found
    },
    change: (id, change, by = 'command line') =>
      db.transaction(async (tx) => {
        // Locked, because a change of one policy field is worked out from the others: of two at once, neither is lost.
        const [was] = await tx.rows<Organization>(
          `select ${ORGANIZATION} from organizations where id = $1 for update`,
          [id],
        )
        if (was === undefined) return undefined
        const wanted = change(was)
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
      const rows = await db.rows<Organization>(
        `select ${ORGANIZATION} from organizations where id > $1 order by id limit $2`,
        [pageStart(page), page.limit + 1],
      )
      return toPage(rows, page)
    },
  }
}

const ORGANIZATION = `id, name, threat_protection as "threatProtection", siem, created_at as "createdAt"`

/** Also used by the first start, which makes the default organization in one transaction with its team. */
export async function insertOrganization(
  tx: Queryable,
  { name, threatProtection, siem }: Pick<Organization, 'name' | 'threatProtection' | 'siem'>,
): Promise<Organization> {
  const [made] = await tx.rows<Organization>(
    `insert into organizations (id, name, threat_protection, siem) values ($1, $2, $3, $4)
     returning ${ORGANIZATION}`,
    [newId(), name, JSON.stringify(threatProtection), JSON.stringify(siem)],
  )
  return made!
}

async function updateOrganization(
  tx: Queryable,
  id: string,
  change: OrganizationChange,
): Promise<Organization> {
  const [changed] = await tx.rows<Organization>(
    `update organizations set name = coalesce($2, name),
       threat_protection = coalesce($3, threat_protection), siem = coalesce($4, siem)
     where id = $1 returning ${ORGANIZATION}`,
    [id, change.name ?? null, json(change, 'threatProtection'), json(change, 'siem')],
  )
  return changed!
}

function json(change: OrganizationChange, field: 'threatProtection' | 'siem'): string | null {
  return change[field] === undefined ? null : JSON.stringify(change[field])
}
