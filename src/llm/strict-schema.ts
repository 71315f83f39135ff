/** What the strict mode of json_schema understands. */
const STRICT_KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  '$ref',
  '$defs',
  'description',
  'pattern',
  'format',
  'multipleOf',
  'maximum',
  'minimum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'minItems',
  'maxItems',
])

const MOST_DEPTH = 10
const MOST_PROPERTIES = 1000

/** Whether the strict mode takes the schema: every object closed, every property required, nothing it does not know. */
export function fitsStrict(schema: object): boolean {
  let properties = 0
  return !('anyOf' in schema) && fits(schema, 0)

  function fits(given: unknown, depth: number): boolean {
    if (typeof given !== 'object' || given === null || Array.isArray(given) || depth > MOST_DEPTH)
      return false
    const one = given as Record<string, unknown>
    if (Object.keys(one).some((keyword) => !STRICT_KEYWORDS.has(keyword))) return false
    const isTyped = 'type' in one || 'anyOf' in one || '$ref' in one || 'enum' in one || 'const' in one
    return isTyped && fitsObject(one) && parts(one).every((part) => fits(part, depth + 1))
  }

  function fitsObject({
    type,
    properties: given,
    required,
    additionalProperties,
  }: Record<string, unknown>): boolean {
    if (![type].flat().includes('object')) return given === undefined
    if (typeof given !== 'object' || given === null || additionalProperties !== false) return false
    const names = Object.keys(given)
    properties += names.length
    return (
      properties <= MOST_PROPERTIES &&
      Array.isArray(required) &&
      names.every((name) => required.includes(name))
    )
  }
}

function parts({ properties, $defs, items, anyOf }: Record<string, unknown>): unknown[] {
  return [
    ...Object.values((properties as object | undefined) ?? {}),
    ...Object.values(($defs as object | undefined) ?? {}),
    ...(items === undefined ? [] : [items]),
    ...(Array.isArray(anyOf) ? anyOf : []),
  ]
}
