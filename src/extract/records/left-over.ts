import { meaningsOf } from '../schema/synonyms.ts'
import type { WishedField } from '../schema/wished-field.ts'
import { isUnnamed } from './column-score.ts'
import { isGroup } from './group-column.ts'
import { KINDS } from './kinds.ts'
import type { Column } from './sheet.ts'
import type { Surroundings } from './surroundings.ts'
import type { Traits } from './traits.ts'

/** What short words in a record say of it more often than anything else. */
const OPEN =
  'position city location region country neighborhood area brand manufacturer category type section team department specialty'.split(
    ' ',
  )
const PERSON = KINDS.find(({ name }) => name === 'person')!
/** What things stand under rather than have beside their title. */
const SORTS = 'category type section team department specialty'.split(' ')
const SHORTEST = 2
const LONGEST = 48

interface Left {
  around: Surroundings
  /** The columns that are known to be something else. */
  taken: readonly Traits[]
  /** Whether what the records are called is among those; then their heading may be anything. */
  isTitled: boolean
}

/**
 * The one field that no column is named like or looks like, with the one text of the records that nothing else is: words
 * beside a title are its brand where only a brand is left to find, and its place where only a place is.
 */
export function leftOver(
  fields: readonly WishedField[],
  columns: readonly Traits[],
  { around, taken, isTitled }: Left,
): { field: WishedField; traits: Traits } | undefined {
  const open = fields.filter(isOpen)
  if (open.length !== 1) return undefined
  const plain = columns.filter(
    (traits) =>
      (isTitled || traits.column !== around.firstHeading) &&
      isPlain(traits) &&
      !(open[0]!.naming.means('position') && traits.looking(PERSON) > 0.5) &&
      !taken.some((other) => overlaps(traits, other)),
  )
  const group = plain.find(({ column }) => isGroup(column))
  if (group && open[0]!.naming.means(...SORTS)) return { field: open[0]!, traits: group }
  const outer = plain.filter((traits) => !plain.some((other) => isPartOf(other, traits)))
  const own = outer.filter(({ column }) => !isGroup(column))
  const distinct = (own.length > 0 || !group ? own : [group]).filter(
    (traits, nth, all) => all.findIndex((other) => showsSame(other, traits)) === nth,
  )
  return distinct.length === 1 ? { field: open[0]!, traits: distinct[0]! } : undefined
}

/** What people are, where nothing says so: the text that follows their names. */
export function afterNames(
  fields: readonly WishedField[],
  columns: readonly { traits: Traits; at: number }[],
  { at: name, taken }: { at: number; taken: readonly Traits[] },
): { field: WishedField; traits: Traits } | undefined {
  const field = fields.find(({ naming, wish }) => wish.type === 'string' && naming.isJust('position'))
  if (!field) return undefined
  const plain = columns.filter(
    ({ traits }) =>
      isPlain(traits) &&
      !isGroup(traits.column) &&
      traits.looking(PERSON) < 0.5 &&
      !taken.some((other) => overlaps(traits, other)),
  )
  const next = plain.find(({ at }) => at > name) ?? plain.at(-1)
  return next && { field, traits: next.traits }
}

function isOpen({ naming, wish }: WishedField): boolean {
  return (
    wish.type === 'string' && wish.format === undefined && wish.enum === undefined && naming.means(...OPEN)
  )
}

/** Words, and not always the same: what each record has alike is for its readers to press. */
function isPlain(traits: Traits): boolean {
  const { column, sample, length } = traits
  if (column.kind !== 'text' || column.isAside) return false
  if (
    !isUnnamed(column) ||
    isCalledOtherwise(column) ||
    column.key.startsWith('part:') ||
    length < SHORTEST ||
    length > LONGEST
  )
    return false
  const filled = column.cells.filter((cell) => cell !== undefined).length
  if (filled * 2 < column.cells.length || sample.length < 2) return false
  if (new Set(sample.map(({ text }) => text)).size < 2 || beginAlike(sample)) return false
  return sample.every(({ text }) => /^(?:\d\.\s)?\p{Lu}[^\d@:€$£?!]*$/u.test(text) && !SAID.test(text))
}

/** Whether the same words stand before what each says, which then is what those call it: `Last post by Ann`. */
function beginAlike([first, ...others]: Traits['sample']): boolean {
  const words = first?.text.split(' ').slice(0, 2) ?? []
  return words.length === 2 && others.every(({ text }) => text.startsWith(`${words.join(' ')} `))
}

/** What is a sentence, or tells who did something. */
const SAID = /[.…]$|\p{Ll}[.!?]\s|(?:^|\s)(?:by|von|par|por|door)\s\p{Lu}/u

/** Whether the page calls it by a word that is known, which no field that is left has. */
function isCalledOtherwise({ labels }: Column): boolean {
  return labels.some(
    ({ text, weight }) => weight > 0.7 && text.split(' ').some((word) => meaningsOf(word).length > 0),
  )
}

function isPartOf(inner: Traits, whole: Traits): boolean {
  return inner !== whole && inner.column.key.startsWith(`${whole.column.key}/`) && !showsSame(inner, whole)
}

/** Whether a text has in it what is known to be something else. */
function overlaps({ column }: Traits, { column: taken }: Traits): boolean {
  const at = column.cells.findIndex((cell, index) => cell !== undefined && taken.cells[index] !== undefined)
  return at >= 0 && column.cells[at]!.text.includes(taken.cells[at]!.text)
}

function showsSame(one: Traits, other: Traits): boolean {
  return one.sample.every(({ text }, at) => other.sample[at]?.text === text)
}
