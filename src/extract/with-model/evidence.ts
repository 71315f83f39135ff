import type { Embedded } from './material.ts'
import { pointedAt } from './schema-part.ts'

/** The value that the embedded engine found at this place and has evidence for, or undefined. */
export function provenValue({ value, evidence }: Embedded, pointer: string): unknown {
  const proven = evidence.some(({ field }) => pointerOf(field) === pointer)
  return proven ? (pointedAt(value, pointer) ?? undefined) : undefined
}

/** `offers[0].price`, `offers.0.price` and `/offers/0/price` are the same place. */
function pointerOf(field: string): string {
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
