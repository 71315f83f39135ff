/** The parts of a JSON Schema that the reference shows. */
export interface Schema {
  type?: string | string[]
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
  $ref?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
}

/** A row for each field of a schema: its path, type, default and description. */
export function fieldRows(schema: Schema, depth = 4, prefix = ''): string[][] {
  if (depth === 0) return []
  return partsOf(schema).flatMap(({ label, part }) =>
    Object.entries(part.properties ?? {}).flatMap(([name, field]) => {
      // The label names the type already.
      if (name === 'type' && label.endsWith(')')) return []
      const path = `${prefix}${label}${prefix === '' && label === '' ? '' : '.'}${name}`
      const required = part.required?.includes(name) && !('default' in field) ? ' (required)' : ''
      const about = [field.description, ELSEWHERE[name]].filter(Boolean).join(' ')
      return [
        [`\`${path}\`${required}`, typeOf(field), defaultOf(field), about],
        ...(name in ELSEWHERE ? [] : fieldRows(field, depth - 1, path)),
      ]
    }),
  )
}

/** Objects whose fields are those of an endpoint. */
const ELSEWHERE: Record<string, string> = {
  scrapeOptions: 'The options of [POST /v2/scrape](#post-v2scrape).',
}

/** The objects that a value may be, or that an array may hold, and what distinguishes them. */
function partsOf(schema: Schema): { label: string; part: Schema }[] {
  if (schema.items) return partsOf(schema.items).map(({ label, part }) => ({ label: `[]${label}`, part }))
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (!choices) return schema.properties ? [{ label: '', part: schema }] : []
  const objects = choices.flatMap(partsOf)
  return objects.map(({ label, part }) => {
    const kind = objects.length > 1 ? kindOf(part) : undefined
    return { label: kind === undefined ? label : `${label}(${kind})`, part }
  })
}

function kindOf({ properties = {} }: Schema): string | undefined {
  const tag = properties['type']?.const ?? properties['type']?.enum?.[0]
  return typeof tag === 'string' ? tag : undefined
}

function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!
    return `[${name}](#${name.toLowerCase()})`
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  const types = [schema.type ?? 'any'].flat()
  return types.map((type) => describeType(type, schema)).join(' or ')
}

function describeType(type: string, schema: Schema): string {
  if (type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'any'}`
  if (type === 'integer' || type === 'number') return `${type}${rangeOf(schema)}`
  if (type === 'string' && schema.maxLength !== undefined)
    return `string, at most ${schema.maxLength} characters`
  return type
}

function rangeOf({ minimum, exclusiveMinimum, maximum }: Schema): string {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  const least = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}`
  if (exclusiveMinimum !== undefined)
    return `, above ${exclusiveMinimum}${most === undefined ? '' : `, at most ${most}`}`
  if (least !== undefined) return `, at least ${least}`
  return most === undefined ? '' : `, at most ${most}`
}

function defaultOf({ default: value }: Schema): string {
  const text = JSON.stringify(value)
  return text === undefined || text.length > LONGEST_DEFAULT ? '' : `\`${text}\``
}

/** Longer ones are objects whose fields have rows with their defaults. */
const LONGEST_DEFAULT = 40
