import { randomBytes } from 'node:crypto'
import type { Paged, PageRequest } from '../../access/access.ts'
import { Fault } from '../../fault.ts'

/** A UUID version 7: ids are ordered by time, so a page starts after the last id of the previous one. */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const MIN_ID = '00000000-0000-0000-0000-000000000000'
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function pageStart({ cursor }: PageRequest, beginning = MIN_ID): string {
  return cursor === undefined ? beginning : readCursor(cursor, UUID)[0]!
}

/** Returns the groups that the pattern matches in a cursor. */
export function readCursor(cursor: string, pattern: RegExp): string[] {
  return pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? failInvalidCursor()
}

export function failInvalidCursor(): never {
  throw new Fault('BAD_REQUEST', "cursor: must be the 'nextCursor' of an earlier page.")
}

export function toPage<Item extends { id: string }>(rows: Item[], { limit }: PageRequest): Paged<Item> {
  return pageUntil(rows, limit, ({ id }) => id)
}

/** A page and its next cursor. `rows` contains one row more than the page if there is a next page. */
export function pageUntil<Item>(rows: Item[], limit: number, cursorOf: (last: Item) => string): Paged<Item> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { items, nextCursor: hasMore ? Buffer.from(cursorOf(last)).toString('base64url') : null }
}
