import type { z } from 'zod'

const marked = new WeakSet<z.core.$ZodType>()

/**
 * Marks an object inside a request whose unknown fields are refused, like those of the request itself. Everywhere else
 * inside a request they are ignored with a warning: a typing error must not switch off a policy or an option.
 */
export function closed<Schema extends z.ZodType>(schema: Schema): Schema {
  marked.add(schema)
  return schema
}

/** Refining or describing a schema makes another one, with the first as its parent. */
export function isClosed(schema: z.core.$ZodType): boolean {
  const { parent } = schema._zod
  return marked.has(schema) || (parent !== undefined && isClosed(parent))
}
