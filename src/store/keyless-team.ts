import type { KeylessTeam } from '../access/access.ts'
import { batched } from './batched.ts'
import { CALLER_COLUMNS, toCaller } from './caller-row.ts'
import type { CallerRow } from './caller-row.ts'
import type { Queryable } from './database.ts'
import { createThreatProtections } from './threat-protections.ts'

/** The team of all callers without a key, which the first start made. */
export function createKeylessTeam(db: Queryable, teamId: string): KeylessTeam {
  const threatProtectionsOf = createThreatProtections(db)
  const find = batched(async (asked: undefined[]) => {
    const [row] = await db.prepared<CallerRow>(
      `select ${CALLER_COLUMNS} from teams t join organizations o on o.id = t.organization_id where t.id = $1`,
      [teamId],
    )
    const caller = row && toCaller(row, await threatProtectionsOf([row]))
    return asked.map(() => caller)
  })
  return { findCaller: () => find(undefined) }
}
