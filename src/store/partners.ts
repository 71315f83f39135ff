import { Fault } from '../fault.ts'
import type { NewKey, Partner, PartnerFinder, Partners } from '../access/access.ts'
import { recordChange } from './audit-trail.ts'
import type { Database, Queryable } from './database.ts'
import { newId, pageStart, toPage } from './keyset.ts'

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
      const [row] = await db.rows<Row>(`select * from partners where id = $1`, [id])
      return row && toPartner(row)
    },
    async findPartner(hash) {
      const [row] = await db.rows<Row>(`select * from partners where key_hash = $1`, [hash])
      return row && { partnerId: row.id }
    },
    async list(page) {
      const rows = await db.rows<Row>(`select * from partners where id > $1 order by id limit $2`, [
        pageStart(page),
        page.limit + 1,
      ])
      return toPage(rows.map(toPartner), page)
    },
    rotate: (id, key, by = 'command line') =>
      db.transaction(async (tx) => {
        const [row] = await tx.rows<Row>(
          `update partners set key_hash = $2, key_last_four = $3 where id = $1 returning *`,
          [id, key.hash, key.lastFour],
        )
        if (row) await recordChange(tx, by, { action: 'partner.rotate', target: id })
        return row && toPartner(row)
      }),
    remove: (id, by = 'command line') =>
      db.transaction(async (tx) => {
        const rows = await tx.rows(`delete from partners where id = $1 returning id`, [id])
        if (rows.length > 0) await recordChange(tx, by, { action: 'partner.delete', target: id })
        return rows.length > 0
      }),
  }
}

interface Row {
  id: string
  name: string
  key_last_four: string
  coupon_credits: number
  created_at: Date
}

/** Undefined when the name or the key is taken. */
export async function insertPartner(
  db: Queryable,
  partner: { name: string; couponCredits: number },
  key: NewKey,
): Promise<Partner | undefined> {
  const [row] = await db.rows<Row>(
    `insert into partners (id, name, key_hash, key_last_four, coupon_credits) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning *`,
    [newId(), partner.name, key.hash, key.lastFour, partner.couponCredits],
  )
  return row && toPartner(row)
}

function toPartner(row: Row): Partner {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.key_last_four,
    couponCredits: row.coupon_credits,
    createdAt: row.created_at,
  }
}
