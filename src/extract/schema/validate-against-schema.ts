import { format as formats, Validator } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import { isObject, isSchema, resolveReference } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { RE2JS } from 're2js'
import { memoizePerText } from '../../language/memoize.ts'

interface ValidationIssue {
  path: string
  message: string
  keyword: string
}

/** A schema that needs more steps than this is not applied. */
const MOST_STEPS = 2_000_000
const LONGEST_FORMATTED = 10_000
const MOST_UNIQUE = 500
const MOST_ISSUES = 200

/**
 * Validates a value against a schema. Patterns are matched in linear time; unsupported patterns are ignored.
 */
export function validateAgainstSchema(
  value: unknown,
  schema: JsonSchema,
  most = MOST_ISSUES,
): ValidationIssue[] {
  if (value === undefined) return [{ path: '', message: 'The value is missing.', keyword: 'required' }]
  const making: CopyContext = {
    traits: traitsOf(value),
    matches: linearPatterns(),
    named: new Set(),
    shared: new Map(),
  }
  try {
    const safe = safeCopy(schema, making)
    if (stepsFor(value, safe) > MOST_STEPS) return [schemaIssue('is too complex to be applied')]
    const { errors } = new Validator(safe as Schema, '2020-12', false).validate(value)
    return rootErrors(errors).slice(0, most).map(toIssue)
  } catch (error) {
    return [schemaIssue(`cannot be applied: ${String(error).slice(0, 200)}`)]
  } finally {
    for (const name of making.named) delete formats[name]
  }
}

function schemaIssue(reason: string): ValidationIssue {
  return { path: '', message: `The schema ${reason}.`, keyword: 'schema' }
}

function toIssue({ keyword, instanceLocation, error }: SchemaError): ValidationIssue {
  const isExtra = keyword === 'false'
  return {
    path: decodeURIComponent(instanceLocation.replace(/^#/, '').replaceAll(/%(?![0-9a-f]{2})/gi, '%25')),
    message: isExtra ? 'The schema does not allow a value here.' : error,
    keyword,
  }
}

function traitsOf(value: unknown) {
  const keys = new Set<string>()
  let longestText = 0
  let longestList = 0
  look(value)
  return { keys, longestText, longestList }

  function look(part: unknown): void {
    if (typeof part === 'string') longestText = Math.max(longestText, part.length)
    else if (Array.isArray(part)) {
      longestList = Math.max(longestList, part.length)
      for (const one of part) look(one)
    } else if (isObject(part)) {
      for (const [key, one] of Object.entries(part)) {
        keys.add(key)
        look(one)
      }
    }
  }
}

interface CopyContext {
  traits: ReturnType<typeof traitsOf>
  matches: Matches
  named: Set<string>
  shared: Map<string, unknown>
}

function safeCopy(schema: JsonSchema, making: CopyContext): JsonSchema {
  const copy = withoutCostlyKeywords(schema, making)
  if (!isObject(copy) || making.shared.size === 0) return copy as JsonSchema
  return {
    ...copy,
    $defs: { ...(copy['$defs'] as object | undefined), ...Object.fromEntries(making.shared) },
  }
}

/**
 * Copies the schema, replaces patterns by custom formats, and removes keywords that need more than linear
 * time. The validator writes into its schema, so a copy is needed anyway.
 */
function withoutCostlyKeywords(schema: JsonSchema, making: CopyContext): unknown {
  if (!isObject(schema)) return schema
  const { traits, matches, named } = making
  const copy: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'pattern' || keyword === 'patternProperties' || keyword === '$id' || keyword === 'id')
      continue
    if (keyword === 'format' && traits.longestText > LONGEST_FORMATTED) continue
    if (keyword === 'uniqueItems' && traits.longestList > MOST_UNIQUE) continue
    copy[keyword] = copied(keyword, value, making)
  }
  if (schema['nullable'] === true && typeof copy['type'] === 'string') copy['type'] = [copy['type'], 'null']
  const { pattern } = schema
  if (typeof pattern === 'string') {
    const name = `pattern ${pattern}`
    formats[name] = (text) => matches(pattern, text) ?? true
    named.add(name)
    copy['allOf'] = [...((copy['allOf'] as unknown[] | undefined) ?? []), { format: name }]
  }
  if (isObject(schema['patternProperties'])) spellOut(schema['patternProperties'], copy, making)
  return copy
}

