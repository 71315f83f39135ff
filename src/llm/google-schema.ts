/** A schema as Google takes it: a subset of OpenAPI's. Everything else is refused by it, so it is left out. */
export type GoogleSchema = Record<string, unknown>

type Schema = Record<string, unknown>

const KEPT = [
  'title',
  'description',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
] as const

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time', 'enum'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
}

const MOST_DEPTH = 24
/** A schema that refers to itself would never end. */
const MOST_PARTS = 2000

/**
 * The schema in the words that Google knows: references resolved, alternatives of null turned into `nullable`. Undefined when
 * it cannot be said, as for an object whose properties are open.
 */
export function toGoogleSchema(schema: object): GoogleSchema | undefined {
  const root = schema as Schema
  let parts = 0
  try {
    return convert(root, 0)
  } catch (failure) {
    if (failure === CANNOT_BE_SAID) return undefined
    throw failure
  }

  function convert(given: unknown, depth: number): GoogleSchema {
    if (++parts > MOST_PARTS || depth > MOST_DEPTH || !isSchema(given)) throw CANNOT_BE_SAID
    const one = resolved(given, root)
    const types = [one['type']].flat().filter((type) => type !== 'null' && type !== undefined)
    const choices = choicesOf(one)
    const others = choices.filter((choice) => !isNull(choice))
    const isNullable = [one['type']].flat().includes('null') || others.length < choices.length
    const base = { ...keptOf(one), ...(isNullable && { nullable: true }) }
    if (others.length === 1) return { ...convert(others[0], depth + 1), ...base }
    if (others.length > 1) return { ...base, anyOf: others.map((choice) => convert(choice, depth + 1)) }
    if (types.length > 1) return { ...base, anyOf: types.map((type) => convert({ ...one, type }, depth + 1)) }
    return { ...base, ...typed(one, types[0] ?? impliedType(one), depth) }
  }

  function typed(one: Schema, type: unknown, depth: number): GoogleSchema {
    const format = FORMATS[type as string]?.find((known) => known === one['format'])
    const base = { type, ...(format && { format }), ...enumOf(one, type) }
    if (type === 'array') return { ...base, items: convert(one['items'] ?? { type: 'string' }, depth + 1) }
    if (type !== 'object') return base
    const properties = Object.entries((one['properties'] as object | undefined) ?? {})
    if (properties.length === 0) throw CANNOT_BE_SAID
    const names = properties.map(([name]) => name)
    const required = Array.isArray(one['required'])
      ? one['required'].filter((name) => names.includes(name as string))
      : []
    return {
      ...base,
      properties: Object.fromEntries(
        properties.map(([name, property]) => [name, convert(property, depth + 1)]),
      ),
      ...(required.length > 0 && { required }),
      propertyOrdering: names,
    }
  }
}

const CANNOT_BE_SAID = new Error('The schema cannot be said.')

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Follows a reference within the schema, and takes what must hold together for one. */
function resolved(given: Schema, root: Schema): Schema {
  let one = given
  for (let hops = 0; typeof one['$ref'] === 'string'; hops++) {
    const { $ref, ...rest } = one as { $ref: string }
    const target = hops < MOST_DEPTH ? at(root, $ref) : undefined
    if (!isSchema(target)) throw CANNOT_BE_SAID
    one = { ...target, ...rest }
  }
  const together = Array.isArray(one['allOf']) ? one['allOf'].filter(isSchema) : []
  return together.reduce((sum, part) => merged(sum, part), one)
}

function merged(left: Schema, right: Schema): Schema {
  return {
    ...left,
    ...right,
    ...((left['properties'] ?? right['properties']) !== undefined && {
      properties: { ...(left['properties'] as object), ...(right['properties'] as object) },
    }),
  }
}

function at(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  return reference
    .slice(1)
    .split('/')
    .filter((step) => step !== '')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, step) => (isSchema(value) && Object.hasOwn(value, step) ? value[step] : undefined),
      root,
    )
}

function choicesOf(one: Schema): readonly unknown[] {
  const choices = one['anyOf'] ?? one['oneOf']
  return Array.isArray(choices) ? choices : []
}

function isNull(choice: unknown): boolean {
  return isSchema(choice) && choice['type'] === 'null'
}

function keptOf(one: Schema): GoogleSchema {
  return Object.fromEntries(KEPT.filter((name) => name in one).map((name) => [name, one[name]]))
}

function impliedType(one: Schema): string {
  if ('properties' in one) return 'object'
  return 'items' in one ? 'array' : 'string'
}

/** Only texts can be listed; other values are told in words. */
function enumOf(one: Schema, type: unknown): GoogleSchema {
  const values = 'const' in one ? [one['const']] : one['enum']
  if (!Array.isArray(values) || values.length === 0) return {}
  const known = values.filter((value) => value !== null)
  if (type === 'string' && known.every((value) => typeof value === 'string')) return { enum: known }
  return {
    description: `${typeof one['description'] === 'string' ? `${one['description']} ` : ''}One of ${JSON.stringify(known)}.`,
  }
}
