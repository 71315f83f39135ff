import { z } from 'zod'

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

/** How lists are paged: the cursor of the next page comes with each page. */
export const pageFields = {
  limit: whole({ min: 1, max: 100 }).default(25).describe('How many items a page has at most.'),
  cursor: z.string().min(1).max(512).optional().describe('The nextCursor of the page before.'),
}

export const PageQuery = z.object(pageFields)
export type PageQuery = z.output<typeof PageQuery>
