import { isObject, pointedAt, pointerTo } from '../with-model/schema-part.ts'
import type { RecordLink } from './lead.ts'

/**
 * Where the records of a value lead, once somebody else has written that value anew: a link goes with a text that one
 * record alone has, before and after.
 */
export function realigned(records: readonly RecordLink[], before: unknown, after: unknown): RecordLink[] {
  const lists = new Map<string, { old: OwnTexts; now: OwnTexts }>()
  return records.flatMap(({ record, url }) => {
    const list = record.slice(0, record.lastIndexOf('/'))
    const known = lists.get(list) ?? {
      old: ownTexts(pointedAt(before, list)),
      now: ownTexts(pointedAt(after, list)),
    }
    lists.set(list, known)
    const own = textsOf(pointedAt(before, record)).filter((text) => known.old.get(text) !== undefined)
    const place = own.map((text) => known.now.get(text)).find((each) => each !== undefined)
    return place === undefined ? [] : [{ record: pointerTo(list, place), url }]
  })
}

/** The entry of a list that a text stands in; undefined for one that several share. */
type OwnTexts = ReadonlyMap<string, number | undefined>

function ownTexts(list: unknown): OwnTexts {
  const own = new Map<string, number | undefined>()
  for (const [place, entry] of Array.isArray(list) ? list.entries() : []) {
    for (const text of textsOf(entry)) own.set(text, own.has(text) ? undefined : place)
  }
  return own
}

/** Each once. */
function textsOf(entry: unknown): string[] {
  const values = isObject(entry) ? Object.values(entry) : []
  const texts = values.flatMap((value) => (typeof value === 'string' ? value.slice(0, 300) : []))
  return [...new Set(texts.map((text) => text.trim().toLowerCase()))]
}
