import { getConstructionPlans } from 'pg-boss'
import { SCHEMA } from './boss.ts'

/** The statements with which the queue makes its own tables, for a restore, which fills them before the queue starts. */
export function queueTables(): string {
  return getConstructionPlans(SCHEMA)
}
