import type { PageWords } from './page-words.ts'
import { leavesOf } from './leaves.ts'
import type { Embedded, ValueEvidence } from './material.ts'
import { pointedAt } from './schema-part.ts'
import { placeOf } from './unsupported.ts'

/** The value that the embedded engine found at this place and has evidence for, or undefined. */
export function provenValue({ value, evidence }: Embedded, pointer: string): unknown {
  const proven = evidence.some(({ field }) => pointerOf(field) === pointer)
  return proven ? (pointedAt(value, pointer) ?? undefined) : undefined
}

/** `offers[0].price`, `offers.0.price` and `/offers/0/price` are the same place. */
export function pointerOf(field: string): string {
  if (field.startsWith('/')) return field
  return `/${field.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`
}

/** What the embedded engine found, as text for a model to weigh. */
export function candidatesOf({ value, evidence, missing }: Embedded): string {
  if (evidence.length === 0) return ''
  return JSON.stringify({
    value,
    evidence: evidence.slice(0, 100).map(({ field, text }) => ({ field, text: text.slice(0, 200) })),
    missing,
  })
}

/** How sure it is that a value which a model read on a page is the one that was meant. */
export const READ_BY_MODEL = 0.7

/** Where the values of an answer stand: as the embedded engine found them, or as the page quotes them. */
export function evidenceFor(
  value: unknown,
  embedded: Embedded,
  { words, url }: { words: PageWords; url: string | undefined },
): ValueEvidence[] {
  const known = new Map(embedded.evidence.map((one) => [pointerOf(one.field), one]))
  return leavesOf(value).flatMap(({ pointer, value: one }): ValueEvidence[] => {
    const found = known.get(pointer)
    if (found && pointedAt(embedded.value, pointer) === one) return [found]
    const place = typeof one === 'string' || typeof one === 'number' ? placeOf(one, words) : undefined
    if (place === undefined) return []
    const from = { ...(url !== undefined && { url }), ...words.quote(place) }
    return [{ field: pointer, ...from, source: 'model', confidence: READ_BY_MODEL }]
  })
}
