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
  if (!ranks) return order.isPick ? [] : records.slice(0, most)
  const sign = order.isDown ? -1 : 1
  return records
    .filter((record) => ranks.has(record))
    .toSorted((one, other) => sign * (ranks.get(one)! - ranks.get(other)!))
    .slice(0, most)
}

/** Records that have to be known better before the first of all can be told. */
export function unranked(
  records: readonly GatheredRecord[],
  { order }: Pick<PlannedList, 'order'>,
): GatheredRecord[] {
  return order ? records.filter((record) => Number.isNaN(rankIn(record, order))) : []
}

/** So many records in a row are in order by no accident. */
const IN_ORDER = 8

/** Whether a list is in the order asked for, so that those on further pages come after the records that are known. */
export function isInOrder(
  records: readonly GatheredRecord[],
  { order }: Pick<PlannedList, 'order'>,
): boolean {
  if (!order) return true
  const sign = order.isDown ? -1 : 1
  const ranks = records.map((record) => rankIn(record, order))
  return (
    ranks.length >= IN_ORDER && ranks.every((rank, at) => at === 0 || sign * (rank - ranks[at - 1]!) >= 0)
  )
}

/** What most records are ranked by; nothing where that is known of too few. */
function ranksOf(
  records: readonly GatheredRecord[],
  order: NonNullable<PlannedList['order']>,
): Map<GatheredRecord, number> | undefined {
  const all = records.map((record) => [record, rankIn(record, order)] as const)
  const ranks = new Map(all.filter(([, rank]) => !Number.isNaN(rank)))
  return ranks.size * 3 >= records.length * (order.isPick ? 1 : 2) && ranks.size > 0 ? ranks : undefined
}

function rankIn({ facts }: GatheredRecord, { field }: NonNullable<PlannedList['order']>): number {
  const value = facts.best(JSON.stringify(field.path))?.facts[0]?.value
  return value === undefined ? Number.NaN : rankOf(value)
}
