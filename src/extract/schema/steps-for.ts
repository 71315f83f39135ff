import { isObject, isSchema, referenced } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const
const PARTS = ['not', 'if', 'then', 'else'] as const
const DEPENDENT = ['dependentSchemas', 'dependencies'] as const
const REST = ['additionalProperties', 'unevaluatedProperties'] as const
const ITEMS = ['items', 'additionalItems', 'unevaluatedItems', 'contains'] as const
/** References that lead on to others so often are taken for endless. */
const DEEPEST = 1000
/** Pairs of a schema and a value that are looked at; with more the answer is endless too. */
const MOST_PAIRS = 1_000_000

/** How many schemas a validator applies to a value and all that is in it, without doing so: each pair is looked at once. */
export function stepsFor(value: unknown, root: JsonSchema): number {
  return new Counting(root).steps(root, value, 0)
}

class Counting {
  readonly #root: JsonSchema
  readonly #known = new Map<object, Map<unknown, number>>()
  #pairs = 0

  constructor(root: JsonSchema) {
    this.#root = root
  }

  steps(schema: unknown, value: unknown, depth: number): number {
    if (!isObject(schema)) return 1
    if (depth > DEEPEST || this.#pairs > MOST_PAIRS) return Number.POSITIVE_INFINITY
    const known = this.#known.get(schema) ?? new Map<unknown, number>()
    this.#known.set(schema, known)
    // Of single values all are alike.
    const key = typeof value === 'object' ? value : undefined
    const before = known.get(key)
    if (before !== undefined) return before
    this.#pairs++
    // One that comes back to itself at the same value never ends.
    known.set(key, Number.POSITIVE_INFINITY)
    let sum = 1
    for (const part of inPlace(schema, this.#root)) sum += this.steps(part, value, depth + 1)
    for (const [part, inner] of inside(schema, value)) sum += this.steps(part, inner, depth + 1)
    known.set(key, sum)
    return sum
  }
}

function inPlace(schema: Record<string, unknown>, root: JsonSchema): unknown[] {
  const parts: unknown[] = []
  for (const keyword of LISTS) if (Array.isArray(schema[keyword])) parts.push(...schema[keyword])
  for (const keyword of PARTS) if (keyword in schema) parts.push(schema[keyword])
  for (const keyword of DEPENDENT)
    if (isObject(schema[keyword])) parts.push(...Object.values(schema[keyword]))
  for (const keyword of ['$ref', '$recursiveRef']) {
    if (typeof schema[keyword] === 'string') parts.push(referenced(root, schema[keyword]))
  }
  return parts
}

function* inside(schema: Record<string, unknown>, value: unknown): Generator<[unknown, unknown]> {
  if (Array.isArray(value)) {
    for (const keyword of ITEMS) {
      const part = schema[keyword]
      if (isSchema(part)) for (const one of value) yield [part, one]
    }
    for (const keyword of ['prefixItems', 'items']) {
      const parts = schema[keyword]
      if (Array.isArray(parts)) for (const [at, part] of parts.entries()) yield [part, value[at]]
    }
  } else if (isObject(value)) {
    const properties = isObject(schema['properties']) ? schema['properties'] : {}
    for (const [name, one] of Object.entries(value)) {
      if (Object.hasOwn(properties, name)) yield [properties[name], one]
      else for (const keyword of REST) if (isObject(schema[keyword])) yield [schema[keyword], one]
    }
  }
}
