import { readScalar } from '../values/read-scalar.ts'
import type { Reading } from '../values/read-scalar.ts'
import { isObject } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { wishOf } from './wish.ts'
import type { ListWish, ObjectWish, ScalarWish, Wish } from './wish.ts'

/**
 * Brings a value into the shape that a schema asks for, as far as it can be read so: `12,50 €` becomes 12.5 where a
 * number is wanted. What cannot be is null where null is allowed, and left out otherwise.
 */
export function coerce(value: unknown, schema: JsonSchema, language?: string, base?: string): unknown {
  return coerced(value, wishOf(schema), { language, base })
}

function coerced(value: unknown, wish: Wish, reading: Reading): unknown {
  if (value === null || value === undefined) return wish.nullable ? null : undefined
  if (wish.kind === 'list') return asList(value, wish, reading)
  if (wish.kind === 'object') return asObject(value, wish, reading)
  return asScalar(value, wish, reading) ?? (wish.nullable ? null : undefined)
}

function asList(value: unknown, { item, most }: ListWish, reading: Reading): unknown[] {
  const values = Array.isArray(value) ? value : [value]
  return values
    .map((one) => coerced(one, item, reading))
    .filter((one) => one !== undefined)
    .slice(0, most)
}

function asObject(
  value: unknown,
  { properties, others, closed, nullable }: ObjectWish,
  reading: Reading,
): unknown {
  const given = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value
  if (!isObject(given)) return nullable ? null : undefined
  const object: Record<string, unknown> = {}
  for (const { name, wish } of properties) {
    if (!Object.hasOwn(given, name) && !wish.nullable) continue
    const read = coerced(given[name], wish, reading)
    if (read !== undefined) define(object, name, read)
  }
  const known = new Set(properties.map(({ name }) => name))
  for (const [name, one] of Object.entries(given)) {
    if (known.has(name) || (closed && others === undefined)) continue
    const read = others === undefined ? one : coerced(one, others, reading)
    if (read !== undefined) define(object, name, read)
  }
  return object
}

/** Sets a property of any name, `__proto__` too. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

function asScalar(value: unknown, wish: ScalarWish, reading: Reading): unknown {
  if (Array.isArray(value)) return value.length === 1 ? asScalar(value[0], wish, reading) : undefined
  if (wish.type === 'any' && wish.enum === undefined && typeof value !== 'string') return value
  if (typeof value === 'object') return undefined
  if (wish.enum?.includes(value)) return value
  if (typeof value === 'number' && Number.isFinite(value) && wish.enum === undefined) {
    if (wish.type === 'number') return value
    if (wish.type === 'integer') return Number.isInteger(value) ? value : undefined
  }
  if (typeof value === 'boolean' && wish.type === 'boolean') return value
  return readScalar(String(value), wish, reading)
}
