import { MAX_COMPLAINTS, placeOf, quote, suggest } from './complaint.ts'
import type { Complaint } from './complaint.ts'
import { nearest } from './nearest.ts'

/** Fields of one object of a request that its schema does not have. There may be very many: few of them are looked at. */
export interface UnknownFields {
  /** The path of the object. */
  place: PropertyKey[]
  names: string[]
  /** The fields that the object has. */
  known: string[]
}

const MAX_IGNORED = 10

/** Complaints about the first of them. */
export function unknownFields(unknown: readonly UnknownFields[]): Complaint[] {
  return first(unknown, MAX_COMPLAINTS).map(({ path, meant }) =>
    quote(path, `Unknown field \`${placeOf(path)}\`.${suggest(meant)}`),
  )
}

/** What a caller is told when they were ignored; more than a few are only counted. */
export function ignoredFields(unknown: readonly UnknownFields[]): string {
  const fields = first(unknown, MAX_IGNORED)
  const count = countOf(unknown)
  const named = fields.map(({ path }) => `\`${placeOf(path)}\``).join(', ')
  if (count === 1) return `Ignored the unknown field ${named}.${suggest(fields[0]!.meant)}`
  return `Ignored the unknown fields ${named}${count > fields.length ? ` and ${count - fields.length} more` : ''}.`
}

export function countOf(unknown: readonly UnknownFields[]): number {
  return unknown.reduce((count, { names }) => count + names.length, 0)
}

function first(unknown: readonly UnknownFields[], most: number) {
  return unknown
    .slice(0, most)
    .flatMap(({ place, names, known }) => names.slice(0, most).map((name) => ({ place, name, known })))
    .slice(0, most)
    .map(({ place, name, known }) => {
      const found = nearest(name, known)
      return { path: [...place, name], meant: found && placeOf([...place, found]) }
    })
}
