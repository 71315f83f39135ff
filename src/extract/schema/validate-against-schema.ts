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

/** A schema that asks for more steps than this is not applied. */
const MOST_STEPS = 2_000_000
const LONGEST_FORMATTED = 10_000
const MOST_UNIQUE = 500
const MOST_ISSUES = 200

/** Says what a value has against a schema. Patterns are matched in linear time; those that cannot be are left aside. */
export function validateAgainstSchema(
  value: unknown,
  schema: JsonSchema,
  most = MOST_ISSUES,
): ValidationIssue[] {
  if (value === undefined) return [{ path: '', message: 'There is no value.', keyword: 'required' }]
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

function schemaIssue(said: string): ValidationIssue {
  return { path: '', message: `The schema ${said}.`, keyword: 'schema' }
}

function toIssue({ keyword, instanceLocation, error }: SchemaError): ValidationIssue {
  const isExtra = keyword === 'false'
  return {
    path: decodeURIComponent(instanceLocation.replace(/^#/, '').replaceAll(/%(?![0-9a-f]{2})/gi, '%25')),
    message: isExtra ? 'The schema does not allow this.' : error,
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
  const copy = withoutRisks(schema, making)
  if (!isObject(copy) || making.shared.size === 0) return copy as JsonSchema
  return {
    ...copy,
    $defs: { ...(copy['$defs'] as object | undefined), ...Object.fromEntries(making.shared) },
  }
}

/**
 * A copy of the schema in which patterns are formats of ours and no keyword takes longer than the value is long. A copy
 * is needed anyway, because the validator writes into what it is given.
 */
function withoutRisks(schema: JsonSchema, making: CopyContext): unknown {
  if (!isObject(schema)) return schema
  const { traits, matches, named } = making
  const copy: Record<string, unknown> = {}
  for (const [keyword, said] of Object.entries(schema)) {
    if (keyword === 'pattern' || keyword === 'patternProperties' || keyword === '$id' || keyword === 'id')
      continue
    if (keyword === 'format' && traits.longestText > LONGEST_FORMATTED) continue
    if (keyword === 'uniqueItems' && traits.longestList > MOST_UNIQUE) continue
    copy[keyword] = copied(keyword, said, making)
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
/** What holds values or names. Everything else may be referred to as a schema, unknown keywords too. */
const DATA: ReadonlySet<string> = new Set('const enum default required dependentRequired type'.split(' '))

function copied(keyword: string, said: unknown, making: CopyContext): unknown {
  if (MAPS.has(keyword) && isObject(said)) {
    return Object.fromEntries(
      Object.entries(said).map(([key, part]) => [key, isSchema(part) ? withoutRisks(part, making) : part]),
    )
  }
  if (LISTS.has(keyword) && Array.isArray(said)) {
    return said.map((part) => (isSchema(part) ? withoutRisks(part, making) : part))
  }
  if (isObject(said) && !DATA.has(keyword)) return withoutRisks(said, making)
  return isObject(said) || Array.isArray(said) ? structuredClone(said) : said
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
    making.shared.set(name, withoutRisks(part, making))
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

/** The faults that say something: the failures themselves, and of alternatives those of the one that fits best. */
export function rootErrors(errors: readonly SchemaError[]): SchemaError[] {
  const causes: SchemaError[] = []
  // What alternatives failed for stands right behind that they failed, so that it is known when going backwards.
  for (const fault of errors.map(placed).toReversed()) {
    if (LEVELS.has(fault.keyword)) continue
    if (fault.keyword !== 'anyOf' && fault.keyword !== 'oneOf') causes.push(fault)
    else for (const cause of ofBest(fault, causes)) causes.push(cause)
  }
  return causes.toReversed()
}

/** What must not be there at all is reported without its place in the schema, which is that of the one before it. */
function placed(fault: SchemaError, index: number, faults: readonly SchemaError[]): SchemaError {
  const above = faults[index - 1]
  if (fault.keyword !== 'false' || !above) return fault
  return { ...fault, keywordLocation: `${above.keywordLocation}/false` }
}

function ofBest(failed: SchemaError, causes: SchemaError[]): readonly SchemaError[] {
  const place = `${failed.keywordLocation}/`
  let start = causes.length
  while (start > 0 && isUnder(causes[start - 1]!, place, failed.instanceLocation)) start--
  const byAlternative = Map.groupBy(causes.splice(start), ({ keywordLocation }) =>
    Number.parseInt(keywordLocation.slice(place.length), 10),
  )
  const fitsSeveral = failed.keyword === 'oneOf' && !failed.error.includes('(0 matches)')
  const [best] = [...byAlternative]
    .map(([index, faults]) => ({ index, faults, weight: weightOf(faults, failed.instanceLocation) }))
    .toSorted((one, other) => one.weight - other.weight || one.index - other.index)
  return fitsSeveral || !best ? [failed] : best.faults
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

/** Keywords by which a value is of another kind altogether. */
const KINDS: ReadonlySet<string> = new Set(['type', 'const', 'enum'])

/** What is only not there weighs less than what is wrong, and all that is wrong inside less than being of another kind. */
function weightOf(faults: readonly SchemaError[], place: string): number {
  if (faults.some(({ keyword, instanceLocation }) => KINDS.has(keyword) && instanceLocation === place))
    return Number.MAX_SAFE_INTEGER
  return faults.reduce((sum, { keyword }) => sum + (keyword === 'required' ? 1 : 100), 0)
}

const COMBINED = ['allOf', 'anyOf', 'oneOf'] as const
const PARTS = ['not', 'if', 'then', 'else'] as const
const DEPENDENT = ['dependentSchemas', 'dependencies'] as const
const OF_OTHERS = ['additionalProperties', 'unevaluatedProperties'] as const
const OF_ITEMS = ['items', 'additionalItems', 'unevaluatedItems', 'contains'] as const
/** References that lead on to others so often are taken for endless. */
const DEEPEST = 1000
/** Pairs of a schema and a value that are looked at; with more the answer is endless too. */
const MOST_PAIRS = 1_000_000

/** How many schemas a validator applies to a value and all that is in it, without doing so: each pair is looked at once. */
function stepsFor(value: unknown, root: JsonSchema): number {
  const stepsBySchema = new Map<object, Map<unknown, number>>()
  let pairs = 0
  return steps(root, value, 0)

  function steps(schema: unknown, one: unknown, depth: number): number {
    if (!isObject(schema)) return 1
    if (depth > DEEPEST || pairs > MOST_PAIRS) return Number.POSITIVE_INFINITY
    const known = stepsBySchema.get(schema) ?? new Map<unknown, number>()
    stepsBySchema.set(schema, known)
    // Of single values all are alike.
    const key = typeof one === 'object' ? one : undefined
    const before = known.get(key)
    if (before !== undefined) return before
    pairs++
    // One that comes back to itself at the same value never ends.
    known.set(key, Number.POSITIVE_INFINITY)
    let sum = 1
    for (const part of inPlace(schema, root)) sum += steps(part, one, depth + 1)
    for (const [part, inner] of inside(schema, one)) sum += steps(part, inner, depth + 1)
    known.set(key, sum)
    return sum
  }
}

function inPlace(schema: Record<string, unknown>, root: JsonSchema): unknown[] {
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

/** Steps, each a character held against a part of a pattern, that all patterns together may take. */
const MOST_MATCHING = 50_000_000

/** Patterns of a schema, matched in linear time and altogether no longer than they may. Each is read when it is first used. */
function linearPatterns(): Matches {
  let left = MOST_MATCHING
  const compiled = memoizePerText((pattern): RE2JS | undefined => {
    // Reading one takes time too.
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

/** Undefined for a pattern that cannot be matched so, and when there is no more time for it. */
type Matches = (pattern: string, text: string) => boolean | undefined

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return undefined
  }
}
