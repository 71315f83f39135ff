import { z } from 'zod'

// Fields of this file take their defaults by `prefault`: what is converted first loses a `default` in the description.

/** A whole number in a query string. */
export function whole({ min, max }: { min: number; max?: number }) {
  const number = max === undefined ? z.int().min(min) : z.int().min(min).max(max)
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    number,
  )
}

/** `true` or `false` in a query string. */
export const Flag = z.preprocess((value) => FLAGS.get(value) ?? value, z.boolean())

const FLAGS = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
])

/** A query parameter that may be given several times. */
export function repeated<Item extends z.ZodType>(item: Item, max = 100) {
  return z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item).max(max))
}

/** A moment in a query string. It comes out in UTC, because PostgreSQL takes fewer offsets and years than the form has. */
export const Moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine(isCommonYear, 'must be in the years 1970 to 9999')
  .transform((moment) => moment.toISOString())
  .meta({ example: '2026-01-31T12:00:00Z' })

function isCommonYear(moment: Date): boolean {
  return moment.getUTCFullYear() >= 1970 && moment.getUTCFullYear() <= 9999
}

/** How lists are paged: the cursor of the next page comes with each page. */
export const pageFields = {
  limit: whole({ min: 1, max: 100 }).prefault(25).describe('How many items a page has at most.'),
  cursor: z.string().min(1).max(512).optional().describe('The nextCursor of the page before.'),
}

export const PageQuery = z.object(pageFields)
export type PageQuery = z.output<typeof PageQuery>
