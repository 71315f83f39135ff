import { z } from 'zod'
import type { ValidationIssue } from './validation-issue.ts'

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const MAX_DEPTH = 64

/** A JSON Schema for the wanted data. Only its own structure is validated. */
export const JsonSchema = z
  .record(z.string(), z.unknown())
  .superRefine((schema, context) => {
    const issue = findIssue(schema, [])
    if (issue) context.addIssue({ code: 'custom', ...issue })
  })
  .meta({
    description: 'A JSON Schema.',
    example: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
  })
export type JsonSchema = z.output<typeof JsonSchema>

function findIssue(schema: unknown, path: (string | number)[]): ValidationIssue | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isObject(schema)) return { path, message: 'must be a JSON Schema: an object, true or false' }
  if (path.length > MAX_DEPTH) return { path, message: `is nested more than ${MAX_DEPTH} levels deep` }
  for (const [keyword, value] of Object.entries(schema)) {
    const issue = KEYWORD_CHECKS.get(keyword)?.(value, [...path, keyword])
    if (issue) return issue
  }
  return undefined
}

type Check = (value: unknown, path: (string | number)[]) => ValidationIssue | undefined

const checkSchemaMap: Check = (value, path) => {
  if (!isObject(value)) return { path, message: 'must be an object whose values are JSON Schemas' }
  return firstIssue(Object.entries(value), ([name, schema]) => findIssue(schema, [...path, name]))
}

const checkSchemaList: Check = (value, path) => {
  if (!Array.isArray(value) || value.length === 0) return { path, message: 'must be a list of JSON Schemas' }
  return firstIssue([...value.entries()], ([index, schema]) => findIssue(schema, [...path, index]))
}

const checkSchemaOrList: Check = (value, path) =>
  Array.isArray(value) ? checkSchemaList(value, path) : findIssue(value, path)

const checkType: Check = (value, path) => {
  const names = Array.isArray(value) ? value : [value]
  if (names.length > 0 && names.every((name) => TYPES.has(name as string))) return undefined
  return { path, message: `must be one of ${[...TYPES].join(', ')}` }
}

const checkStrings: Check = (value, path) => {
  // An older draft's form, which some generators still write on single properties.
  if (typeof value === 'boolean') return undefined
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return undefined
  return { path, message: 'must be a list of property names' }
}

const checkList: Check = (value, path) =>
  Array.isArray(value) ? undefined : { path, message: 'must be a list' }
const checkString: Check = (value, path) =>
  typeof value === 'string' ? undefined : { path, message: 'must be a string' }

const KEYWORD_CHECKS = new Map<string, Check>([
  ['type', checkType],
  ['properties', checkSchemaMap],
  ['patternProperties', checkSchemaMap],
  ['$defs', checkSchemaMap],
  ['definitions', checkSchemaMap],
  ['items', checkSchemaOrList],
  ['prefixItems', checkSchemaList],
  ['additionalProperties', findIssue],
  ['not', findIssue],
  ['anyOf', checkSchemaList],
  ['oneOf', checkSchemaList],
  ['allOf', checkSchemaList],
  ['required', checkStrings],
  ['enum', checkList],
  ['$ref', checkString],
  ['pattern', checkString],
])

function firstIssue<Item>(
  items: Item[],
  check: (item: Item) => ValidationIssue | undefined,
): ValidationIssue | undefined {
  for (const item of items) {
    const issue = check(item)
    if (issue) return issue
  }
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
