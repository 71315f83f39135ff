import type { JsonSchema } from '../../contract/json-schema.ts'

const MOST_PROPERTIES = 60
const DEEPEST = 4

/** The shape of a value as a schema, for a request that left it to the first page what there is. */
export function schemaOfValue(value: unknown, depth = 0): JsonSchema | undefined {
  if (depth > DEEPEST || value === null || value === undefined) return undefined
  if (Array.isArray(value)) {
    const items = schemaOfValue(
      value.find((one) => one !== null),
      depth + 1,
    )
    return items && { type: 'array', items }
  }
  if (typeof value !== 'object') return { type: typeof value }
  const properties = Object.entries(value)
    .slice(0, MOST_PROPERTIES)
    .flatMap(([name, inner]) => {
      const schema = schemaOfValue(inner, depth + 1)
      return schema ? [[name, schema] as const] : []
    })
  return properties.length === 0 ? undefined : { type: 'object', properties: Object.fromEntries(properties) }
}
