import { format as formats, Validator } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import { RE2JS } from 're2js'
import { isObject, isSchema, referenced } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

export interface Complaint {
  /** A JSON pointer into the value. */
  path: string
  message: string
  keyword: string
}

/** A schema that asks for more steps per value than this is not applied. */
const MOST_STEPS = 20_000
const LONGEST_FORMATTED = 10_000
const MOST_UNIQUE = 2000
const MOST_COMPLAINTS = 200

/** Says what a value has against a schema. Patterns are matched in linear time; those that cannot be are left aside. */
export function complaintsAbout(value: unknown, schema: JsonSchema): Complaint[] {
  if (value === undefined) return [{ path: '', message: 'There is no value.', keyword: 'required' }]
  if (worstSteps(schema) > MOST_STEPS) {
    return [{ path: '', message: 'The schema is too complex to be applied.', keyword: 'schema' }]
  }
  const traits = traitsOf(value)
  const named = new Set<string>()
  try {
    const safe = withoutRisks(schema, traits, named) as Schema
    const { errors } = new Validator(safe, '2020-12', false).validate(value)
    return errors.filter(isCause).slice(0, MOST_COMPLAINTS).map(asComplaint)
  } catch (error) {
    return [
      {
        path: '',
        message: `The schema cannot be applied: ${String(error).slice(0, 200)}`,
        keyword: 'schema',
      },
    ]
  } finally {
    for (const name of named) delete formats[name]
  }
}

interface Fault {
  keyword: string
  instanceLocation: string
  error: string
}

/** The validator reports every level above a failure too; only the failure itself says something. */
function isCause({ keyword }: Fault): boolean {
  return ![
    'properties',
    'items',
    'prefixItems',
    'additionalItems',
    '$ref',
    'allOf',
    'additionalProperties',
  ].includes(keyword)
}

function asComplaint({ keyword, instanceLocation, error }: Fault): Complaint {
  const isExtra = keyword === 'false'
  return {
    path: decodeURIComponent(instanceLocation.replace(/^#/, '').replaceAll(/%(?![0-9a-f]{2})/gi, '%25')),
    message: isExtra ? 'The schema does not allow this.' : error,
    keyword,
  }
}

interface Traits {
  keys: ReadonlySet<string>
  longestText: number
  longestList: number
}

function traitsOf(value: unknown): Traits {
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

/**
 * A copy of the schema in which patterns are formats of ours and no keyword takes longer than the value is long. A copy
 * is needed anyway, because the validator writes into what it is given.
 */
function withoutRisks(schema: JsonSchema, traits: Traits, named: Set<string>): unknown {
  if (!isObject(schema)) return schema
  const copy: Record<string, unknown> = {}
  for (const [keyword, said] of Object.entries(schema)) {
    if (keyword === 'pattern' || keyword === 'patternProperties' || keyword === '$id' || keyword === 'id')
      continue
    if (keyword === 'format' && traits.longestText > LONGEST_FORMATTED) continue
    if (keyword === 'uniqueItems' && traits.longestList > MOST_UNIQUE) continue
    copy[keyword] = copied(keyword, said, traits, named)
  }
  if (schema['nullable'] === true && typeof copy['type'] === 'string') copy['type'] = [copy['type'], 'null']
  const test = typeof schema['pattern'] === 'string' ? testOf(schema['pattern']) : undefined
  if (test) {
    const name = `pattern ${String(schema['pattern'])}`
    formats[name] = test
    named.add(name)
    copy['allOf'] = [...((copy['allOf'] as unknown[] | undefined) ?? []), { format: name }]
  }
  if (isObject(schema['patternProperties'])) spellOut(schema['patternProperties'], copy, traits, named)
  return copy
}

const MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'dependentSchemas'])
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
const SINGLE: ReadonlySet<string> = new Set(
  'items additionalItems additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames not if then else'.split(
    ' ',
  ),
)

function copied(keyword: string, said: unknown, traits: Traits, named: Set<string>): unknown {
  if (MAPS.has(keyword) && isObject(said)) {
    return Object.fromEntries(
      Object.entries(said).map(([key, part]) => [
        key,
        isSchema(part) ? withoutRisks(part, traits, named) : part,
      ]),
    )
  }
  if (LISTS.has(keyword) && Array.isArray(said)) {
    return said.map((part) => (isSchema(part) ? withoutRisks(part, traits, named) : part))
  }
  if (SINGLE.has(keyword) && isSchema(said)) return withoutRisks(said, traits, named)
  return isObject(said) || Array.isArray(said) ? structuredClone(said) : said
}

/** Properties by pattern become properties by the names that the value has. */
function spellOut(
  byPattern: Record<string, unknown>,
  copy: Record<string, unknown>,
  traits: Traits,
  named: Set<string>,
): void {
  const properties: Record<string, unknown> = {
    ...(copy['properties'] as Record<string, unknown> | undefined),
  }
  for (const [pattern, part] of Object.entries(byPattern)) {
    const test = testOf(pattern)
    if (!test || !isSchema(part)) continue
    for (const key of traits.keys) {
      if (!test(key)) continue
      const own = withoutRisks(part, traits, named)
      properties[key] = properties[key] === undefined ? own : { allOf: [properties[key], own] }
    }
  }
  copy['properties'] = properties
}

function testOf(pattern: string): ((text: string) => boolean) | undefined {
  try {
    const compiled = RE2JS.compile(pattern)
    return (text) => compiled.matcher(text).find()
  } catch {
    return undefined
  }
}

const IN_PLACE_LISTS = ['allOf', 'anyOf', 'oneOf'] as const
const IN_PLACE = ['not', 'if', 'then', 'else'] as const

/** The most schemas that are applied to one and the same value; endless when one refers to itself in place. */
function worstSteps(root: JsonSchema): number {
  const known = new Map<object, number>()
  let worst = 1
  const seen: unknown[] = [root]
  for (let next = seen.pop(); next !== undefined; next = seen.pop()) {
    if (isObject(next)) worst = Math.max(worst, stepsOf(next, root, known))
    if (typeof next !== 'object' || next === null) continue
    // One by one: a list may be longer than what a call takes.
    for (const inner of Object.values(next)) seen.push(inner)
  }
  return worst
}

/** References that lead on to others so often are taken for endless. */
const DEEPEST_STEPS = 1000

function stepsOf(schema: JsonSchema, root: JsonSchema, known: Map<object, number>, depth = 0): number {
  if (!isObject(schema)) return 1
  if (depth > DEEPEST_STEPS) return Number.POSITIVE_INFINITY
  const before = known.get(schema)
  if (before !== undefined) return before
  known.set(schema, Number.POSITIVE_INFINITY)
  const parts: unknown[] = IN_PLACE_LISTS.flatMap((keyword) =>
    Array.isArray(schema[keyword]) ? schema[keyword] : [],
  )
  for (const keyword of IN_PLACE) parts.push(schema[keyword])
  if (typeof schema['$ref'] === 'string') parts.push(referenced(root, schema['$ref']))
  let steps = 1
  for (const part of parts) if (isSchema(part)) steps += stepsOf(part, root, known, depth + 1)
  known.set(schema, steps)
  return steps
}
