import { allowsNull, alternatives, isObject, partFor, resolved, typesOf } from './schema-part.ts'
import type { Schema } from './schema-part.ts'

/** A schema to ask a model with, and how its answer becomes what the caller's schema describes. */
export interface Askable {
  schema: object
  unwrap(answer: unknown): unknown
}

/** Endpoints want an object at the root; anything else is asked for under this name. */
const WRAPPER = 'result'

/** What a caller wants when he has described nothing. */
const ANYTHING = { type: 'object', additionalProperties: true }

/**
 * The caller's schema, so that a model can be held to it without having to invent: whatever the page may not tell can be
 * null, and every property is asked for, which is also what the strict mode of endpoints demands.
 */
export function askableSchema(schema: Schema | undefined): Askable {
  if (schema === undefined) return { schema: ANYTHING, unwrap: (answer) => answer }
  const open = opened(schema)
  const isRoot = isObjectSchema(schema, schema) && !('anyOf' in open) && !('oneOf' in open)
  if (isRoot) return { schema: open, unwrap: (answer) => answer }
  const { $defs, definitions, ...rest } = open
  return {
    schema: {
      type: 'object',
      properties: { [WRAPPER]: rest },
      required: [WRAPPER],
      additionalProperties: false,
      ...($defs !== undefined && { $defs }),
      ...(definitions !== undefined && { definitions }),
    },
    unwrap: (answer) => (isObject(answer) && Object.hasOwn(answer, WRAPPER) ? answer[WRAPPER] : answer),
  }
}

/** What describes a schema and no value. */
const ABOUT_THE_SCHEMA = new Set(['$schema', '$id', '$comment', 'default', 'examples', 'example', 'title'])
const MAPS = new Set(['properties', '$defs', 'definitions', 'patternProperties'])
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const PARTS = new Set(['items', 'additionalProperties', 'not'])

function opened(schema: Schema): Record<string, unknown> {
  return open(schema) as Record<string, unknown>

  function open(given: unknown): unknown {
    if (!isObject(given)) return given
    const entries = Object.entries(given).filter(([keyword]) => !ABOUT_THE_SCHEMA.has(keyword))
    const one = Object.fromEntries(entries.map(([keyword, value]) => [keyword, openedPart(keyword, value)]))
    if (!isObject(one['properties'])) return one
    const properties = Object.entries(one['properties']).map(([name, part]) => [name, nullable(part)])
    return {
      ...one,
      properties: Object.fromEntries(properties),
      required: properties.map(([name]) => name),
      ...(!isObject(one['additionalProperties']) && { additionalProperties: false }),
    }
  }

  function openedPart(keyword: string, value: unknown): unknown {
    if (MAPS.has(keyword) && isObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, open(part)]))
    }
    if (LISTS.has(keyword) && Array.isArray(value)) return value.map(open)
    return PARTS.has(keyword) ? open(value) : value
  }

  function nullable(part: unknown): unknown {
    if (!isObject(part) || allowsNull(resolved(part, schema), schema)) return part
    const { type } = part
    if (type === undefined) {
      // Without a type anything goes, null included, unless something else narrows it.
      const isNarrow = ['$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((keyword) => keyword in part)
      return isNarrow ? { anyOf: [part, { type: 'null' }] } : part
    }
    const nulled = { ...part, type: [...new Set([type].flat()), 'null'] }
    if (Array.isArray(part['enum'])) return { ...nulled, enum: [...part['enum'], null] }
    return 'const' in part ? { anyOf: [part, { type: 'null' }] } : nulled
  }
}

function isObjectSchema(schema: Schema, root: Schema): boolean {
  return alternatives(resolved(schema, root), root).some(
    ({ type, properties }) => [type].flat().includes('object') || isObject(properties),
  )
}

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
