import { randomBytes } from 'node:crypto'
import type { Paged, PageRequest } from '../../access/access.ts'
import { Fault } from '../../fault.ts'

/**
 * A time-ordered id (UUID version 7): rows come in the order of their making, so a page is continued from the last id
 * alone, and the index that finds it grows at one end.
 */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Where a list that runs from the oldest, or from the newest, begins. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
export const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id after which a page begins. A cursor is the last id of the page before, wrapped so that nobody builds one. */
export function pageStart({ cursor }: PageRequest, beginning = BEFORE_ALL): string {
  if (cursor === undefined) return beginning
  const id = Buffer.from(cursor, 'base64url').toString()
  if (!UUID.test(id)) throw new Fault('BAD_REQUEST', "cursor: takes the 'nextCursor' of an earlier page.")
  return id
}

/** Makes a page of rows that were asked for with one more than the limit. */
export function toPage<Item extends { id: string }>(rows: Item[], { limit }: PageRequest): Paged<Item> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? Buffer.from(last.id).toString('base64url') : null,
  }
}