const MAPS = new Set('properties $defs definitions dependentSchemas dependencies'.split(' '))
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
/** Keywords with values or names. References may point at any other keyword, including unknown ones. */
const DATA: ReadonlySet<string> = new Set('const enum default required dependentRequired type'.split(' '))

function copied(keyword: string, value: unknown, making: CopyContext): unknown {
  if (MAPS.has(keyword) && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        isSchema(part) ? withoutCostlyKeywords(part, making) : part,
      ]),
    )
  }
  if (LISTS.has(keyword) && Array.isArray(value)) {
    return value.map((part) => (isSchema(part) ? withoutCostlyKeywords(part, making) : part))
  }
  if (isObject(value) && !DATA.has(keyword)) return withoutCostlyKeywords(value, making)
  return isObject(value) || Array.isArray(value) ? structuredClone(value) : value
}

function spellOut(
  byPattern: Record<string, unknown>,
  copy: Record<string, unknown>,
  making: CopyContext,
): void {
  const properties: Record<string, unknown> = {
    ...(copy['properties'] as Record<string, unknown> | undefined),
  }
  for (const [pattern, part] of Object.entries(byPattern)) {
    const keys = [...making.traits.keys].filter((key) => making.matches(pattern, key) === true)
    if (!isSchema(part) || keys.length === 0) continue
    const name = `by-pattern-${making.shared.size}`
    making.shared.set(name, true)
    making.shared.set(name, withoutCostlyKeywords(part, making))
    for (const key of keys) {
      const own = { $ref: `#/$defs/${name}` }
      properties[key] = properties[key] === undefined ? own : { allOf: [properties[key], own] }
    }
  }
  copy['properties'] = properties
}

export interface SchemaError {
  keyword: string
  keywordLocation: string
  instanceLocation: string
  error: string
}

const LEVELS: ReadonlySet<string> = new Set(
  'properties items prefixItems additionalItems $ref allOf additionalProperties'.split(' '),
)

/** The errors worth reporting: the failures themselves, and for alternatives those of the best match. */
export function rootErrors(errors: readonly SchemaError[]): SchemaError[] {
  const causes: SchemaError[] = []
  // The errors of alternatives come right after the failure of their keyword, so a backward pass has them first.
  for (const error of errors.map(placed).toReversed()) {
    if (LEVELS.has(error.keyword)) continue
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') causes.push(error)
    else for (const cause of errorsOfBest(error, causes)) causes.push(cause)
  }
  return causes.toReversed()
}

/** A forbidden value is reported without its schema path, which is that of the error before it. */
function placed(error: SchemaError, index: number, errors: readonly SchemaError[]): SchemaError {
  const above = errors[index - 1]
  if (error.keyword !== 'false' || !above) return error
  return { ...error, keywordLocation: `${above.keywordLocation}/false` }
}

function errorsOfBest(failed: SchemaError, causes: SchemaError[]): readonly SchemaError[] {
  const place = `${failed.keywordLocation}/`
  let start = causes.length
  while (start > 0 && isUnder(causes[start - 1]!, place, failed.instanceLocation)) start--
  const byAlternative = Map.groupBy(causes.splice(start), ({ keywordLocation }) =>
    Number.parseInt(keywordLocation.slice(place.length), 10),
  )
  const fitsSeveral = failed.keyword === 'oneOf' && !failed.error.includes('(0 matches)')
  const [best] = [...byAlternative]
    .map(([index, errors]) => ({ index, errors, weight: weightOf(errors, failed.instanceLocation) }))
    .toSorted((one, other) => one.weight - other.weight || one.index - other.index)
  return fitsSeveral || !best ? [failed] : best.errors
}

function isUnder(
  { keywordLocation, instanceLocation }: SchemaError,
  place: string,
  instance: string,
): boolean {
  return (
    keywordLocation.startsWith(place) &&
    (instanceLocation === instance || instanceLocation.startsWith(`${instance}/`))
  )
}

/** An error of these keywords means a different kind of value. */
const KINDS: ReadonlySet<string> = new Set(['type', 'const', 'enum'])

/** A missing property weighs less than a wrong one, and all errors inside weigh less than a different kind of value. */
function weightOf(errors: readonly SchemaError[], place: string): number {
  if (errors.some(({ keyword, instanceLocation }) => KINDS.has(keyword) && instanceLocation === place))
    return Number.MAX_SAFE_INTEGER
  return errors.reduce((sum, { keyword }) => sum + (keyword === 'required' ? 1 : 100), 0)
}

