import type { WishedField } from '../schema/wished-field.ts'
import { isUnnamed } from './column-score.ts'
import type { Surroundings } from './surroundings.ts'
import type { Traits } from './traits.ts'

/** What short words in a record say of it more often than anything else. */
const OPEN =
  'position city location region country neighborhood area brand manufacturer category type section team department'.split(
    ' ',
  )
const SHORTEST = 2
const LONGEST = 48

/**
 * The one field that no column is named like or looks like, with the one text of the records that nothing else is: words
 * beside a title are its brand where only a brand is left to find, and its place where only a place is.
 */
export function leftOver(
  fields: readonly WishedField[],
  columns: readonly Traits[],
  around: Surroundings,
): { field: WishedField; traits: Traits } | undefined {
  const open = fields.filter(isOpen)
  if (open.length !== 1) return undefined
  const plain = columns.filter((traits) => isPlain(traits, around))
  const outer = plain.filter((traits) => !plain.some((other) => isPartOf(other, traits)))
  const distinct = outer.filter((traits, nth) => outer.findIndex((other) => showsSame(other, traits)) === nth)
  return distinct.length === 1 ? { field: open[0]!, traits: distinct[0]! } : undefined
}

function isOpen({ naming, wish }: WishedField): boolean {
  return (
    wish.type === 'string' && wish.format === undefined && wish.enum === undefined && naming.means(...OPEN)
  )
}

/** Words, and not always the same: what each record has alike is for its readers to press. */
function isPlain(traits: Traits, around: Surroundings): boolean {
  const { column, sample, length } = traits
  if (column.kind !== 'text' || column.isAside || column === around.firstHeading) return false
  if (!isUnnamed(column) || column.key.startsWith('part:') || length < SHORTEST || length > LONGEST)
    return false
  const filled = column.cells.filter((cell) => cell !== undefined).length
  if (filled * 2 < column.cells.length || sample.length < 2) return false
  if (new Set(sample.map(({ text }) => text)).size < 2) return false
  return sample.every(({ text }) => /^\p{Lu}[^\d@:€$£?!]*$/u.test(text) && !/[.…]$/.test(text))
}

function isPartOf(inner: Traits, whole: Traits): boolean {
  return inner !== whole && inner.column.key.startsWith(`${whole.column.key}/`) && !showsSame(inner, whole)
}

function showsSame(one: Traits, other: Traits): boolean {
  return one.sample.every(({ text }, at) => other.sample[at]?.text === text)
}
