import { isObject } from './schema-part.ts'

/** Whether a value stands on the page. */
type IsSupported = (value: unknown) => boolean

/** What the parts of a page gave, in their order, as one value. */
export function merged(values: readonly unknown[], isSupported: IsSupported): unknown {
  return values.reduce((sum, value) => together(sum, value, isSupported))
}

/** Lists are joined; objects field by field; of two values the first stays, unless only the second stands on the page. */
function together(left: unknown, right: unknown, isSupported: IsSupported): unknown {
  if (isNothing(left)) return right ?? left
  if (isNothing(right)) return left
  if (Array.isArray(left) && Array.isArray(right)) return joined([...left, ...right], isSupported)
  if (isObject(left) && isObject(right)) {
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])]
    return Object.fromEntries(
      names.map((name) => [name, together(own(left, name), own(right, name), isSupported)]),
    )
  }
  if (Array.isArray(left) || Array.isArray(right) || isObject(left) || isObject(right)) return left
  return !isSupported(left) && isSupported(right) ? right : left
}

function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** What a record is known by, in the order of how well. */
const NAMES = ['id', 'sku', 'url', 'link', 'name', 'title'] as const

/**
 * Pieces of a page overlap, so the same thing may be told twice: once more exactly, or with more fields where a record was cut
 * in two. Records of one name that contradict each other are two.
 */
function joined(items: readonly unknown[], isSupported: IsSupported): unknown[] {
  const kept: unknown[] = []
  const places = new Map<string, number>()
  for (const item of items) {
    const exact = JSON.stringify(normalized(item))
    const key = keyOf(item)
    const place = places.get(exact) ?? (key === undefined ? undefined : places.get(key))
    const known = place === undefined ? undefined : kept[place]
    if (place !== undefined && agree(known, item)) {
      kept[place] = together(known, item, isSupported)
    } else {
      places.set(exact, kept.length)
      if (key !== undefined) places.set(key, kept.length)
      kept.push(item)
    }
  }
  return kept
}

function keyOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const name = NAMES.find((one) => typeof item[one] === 'string' || typeof item[one] === 'number')
  return name === undefined ? undefined : `${name}:${String(normalized(item[name]))}`
}

function agree(left: unknown, right: unknown): boolean {
  if (!isObject(left) || !isObject(right)) return true
  return Object.keys(left).every(
    (name) =>
      isNothing(left[name]) ||
      isNothing(own(right, name)) ||
      JSON.stringify(normalized(left[name])) === JSON.stringify(normalized(right[name])),
  )
}

function normalized(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ').trim().toLowerCase()
  if (Array.isArray(value)) return value.map(normalized)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([, inner]) => !isNothing(inner))
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, normalized(inner)]),
  )
}
