const STRICT_KEYWORDS = new Set(
  `type properties required additionalProperties items enum const anyOf $ref $defs description pattern format multipleOf
  maximum minimum exclusiveMaximum exclusiveMinimum minItems maxItems`.split(/\s+/),
)

type Schema = Record<string, unknown>

export function fitsStrict(schema: object): boolean {
  const parts = partsOf(schema)
  return (
    !('anyOf' in schema) &&
    parts.length <= MOST_PARTS &&
    parts.every((part) => {
      const { type, properties, required, additionalProperties } = part
      if (!Object.keys(part).every((keyword) => STRICT_KEYWORDS.has(keyword))) return false
      if (!['type', 'anyOf', '$ref', 'enum', 'const'].some((keyword) => keyword in part)) return false
      if (![type].flat().includes('object')) return properties === undefined
      const names = Object.keys(properties ?? {})
      const isClosed =
        typeof properties === 'object' && additionalProperties === false && Array.isArray(required)
      return isClosed && names.every((name) => required.includes(name))
    })
  )
}

export function hasFreeformObject(schema: object): boolean {
  return partsOf(schema).some(
    ({ type, properties }) => [type].flat().includes('object') && Object.keys(properties ?? {}).length === 0,
  )
}

const MOST_PARTS = 1000
const MOST_DEPTH = 10

function partsOf(schema: unknown, depth = 0): Schema[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return []
  if (depth > MOST_DEPTH) return [{}]
  const { properties, $defs, items, anyOf } = schema as Schema
  const inner = [
    ...Object.values(properties ?? {}),
    ...Object.values($defs ?? {}),
    items,
    ...[anyOf ?? []].flat(),
  ]
  return [schema as Schema, ...inner.flatMap((part) => partsOf(part, depth + 1))]
}
