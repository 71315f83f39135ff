import { isObject, pointedAt, pointerTo } from '../../extract/extract.ts'
import type { FieldEvidence, Step, VisitMove } from '../step.ts'

/** A field for which pages say different things. */
export interface Conflict {
  field: string
  values: { value: unknown; evidence: FieldEvidence }[]
}

const MOST_CONFLICTS = 10
const MOST_VALUES = 6

/** Fields outside of lists for which pages that were asked for all that is wanted say different things, with evidence. */
export function conflictsIn(data: unknown, wish: VisitMove['wish'], steps: readonly Step[]): Conflict[] {
  const shape = JSON.stringify(wish.schema)
  const pages = steps.flatMap(({ move, seen }) =>
    move.kind === 'visit' && seen.kind === 'visit' && JSON.stringify(move.wish.schema) === shape
      ? [seen]
      : [],
  )
  const conflicts = singleFields(data).map((field): Conflict => {
    const said = pages.flatMap(({ url, value, evidence }) => {
      const one = pointedAt(value, field)
      const proof = evidence.find((other) => other.field === field)
      return isSingle(one) && proof ? [{ value: one, evidence: { ...proof, url: proof.url ?? url } }] : []
    })
    return {
      field,
      values: [...new Map(said.map((one) => [nameOf(one.value), one])).values()].slice(0, MOST_VALUES),
    }
  })
  return conflicts.filter(({ values }) => values.length > 1).slice(0, MOST_CONFLICTS)
}

function singleFields(data: unknown, pointer = ''): string[] {
  if (!isObject(data)) return isSingle(data) && pointer !== '' ? [pointer] : []
  return Object.entries(data).flatMap(([name, inner]) => singleFields(inner, pointerTo(pointer, name)))
}

function isSingle(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Values that differ in nothing but case and spaces are the same. */
function nameOf(value: unknown): string {
  return String(value).replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
