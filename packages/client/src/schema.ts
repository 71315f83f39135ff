import { WinnowError } from './failure.ts'
import type { Format, ScrapeOptions } from './wire.ts'

/** A JSON Schema. */
export type JsonSchema = Record<string, unknown>

/** A schema of zod, valibot, arktype or any other library with the Standard Schema interface. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => Validation<Output> | Promise<Validation<Output>>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}

type Validation<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

/** How data is described: as a JSON Schema, or with a schema library, which also gives it its type. */
export type SchemaLike = JsonSchema | StandardSchema

/** The type of what a schema lets through; `unknown` for a plain JSON Schema. */
export type DataOf<Schema> = Schema extends StandardSchema<infer Output> ? Output : unknown

/** A format as the service takes it, where a schema may also come from a library. */
export type TypedFormat = Format extends infer Each ? WithSchema<Each> : never

type WithSchema<Each> = Each extends string
  ? Each
  : 'schema' extends keyof Each
    ? Omit<Each, 'schema'> & { schema?: SchemaLike | undefined }
    : Each

/** Scrape options where the schemas of formats may come from a library. */
export type TypedScrapeOptions = Omit<ScrapeOptions, 'formats'> & {
  formats?: readonly TypedFormat[] | undefined
}

/** The same options, with these formats. */
export type WithFormats<Formats, Options> = Omit<Options, 'formats'> & { formats?: Formats | undefined }

/** The type of `json` in a document that was asked for in these formats; `never` when it was not, with a schema. */
export type JsonOf<Formats> = Formats extends readonly (infer Each)[]
  ? Each extends { type: 'json' | 'deterministicJson'; schema: infer Schema }
    ? DataOf<Schema>
    : never
  : never

/** The same options for the wire, with every schema as a JSON Schema. */
export function withJsonSchemas(options: object): Record<string, unknown> {
  const { formats, schema, scrapeOptions, ...rest } = options as Record<string, unknown>
  return {
    ...rest,
    ...(formats !== undefined && { formats: Array.isArray(formats) ? formats.map(toPlainFormat) : formats }),
    ...(schema !== undefined && { schema: isStandardSchema(schema) ? toJsonSchema(schema) : schema }),
    ...(scrapeOptions !== undefined && {
      scrapeOptions: isObject(scrapeOptions) ? withJsonSchemas(scrapeOptions) : scrapeOptions,
    }),
  }
}

function toPlainFormat(format: unknown): unknown {
  return isObject(format) ? withJsonSchemas(format) : format
}

/** The schema of a library that `json` is asked for with, if one is. */
export function librarySchemaOf(formats: unknown): StandardSchema | undefined {
  if (!Array.isArray(formats)) return undefined
  const asked = (formats as unknown[])
    .filter(isObject)
    .find(({ type }) => type === 'json' || type === 'deterministicJson')
  return isStandardSchema(asked?.['schema']) ? asked['schema'] : undefined
}

/** What the schema makes of the data. Data that it refuses is a failure that keeps the answer it came with. */
export async function validateData(
  schema: StandardSchema,
  value: unknown,
  answer: unknown,
): Promise<unknown> {
  const result = await schema['~standard'].validate(value)
  if (result.issues === undefined) return result.value
  const messages = result.issues.map(({ message }) => message).join('; ')
  throw new WinnowError('INVALID_DATA', `The data is not as the schema wants it: ${messages}`, {
    details: { issues: result.issues, answer },
  })
}

export function isStandardSchema(schema: unknown): schema is StandardSchema {
  return (
    (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema
  )
}

/**
 * The service is asked for what the schema takes, not for what it turns that into. Libraries that follow the newer half of
 * the standard say it there; older ones have a method of their own.
 */
function toJsonSchema(schema: StandardSchema): JsonSchema {
  const { jsonSchema, vendor } = schema['~standard'] as StandardSchema['~standard'] & {
    jsonSchema?: { input(options: { target: string }): JsonSchema }
  }
  if (jsonSchema) return jsonSchema.input({ target: 'draft-2020-12' })
  const { toJSONSchema } = schema as { toJSONSchema?: (options: object) => JsonSchema }
  if (typeof toJSONSchema === 'function') return toJSONSchema.call(schema, { io: 'input' })
  const { toJsonSchema: convert } = schema as { toJsonSchema?: () => JsonSchema }
  if (typeof convert === 'function') return convert.call(schema)
  throw new WinnowError(
    'BAD_OPTION',
    `This schema of ${vendor} cannot be turned into a JSON Schema by itself; hand over the JSON Schema, such as z.toJSONSchema(schema).`,
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
