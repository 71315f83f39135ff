type Schema = Record<string, unknown>

/** The words that the schemas of the tasks are written in. */
export const text: Schema = { type: 'string' }
export const number: Schema = { type: 'number' }
export const integer: Schema = { type: 'integer' }
export const boolean: Schema = { type: 'boolean' }
export const date: Schema = { type: 'string', format: 'date' }

export function described(schema: Schema, description: string): Schema {
  return { ...schema, description }
}

export function oneOf(...values: string[]): Schema {
  return { type: 'string', enum: values }
}

export function list(items: Schema): Schema {
  return { type: 'array', items }
}

/** As people write it by hand: nothing is required. */
export function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties }
}

/** As a schema library prints it: everything is there, and may be null where that was said. */
export function record(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

export function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] }
}

export function zod(schema: Schema): Schema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }
}
