import type { PageWords } from './page-words.ts'
import type { Embedded, ValueEvidence } from './reading.ts'
import { isObject, leavesOf, pointedAt, stepsOf } from './schema-part.ts'
import { placeOf } from './unsupported.ts'

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

/** Places where a page states a value under its name, for machines or for readers. */
const STATING: ReadonlySet<string> = new Set(['json-ld', 'microdata', 'rdfa', 'meta', 'pair', 'definition'])
const SURE = 0.9

/**
 * A model's answer with the values that it left empty although the page states them or the embedded engine is sure of them.
 * A list is taken whole where the model has none: its records cannot be told apart by their number.
 */
export function withStated(given: unknown, { value, evidence }: Embedded): unknown {
  const stated = evidence.filter(
    ({ source = '', confidence = 0 }) => STATING.has(source) || confidence >= SURE,
  )
  return stated.reduce((filled, { field }) => {
    const steps = stepsOf(pointerOf(field))
    const list = steps.findIndex((_, at) => Array.isArray(pointedAtSteps(value, steps.slice(0, at))))
    return withMissing(filled, value, list === -1 ? steps : steps.slice(0, list))
  }, given)
}

/** The value with what another one has at this place, unless there is something already. */
function withMissing(given: unknown, found: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return isEmpty(given) ? found : given
  if ((!isEmpty(given) && !isObject(given)) || !isObject(found) || !Object.hasOwn(found, step)) return given
  const whole = isObject(given) ? given : {}
  const inner = withMissing(Object.hasOwn(whole, step) ? whole[step] : undefined, found[step], rest)
  return inner === undefined ? given : { ...whole, [step]: inner }
}

function isEmpty(value: unknown): boolean {
  return (value ?? '') === '' || (Array.isArray(value) && value.length === 0)
}

function pointedAtSteps(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (found, step) => pointedAt(found, `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    value,
  )
}
