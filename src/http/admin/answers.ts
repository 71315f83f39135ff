import type { Paged } from '../../access/access.ts'
import { Fault } from '../../fault.ts'

/** The thing, or 404. */
export function found<Thing>(thing: Thing | undefined, noun: string): Thing {
  if (thing === undefined) throw new Fault('NOT_FOUND', `There is no ${noun} with this id.`)
  return thing
}

/** A page of a list as it is answered. */
export function page<Item>({ items, nextCursor }: Paged<Item>) {
  return { data: items, nextCursor }
}
