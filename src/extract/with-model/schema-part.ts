import { pointerStep } from '../schema/json-schema.ts'

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

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
