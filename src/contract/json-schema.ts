import { z } from 'zod'
import type { Complaint } from './complaint.ts'

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const MAX_DEPTH = 64

/** The shape of wanted data, as a JSON Schema. Its own structure is checked; what it describes is up to the caller. */
export const JsonSchema = z
  .record(z.string(), z.unknown())
  .superRefine((schema, context) => {
    const complaint = complaintAbout(schema, [])
    if (complaint) context.addIssue({ code: 'custom', ...complaint })
  })
  .meta({
    description: 'A JSON Schema.',
    example: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
  })
export type JsonSchema = z.output<typeof JsonSchema>

function complaintAbout(schema: unknown, path: (string | number)[]): Complaint | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isObject(schema)) return { path, message: 'must be a JSON Schema: an object, true or false' }
  if (path.length > MAX_DEPTH) return { path, message: `is nested more than ${MAX_DEPTH} levels deep` }
  for (const [keyword, value] of Object.entries(schema)) {
    const complaint = KEYWORDS.get(keyword)?.(value, [...path, keyword])
    if (complaint) return complaint
  }
  return undefined
}

type Check = (value: unknown, path: (string | number)[]) => Complaint | undefined

const schemaMap: Check = (value, path) => {
  if (!isObject(value)) return { path, message: 'must be an object whose values are JSON Schemas' }
  return firstOf(Object.entries(value), ([name, schema]) => complaintAbout(schema, [...path, name]))
}

const schemaList: Check = (value, path) => {
  if (!Array.isArray(value) || value.length === 0) return { path, message: 'must be a list of JSON Schemas' }
  return firstOf([...value.entries()], ([index, schema]) => complaintAbout(schema, [...path, index]))
}

const schemaOrList: Check = (value, path) =>
  Array.isArray(value) ? schemaList(value, path) : complaintAbout(value, path)

const knownType: Check = (value, path) => {
  const names = Array.isArray(value) ? value : [value]
  if (names.length > 0 && names.every((name) => TYPES.has(name as string))) return undefined
  return { path, message: `must be one of ${[...TYPES].join(', ')}` }
}

const texts: Check = (value, path) => {
  // A boolean is the older draft's form, which some generators still write on a single property.
  if (typeof value === 'boolean') return undefined
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return undefined
  return { path, message: 'must be a list of property names' }
}

const list: Check = (value, path) => (Array.isArray(value) ? undefined : { path, message: 'must be a list' })
const text: Check = (value, path) =>
  typeof value === 'string' ? undefined : { path, message: 'must be a string' }

const KEYWORDS = new Map<string, Check>([
  ['type', knownType],
  ['properties', schemaMap],
  ['patternProperties', schemaMap],
  ['$defs', schemaMap],
  ['definitions', schemaMap],
  ['items', schemaOrList],
  ['prefixItems', schemaList],
  ['additionalProperties', complaintAbout],
  ['not', complaintAbout],
  ['anyOf', schemaList],
  ['oneOf', schemaList],
  ['allOf', schemaList],
  ['required', texts],
  ['enum', list],
  ['$ref', text],
  ['pattern', text],
])

function firstOf<Item>(items: Item[], check: (item: Item) => Complaint | undefined): Complaint | undefined {
  for (const item of items) {
    const complaint = check(item)
    if (complaint) return complaint
  }
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
