import type { GatheredRecord } from '../../gathered/record-pool.ts'
import { rankOf } from './comparisons.ts'
import type { PlannedList } from '../plan.ts'

/** The first few of records, in the order that is asked for; those of which too little is known keep their places. */
export function firstOf(
  records: readonly GatheredRecord[],
  { most, order }: Pick<PlannedList, 'most' | 'order'>,
): GatheredRecord[] {
  if (!order) return records.slice(0, most)
  const ranks = ranksOf(records, order)
  if (!ranks) return records.slice(0, most)
  const sign = order.isDown ? -1 : 1
  return records
    .filter((record) => ranks.has(record))
    .toSorted((one, other) => sign * (ranks.get(one)! - ranks.get(other)!))
    .slice(0, most)
}

/** Whether records stand in the order asked for, so that those on further pages come after them. */
export function isInOrder(
  records: readonly GatheredRecord[],
  { order }: Pick<PlannedList, 'order'>,
): boolean {
  const ranks = order && ranksOf(records, order)
  if (!ranks) return true
  const sign = order.isDown ? -1 : 1
  const known = records.flatMap((record) => ranks.get(record) ?? [])
  return known.every((rank, at) => at === 0 || sign * (rank - known[at - 1]!) >= 0)
}

/** What most records are ranked by; nothing where that is known of too few. */
function ranksOf(
  records: readonly GatheredRecord[],
  { field }: NonNullable<PlannedList['order']>,
): Map<GatheredRecord, number> | undefined {
  const ranks = new Map<GatheredRecord, number>()
  for (const record of records) {
    const value = record.facts.best(JSON.stringify(field.path))?.facts[0]?.value
    const rank = value === undefined ? Number.NaN : rankOf(value)
    if (!Number.isNaN(rank)) ranks.set(record, rank)
  }
  return ranks.size * 3 >= records.length * 2 && ranks.size > 0 ? ranks : undefined
}
