import { allowsNull, isObject, partFor, resolved, typesOf } from './schema-part.ts'
import type { Schema } from './schema-part.ts'

/**
 * A model's answer in the types of the caller's schema, where that changes nothing but the notation. What the model says the
 * page does not tell is left out where the schema has no null.
 */
export function fitted(value: unknown, schema: Schema): unknown {
  return fit(value, resolved(schema, schema))

  function fit(given: unknown, part: Schema): unknown {
    const types = typesOf(part, schema)
    const one = types.size > 0 ? inTypes(given, types) : given
    if (Array.isArray(one)) {
      return one
        .map((item, index) => fit(item, partFor(part, index, schema)))
        .filter((item, index) => item !== null || allowsNull(partFor(part, index, schema), schema))
    }
    if (!isObject(one)) return one
    const entries = Object.entries(one).map(([name, inner]): [string, unknown] => [
      name,
      fit(inner, partFor(part, name, schema)),
    ])
    return Object.fromEntries(
      entries.filter(([name, inner]) => inner !== null || allowsNull(partFor(part, name, schema), schema)),
    )
  }
}

const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/

function inTypes(value: unknown, types: ReadonlySet<unknown>): unknown {
  const wantsNumber = types.has('number') || types.has('integer')
  if (typeof value === 'number' && !wantsNumber && types.has('string')) return String(value)
  if (typeof value === 'string' && !types.has('string')) {
    const text = value.trim()
    if (wantsNumber && PLAIN_NUMBER.test(text)) return Number(text)
    if (types.has('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
    if (text === '' || /^(null|n\/a)$/i.test(text)) return null
  }
  const isSingle = value !== null && value !== undefined && !Array.isArray(value)
  return isSingle && types.has('array') && types.size === 1 ? [value] : value
}
