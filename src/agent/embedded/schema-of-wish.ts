import type { JsonSchema } from '../../contract/json-schema.ts'
import type { Wish } from '../../extract/extract.ts'

const DEEPEST = 6

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
