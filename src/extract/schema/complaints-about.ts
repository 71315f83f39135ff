import { format as formats, Validator } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import { causesIn } from './causes-in.ts'
import type { Fault } from './causes-in.ts'
import { isObject, isSchema } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { LinearPatterns } from './linear-patterns.ts'
import { stepsFor } from './steps-for.ts'

export interface Complaint {
  /** A JSON pointer into the value. */
  path: string
  message: string
  keyword: string
}

/** A schema that asks for more steps than this is not applied. */
const MOST_STEPS = 2_000_000
const LONGEST_FORMATTED = 10_000
const MOST_UNIQUE = 500
const MOST_COMPLAINTS = 200

/** Says what a value has against a schema. Patterns are matched in linear time; those that cannot be are left aside. */
export function complaintsAbout(value: unknown, schema: JsonSchema, most = MOST_COMPLAINTS): Complaint[] {
  if (value === undefined) return [{ path: '', message: 'There is no value.', keyword: 'required' }]
  const making: Making = {
    traits: traitsOf(value),
    patterns: new LinearPatterns(),
    named: new Set(),
    shared: new Map(),
  }
  try {
    const safe = safeCopy(schema, making)
    if (stepsFor(value, safe) > MOST_STEPS) return [aboutSchema('is too complex to be applied')]
    const { errors } = new Validator(safe as Schema, '2020-12', false).validate(value)
    return causesIn(errors).slice(0, most).map(asComplaint)
  } catch (error) {
    return [aboutSchema(`cannot be applied: ${String(error).slice(0, 200)}`)]
  } finally {
    for (const name of making.named) delete formats[name]
  }
}

function aboutSchema(said: string): Complaint {
  return { path: '', message: `The schema ${said}.`, keyword: 'schema' }
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

interface Making {
  traits: Traits
  patterns: LinearPatterns
  /** The formats that patterns have become. */
  named: Set<string>
  /** What properties by pattern are to be, under the name that it gets among the definitions. */
  shared: Map<string, unknown>
}

function safeCopy(schema: JsonSchema, making: Making): JsonSchema {
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
function withoutRisks(schema: JsonSchema, making: Making): unknown {
  if (!isObject(schema)) return schema
  const { traits, patterns, named } = making
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
    formats[name] = (text) => patterns.matches(pattern, text) ?? true
    named.add(name)
    copy['allOf'] = [...((copy['allOf'] as unknown[] | undefined) ?? []), { format: name }]
  }
  if (isObject(schema['patternProperties'])) spellOut(schema['patternProperties'], copy, making)
  return copy
}

const MAPS: ReadonlySet<string> = new Set(
  'properties $defs definitions dependentSchemas dependencies'.split(' '),
)
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
/** What holds values or names. Everything else may be referred to as a schema, unknown keywords too. */
const DATA: ReadonlySet<string> = new Set('const enum default required dependentRequired type'.split(' '))

function copied(keyword: string, said: unknown, making: Making): unknown {
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

/** Properties by pattern become properties by the names that the value has. */
function spellOut(byPattern: Record<string, unknown>, copy: Record<string, unknown>, making: Making): void {
  const properties: Record<string, unknown> = {
    ...(copy['properties'] as Record<string, unknown> | undefined),
  }
  for (const [pattern, part] of Object.entries(byPattern)) {
    const keys = [...making.traits.keys].filter((key) => making.patterns.matches(pattern, key) === true)
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
