import type { JsonSchema } from '../../contract/json-schema.ts'
import { isObject } from './schema-part.ts'

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
