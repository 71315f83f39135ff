import type { JsonSchema } from '../../contract/json-schema.ts'
import type { Wish } from '../../extract/extract.ts'

const DEEPEST = 6

/** Writes what is wished for as a schema of its own; nothing in it is required. */
export function schemaOfWish(wish: Wish, depth = 0): JsonSchema {
  const said = wish.words === '' ? {} : { description: wish.words }
  if (depth > DEEPEST) return {}
  if (wish.kind === 'list') return { type: 'array', ...said, items: schemaOfWish(wish.item, depth + 1) }
  if (wish.kind === 'object') {
    const properties = wish.properties.map(({ name, wish: inner }) => [name, schemaOfWish(inner, depth + 1)])
    return { type: 'object', ...said, properties: Object.fromEntries(properties) }
  }
  return {
    ...(wish.type !== 'any' && { type: wish.type }),
    ...said,
    ...(wish.format !== undefined && { format: wish.format }),
    ...(wish.enum !== undefined && { enum: [...wish.enum] }),
  }
}

const MOST_PROPERTIES = 60
const DEEPEST_VALUE = 4

/** The shape of a value as a schema, for a request that left it to the first page what there is. */
export function schemaOfValue(value: unknown, depth = 0): JsonSchema | undefined {
  if (depth > DEEPEST_VALUE || value === null || value === undefined) return undefined
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
