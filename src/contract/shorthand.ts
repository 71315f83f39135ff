import { z } from 'zod'

/**
 * Lets a short form stand for an object: `expand` turns it into the object, which is then checked like any other.
 * Both forms are published; a plain union would publish them too, but its complaints do not name the inner field.
 */
export function shorthand<Schema extends z.ZodType>(
  schema: Schema,
  { short, expand }: { short: Record<string, unknown>; expand: (value: unknown) => unknown },
) {
  const published = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const { $schema: _, ...object } = published
  const variants = published.oneOf ?? [object]
  return z.preprocess(expand, z.union([schema])).meta({ anyOf: [short, ...variants] })
}
