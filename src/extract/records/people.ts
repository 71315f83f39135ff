import type { WishedField } from '../schema/wished-field.ts'
import type { ColumnIndex } from './column-index.ts'
import { KINDS } from './kinds.ts'
import type { Traits } from './traits.ts'

const PERSON = KINDS.find(({ name }) => name === 'person')!
const ROLE = KINDS.find(({ name }) => name === 'role')!
/** How much more a column must look like people than any other does. */
const LEAD = 0.3
const LEAST = 0.6

/**
 * Where records are people with what they are, the one column of their names: an office that stands first, or in the
 * heading, is not what its holder is called.
 */
export function nameColumn(
  fields: readonly WishedField[],
  { traits, surroundings }: ColumnIndex,
): { field: WishedField; at: number } | undefined {
  const field = fields.find(({ naming, wish }) => wish.type === 'string' && naming.isJust('name'))
  const isOfPeople = fields.some((other) => other !== field && other.naming.means('position'))
  if (!field || !isOfPeople || field.naming.means('position')) return undefined
  const scored = traits
    .map((one, at) => ({
      at,
      text: one.sample[0]?.text,
      score: surroundings.isWhole(one.column) ? 0 : personal(one),
    }))
    .toSorted((one, other) => other.score - one.score)
  const [best] = scored
  const next = scored.find(({ text }) => text !== best?.text)
  if (!best || best.score < LEAST || (next && next.score > best.score - LEAD)) return undefined
  return { field, at: best.at }
}

function personal(traits: Traits): number {
  const { column } = traits
  if (column.kind !== 'text' || column.isAside || column.key.includes('@')) return 0
  const filled = column.cells.filter((cell) => cell !== undefined).length
  if (filled * 2 < column.cells.length) return 0
  return traits.looking(PERSON) - traits.looking(ROLE)
}