const COMBINED = ['allOf', 'anyOf', 'oneOf'] as const
const PARTS = ['not', 'if', 'then', 'else'] as const
const DEPENDENT = ['dependentSchemas', 'dependencies'] as const
const OF_OTHERS = ['additionalProperties', 'unevaluatedProperties'] as const
const OF_ITEMS = ['items', 'additionalItems', 'unevaluatedItems', 'contains'] as const
/** Longer chains of references count as endless. */
const DEEPEST = 1000
/** Most pairs of schema and value to visit; more count as endless. */
const MOST_PAIRS = 1_000_000

/**
 * Counts the schemas that a validator would apply to a value and its parts, without applying them. Each pair
 * is visited once.
 */
function stepsFor(value: unknown, root: JsonSchema): number {
  const stepsBySchema = new Map<object, Map<unknown, number>>()
  let pairs = 0
  return steps(root, value, 0)

  function steps(schema: unknown, one: unknown, depth: number): number {
    if (!isObject(schema)) return 1
    if (depth > DEEPEST || pairs > MOST_PAIRS) return Number.POSITIVE_INFINITY
    const known = stepsBySchema.get(schema) ?? new Map<unknown, number>()
    stepsBySchema.set(schema, known)
    // All scalars count the same.
    const key = typeof one === 'object' ? one : undefined
    const before = known.get(key)
    if (before !== undefined) return before
    pairs++
    // A reference cycle at the same value never ends.
    known.set(key, Number.POSITIVE_INFINITY)
    let sum = 1
    for (const part of subschemasOf(schema, root)) sum += steps(part, one, depth + 1)
    for (const [part, inner] of inside(schema, one)) sum += steps(part, inner, depth + 1)
    known.set(key, sum)
    return sum
  }
}

function subschemasOf(schema: Record<string, unknown>, root: JsonSchema): unknown[] {
  const parts: unknown[] = []
  for (const keyword of COMBINED) if (Array.isArray(schema[keyword])) parts.push(...schema[keyword])
  for (const keyword of PARTS) if (keyword in schema) parts.push(schema[keyword])
  for (const keyword of DEPENDENT)
    if (isObject(schema[keyword])) parts.push(...Object.values(schema[keyword]))
  for (const keyword of ['$ref', '$recursiveRef']) {
    if (typeof schema[keyword] === 'string') parts.push(resolveReference(root, schema[keyword]))
  }
  return parts
}

function* inside(schema: Record<string, unknown>, value: unknown): Generator<[unknown, unknown]> {
  if (Array.isArray(value)) {
    for (const keyword of OF_ITEMS) {
      const part = schema[keyword]
      if (isSchema(part)) for (const one of value) yield [part, one]
    }
    for (const keyword of ['prefixItems', 'items']) {
      const parts = schema[keyword]
      if (Array.isArray(parts)) for (const [at, part] of parts.entries()) yield [part, value[at]]
    }
  } else if (isObject(value)) {
    const properties = isObject(schema['properties']) ? schema['properties'] : {}
    for (const [name, one] of Object.entries(value)) {
      if (Object.hasOwn(properties, name)) yield [properties[name], one]
      else for (const keyword of OF_OTHERS) if (isObject(schema[keyword])) yield [schema[keyword], one]
    }
  }
}

/**
 * Most matching steps for all patterns together. A step compares one character with one part of a pattern.
 */
const MOST_MATCHING = 50_000_000

/** Matches the patterns of a schema in linear time, within one limit for all. Each pattern is compiled on first use. */
function linearPatterns(): Matches {
  let left = MOST_MATCHING
  const compiled = memoizePerText((pattern): RE2JS | undefined => {
    // Compiling takes time too.
    left -= pattern.length * 100
    return left < 0 ? undefined : compile(pattern)
  })
  return (pattern, text) => {
    const matcher = compiled(pattern)
    if (!matcher) return undefined
    left -= text.length * matcher.programSize()
    return left < 0 ? undefined : matcher.matcher(text).find()
  }
}

/** Undefined for an unsupported pattern, and when the limit is reached. */
type Matches = (pattern: string, text: string) => boolean | undefined

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return undefined
  }
}
