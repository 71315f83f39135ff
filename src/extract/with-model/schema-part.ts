import type { JsonSchema } from '../../contract/json-schema.ts'
import { isObject, pointerStep } from '../schema/json-schema.ts'

export { isObject } from '../schema/json-schema.ts'

/** A JSON Schema, or a part of one. */
export type Schema = { readonly [keyword: string]: unknown }

const MOST_HOPS = 16

/** A part of a schema with its references within the schema followed; what is no schema demands nothing. */
export function resolved(part: unknown, root: Schema): Schema {
  let found: unknown = part
  for (let hops = 0; isObject(found) && typeof found['$ref'] === 'string'; hops++) {
    if (hops === MOST_HOPS) return {}
    const { $ref, ...rest } = found as { $ref: string }
    const target = pointedAt(root, $ref.replace(/^#/, ''))
    found = isObject(target) ? { ...target, ...rest } : rest
  }
  return isObject(found) ? found : {}
}

/** What the schema says about a property or the items of a value. */
export function partFor(schema: Schema, step: string | number, root: Schema): Schema {
  for (const one of alternatives(schema, root)) {
    const { properties, items, prefixItems, additionalProperties } = one
    if (typeof step === 'number') {
      const place = Array.isArray(prefixItems) ? prefixItems[step] : undefined
      if (place !== undefined || isObject(items)) return resolved(place ?? items, root)
    } else if (isObject(properties) && Object.hasOwn(properties, step)) {
      return resolved(properties[step], root)
    } else if (isObject(additionalProperties)) return resolved(additionalProperties, root)
  }
  return {}
}

/** The schema itself and what its alternatives and parts add to it. */
export function alternatives(schema: Schema, root: Schema): Schema[] {
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => schema[keyword] ?? [])
  return [schema, ...parts.map((part) => resolved(part, root))]
}

/** The types that the schema names, alternatives included. */
export function typesOf(schema: Schema, root: Schema): ReadonlySet<unknown> {
  return new Set(alternatives(schema, root).flatMap(({ type }) => type ?? []))
}

export function allowsNull(schema: Schema, root: Schema): boolean {
  return alternatives(schema, root).some(
    (one) =>
      [one['type']].flat().includes('null') ||
      one['nullable'] === true ||
      one['const'] === null ||
      (Array.isArray(one['enum']) && one['enum'].includes(null)),
  )
}

/** The value that a JSON pointer leads to, or undefined. */
export function pointedAt(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>(
    (found, step) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, step)
        ? (found as Record<string, unknown>)[step]
        : undefined,
    value,
  )
}

export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function pointerTo(pointer: string, step: string | number): string {
  return pointer + pointerStep(step)
}

/** A single value, and the JSON pointer that leads to it. */
export interface Leaf {
  pointer: string
  value: unknown
}

const MOST_LEAVES = 5000

/** The single values of some data, in its order. */
export function leavesOf(data: unknown): Leaf[] {
  const found: Leaf[] = []
  walk(data, '')
  return found

  function walk(value: unknown, pointer: string): void {
    if (found.length >= MOST_LEAVES) return
    if (typeof value !== 'object' || value === null) return void found.push({ pointer, value })
    for (const [step, inner] of Object.entries(value)) walk(inner, pointerTo(pointer, step))
  }
}

/** A copy of the value with another one where the pointer leads; undefined takes it away. */
export function replaced(value: unknown, pointer: string, replacement: unknown): unknown {
  return replace(value, stepsOf(pointer))

  function replace(one: unknown, [step, ...rest]: readonly string[]): unknown {
    if (step === undefined) return replacement
    if (Array.isArray(one)) {
      const inner = replace(one[Number(step)], rest)
      return inner === undefined ? one.toSpliced(Number(step), 1) : one.with(Number(step), inner)
    }
    if (!isObject(one)) return one
    const entries = Object.entries(one).map(([name, old]) => [name, name === step ? replace(old, rest) : old])
    return Object.fromEntries(entries.filter(([name, inner]) => name !== step || inner !== undefined))
  }
}

const MOST_NAMES = 4000

/** Everything in a schema that says what it is about. */
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
