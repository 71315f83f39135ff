import type { WishedField } from '../schema/wished-field.ts'
import { isSomebody } from './plausible.ts'
import type { Traits } from './traits.ts'

/** The last of what was written to a thing, which a page tells apart from the thing itself: who, and when. */
const LAST = /^(?:last|latest|letzte|neueste|dernier|derniere|dernière|último|ultimo|última|ultima|laatste)/iu

/** How probably a column is who wrote last, or when; undefined where that is not wanted. */
export function lastScore(field: WishedField, traits: Traits): number | undefined {
  if (!isTold(traits)) return undefined
  if (traits.dates > 0.7) return isDay(field) && traits.length <= LONGEST_DAY ? SURE : undefined
  return isWho(field) && isName(traits) ? SURE : undefined
}

/** Whether a field is who did something last, or when that was. */
export function wantsLast(field: WishedField): boolean {
  const { wish, name } = field
  return (
    wish.enum === undefined && wish.type === 'string' && LAST.test(name) && (isDay(field) || isWho(field))
  )
}

/** Whether somebody is who did something last, and not who made the thing. */
export function isLast({ column }: Traits): boolean {
  return column.labels.some(({ text, weight }) => weight >= LEAST_WEIGHT && LAST.test(text))
}

function isTold(traits: Traits): boolean {
  return isLast(traits) || traits.sample.every(({ text }) => LAST.test(text))
}

function isDay({ naming, wish: { format } }: WishedField): boolean {
  return format === 'date' || format === 'date-time' || (format === undefined && naming.means('date'))
}

function isWho(field: WishedField): boolean {
  return field.wish.format === undefined && (WHO.test(field.name) || isSomebody(field))
}

/** A name is a link, or is called that of a user; a sentence with it is not. */
function isName({ column, sample, length }: Traits): boolean {
  const isCalled =
    column.isLink || column.labels.some(({ text }) => /^(?:author|user ?name|user|poster)$/i.test(text))
  return (
    isCalled && length <= LONGEST_NAME && sample.every(({ text }) => /\p{L}/u.test(text) && !LAST.test(text))
  )
}

const WHO = /(?:by|poster|user|author|von|autor|par|auteur|door)$/i
const LEAST_WEIGHT = 0.5
const LONGEST_DAY = 40
const LONGEST_NAME = 30
const SURE = 0.88
