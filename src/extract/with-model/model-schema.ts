import { isObject, valueAtPointer } from '../schema/json-schema.ts'
import type { JsonSchema } from '../../contract/json-schema.ts'

export interface ModelSchema {
  schema: object
  unwrap(answer: unknown): unknown
}

/** Endpoints want an object at the root; anything else is asked for under this name. */
const WRAPPER = 'result'

const ANYTHING = { type: 'object', additionalProperties: true }

/**
 * The caller's schema, so that a model can be held to it without having to invent: whatever the page may not tell can be
 * null, and every property is asked for, which is also what the strict mode of endpoints demands.
 */
export function toModelSchema(schema: Schema | undefined): ModelSchema {
  if (schema === undefined) return { schema: ANYTHING, unwrap: (answer) => answer }
  const open = relaxSchema(schema)
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

const ANNOTATIONS = new Set(['$schema', '$id', '$comment', 'default', 'examples', 'example', 'title'])
const MAPS = new Set(['properties', '$defs', 'definitions', 'patternProperties'])
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const PARTS = new Set(['items', 'additionalProperties', 'not'])

function relaxSchema(schema: Schema): Record<string, unknown> {
  return open(schema) as Record<string, unknown>

  function open(given: unknown): unknown {
    if (!isObject(given)) return given
    const entries = Object.entries(given).filter(([keyword]) => !ANNOTATIONS.has(keyword))
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
    if (!isObject(part) || allowsNull(resolveSchema(part, schema), schema)) return part
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
  return alternatives(resolveSchema(schema, root), root).some(
    ({ type, properties }) => [type].flat().includes('object') || isObject(properties),
  )
}

/**
 * A model's answer in the types of the caller's schema, where that changes nothing but the notation. What the model says the
 * page does not tell is left out where the schema has no null.
 */
export function coerceTypes(value: unknown, schema: Schema): unknown {
  return fit(value, resolveSchema(schema, schema))

  function fit(given: unknown, part: Schema): unknown {
    const types = new Set<unknown>(alternatives(part, schema).flatMap(({ type }) => type ?? []))
    const one = types.size > 0 ? coerceValue(given, types) : given
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

function coerceValue(value: unknown, types: ReadonlySet<unknown>): unknown {
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

export type Schema = { readonly [keyword: string]: unknown }

const MOST_HOPS = 16

/** A part of a schema with its references within the schema followed; what is no schema demands nothing. */
export function resolveSchema(part: unknown, root: Schema): Schema {
  let found: unknown = part
  for (let hops = 0; isObject(found) && typeof found['$ref'] === 'string'; hops++) {
    if (hops === MOST_HOPS) return {}
    const { $ref, ...rest } = found as { $ref: string }
    const target = valueAtPointer(root, $ref.replace(/^#/, ''))
    found = isObject(target) ? { ...target, ...rest } : rest
  }
  return isObject(found) ? found : {}
}

export function partFor(schema: Schema, step: string | number, root: Schema): Schema {
  for (const one of alternatives(schema, root)) {
    const { properties, items, prefixItems, additionalProperties } = one
    if (typeof step === 'number') {
      const place = Array.isArray(prefixItems) ? prefixItems[step] : undefined
      if (place !== undefined || isObject(items)) return resolveSchema(place ?? items, root)
    } else if (isObject(properties) && Object.hasOwn(properties, step)) {
      return resolveSchema(properties[step], root)
    } else if (isObject(additionalProperties)) return resolveSchema(additionalProperties, root)
  }
  return {}
}

export function alternatives(schema: Schema, root: Schema): Schema[] {
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => schema[keyword] ?? [])
  return [schema, ...parts.map((part) => resolveSchema(part, root))]
}

function allowsNull(schema: Schema, root: Schema): boolean {
  return alternatives(schema, root).some(
    (one) =>
      [one['type']].flat().includes('null') ||
      one['nullable'] === true ||
      one['const'] === null ||
      (Array.isArray(one['enum']) && one['enum'].includes(null)),
  )
}

const MOST_NAMES = 4000

export function namesInSchema(schema: JsonSchema): string {
  const found: string[] = []
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) walk(one)
    if (!isObject(part)) return
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === 'properties' && isObject(value)) found.push(...Object.keys(value))
      if ((keyword === 'description' || keyword === 'title') && typeof value === 'string') found.push(value)
      walk(value)
    }
  }
  walk(schema)
  return found.join(' ').slice(0, MOST_NAMES)
}
