import type { Organization, OrganizationChange, Organizations } from '../access/access.ts'
import type { Queryable } from './database.ts'
import { newId, pageStart, toPage } from './keyset.ts'

/** Organizations and their policies. */
export function createOrganizations(db: Queryable): Organizations {
  return {
    async create({ name, threatProtection, siem }) {
      const [row] = await db.rows<Row>(
        `insert into organizations (id, name, threat_protection, siem) values ($1, $2, $3, $4) returning *`,
        [newId(), name, JSON.stringify(threatProtection), JSON.stringify(siem)],
      )
      return toOrganization(row!)
    },
    async find(id) {
      const [row] = await db.rows<Row>(`select * from organizations where id = $1`, [id])
      return row && toOrganization(row)
    },
    async change(id, change) {
      const [row] = await db.rows<Row>(
        `update organizations set name = coalesce($2, name),
           threat_protection = coalesce($3, threat_protection), siem = coalesce($4, siem)
         where id = $1 returning *`,
        [id, change.name ?? null, json(change, 'threatProtection'), json(change, 'siem')],
      )
      return row && toOrganization(row)
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
