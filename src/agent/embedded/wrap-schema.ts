import type { JsonSchema } from '../../contract/json-schema.ts'
import { Naming, pointerStep, schemaInPrompt, schemaFieldOf } from '../../extract/extract.ts'
import type { SchemaField } from '../../extract/extract.ts'
import type { AssembledData } from '../facts/facts.ts'
import type { Assignment } from '../agent-strategy.ts'
import { relocateEvidence } from '../prune.ts'
import { superlativeIn } from './lists/superlative.ts'
import type { Superlative } from './lists/superlative.ts'
import type { SortMetric } from './plan.ts'
import { schemaOfField } from './plan.ts'

/** What is asked for as properties of an object, as everything that is looked for has a name. */
export interface WrappedSchema {
  schema: JsonSchema | undefined
  sortMetric?: SortMetric
  unwrap(found: AssembledData): AssembledData
}

export function wrapSchema({ prompt, schema }: Pick<Assignment, 'prompt' | 'schema'>): WrappedSchema {
  const field = schema && schemaFieldOf(schema)
  const comparison = wrapComparison(prompt, schema, field)
  if (comparison) return comparison
  if (!schema || !field || isUnspecified(field)) return { schema: undefined, unwrap: (found) => found }
  if (field.kind === 'object') return { schema, unwrap: (found) => found }
  if (field.kind === 'scalar') {
    const { name, words } = valueNameIn(prompt, field.words)
    const value = field.words === '' ? { ...schema, description: words } : schema
    return { schema: wrapProperty(name, value, schema), unwrap: (found) => unwrapProperty(found, name) }
  }
  const name = listNameIn(prompt, field.item)
  if (!isPlainText(field.item))
    return { schema: wrapProperty(name, schema, schema), unwrap: (found) => unwrapProperty(found, name) }
  // Pages list things, and texts alone are what these are called.
  const items = { type: 'object', properties: { name: { ...schemaOfField(field.item), type: 'string' } } }
  const records = { type: 'array', items, ...(field.words !== '' && { description: field.words }) }
  return {
    schema: wrapProperty(name, records, schema),
    unwrap: (found) => unwrapNames(unwrapProperty(found, name)),
  }
}

/** One thing that is picked from several by comparing them is the first of a list. */
function wrapComparison(
  prompt: string,
  schema: JsonSchema | undefined,
  field: SchemaField | undefined,
): WrappedSchema | undefined {
  const superlative = superlativeIn(prompt)
  const isFlat =
    field?.kind === 'object' && field.properties.every((property) => property.schemaField.kind === 'scalar')
  if (!superlative || (field && !isUnspecified(field) && !isFlat)) return undefined
  const { entity, isDown } = superlative
  const own = field?.kind === 'object' && !isUnspecified(field) ? field : undefined
  const free = { [entity]: { type: 'string' }, [superlative.metric]: { type: 'string' } }
  const properties = ((own && schema?.['properties']) ?? free) as Record<string, JsonSchema>
  const names = Object.keys(properties)
  const title = names.find((name) => isTitleOf(name, entity))
  const metric = metricIn(own, title, superlative) ?? superlative.metric
  const item = Object.fromEntries(
    names.map((name) =>
      name === title ? ['name', { type: 'string' }] : [name, withoutDescription(properties[name]!)],
    ),
  )
  const items = {
    type: 'object',
    properties: { name: { type: 'string' }, [metric]: { type: 'string' }, ...item },
  }
  const listed = plural(entity)
  const kept = new Map(names.map((name) => [name === title ? 'name' : name, name]))
  return {
    schema: wrapProperty(listed, { type: 'array', items }, schema ?? {}),
    sortMetric: { metric, isDown },
    unwrap: (found) => unwrapFirst(found, listed, kept),
  }
}

/** What a description says of the comparison is no part of what a record has. */
function withoutDescription(property: JsonSchema): JsonSchema {
  const { description: _, ...rest } = property
  return rest
}

function isTitleOf(name: string, entity: string): boolean {
  const naming = new Naming({ name })
  return naming.isTitle() || naming.likenessTo(entity) >= SAME_NAME
}

const SAME_NAME = 0.8

function metricIn(
  field: Extract<SchemaField, { kind: 'object' }> | undefined,
  title: string | undefined,
  { metric }: Superlative,
): string | undefined {
  const others = field?.properties.filter(({ name }) => name !== title) ?? []
  const called = others.find(
    ({ name }) => new Naming({ name }).likenessTo(metric) >= SAME_NAME || new Naming({ name }).means(metric),
  )
  const [number, ...more] = others.filter(
    ({ schemaField: { kind, ...scalar } }) =>
      kind === 'scalar' && /^(?:number|integer)$/.test(String((scalar as { type?: string }).type)),
  )
  return called?.name ?? (more.length === 0 ? number?.name : undefined)
}

function plural(noun: string): string {
  return /(?:ch|sh|x|s)$/.test(noun) ? `${noun}es` : `${noun.replace(/(?<=[^aeiou])y$/, 'ie')}s`
}

function unwrapFirst(found: AssembledData, listed: string, kept: ReadonlyMap<string, string>): AssembledData {
  const records = (found.data as Record<string, Record<string, unknown>[]> | undefined)?.[listed]
  const [record] = records ?? []
  const start = `/${listed}/0/`
  const renamed = (pointer: string) => {
    const name = pointer.startsWith(start) ? kept.get(pointer.slice(start.length)) : undefined
    return name && `/${name}`
  }
  if (!record) return { data: undefined, evidence: [], missing: [...kept.values()].map((name) => `/${name}`) }
  const entries = [...kept].flatMap(([own, name]) => (own in record ? [[name, record[own]]] : []))
  return { data: Object.fromEntries(entries), ...relocateEvidence(found, renamed) }
}

function isPlainText(item: SchemaField): boolean {
  return (
    item.kind === 'scalar' && item.type === 'string' && item.format === undefined && item.enum === undefined
  )
}

function wrapProperty(
  name: string,
  held: JsonSchema,
  { $defs, definitions }: Record<string, unknown>,
): JsonSchema {
  return {
    type: 'object',
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    properties: { [name]: held },
  }
}

function isUnspecified(wish: SchemaField): boolean {
  if (wish.kind === 'object') return wish.properties.length === 0 && wish.others === undefined
  return wish.kind === 'scalar' && wish.type === 'any' && wish.enum === undefined
}

interface NamedValue {
  name: string
  words: string
}

function valueNameIn(prompt: string, said: string): NamedValue {
  return nameInPrompt(prompt) ?? nameInPrompt(said) ?? { name: 'answer', words: prompt.slice(0, LONGEST) }
}

const LONGEST = 300

function listNameIn(prompt: string, item: SchemaField): string {
  const [, said, of] = LISTED.exec(prompt.slice(0, 4000)) ?? []
  if (said !== undefined) return (of ?? said).toLowerCase()
  const named = nameInPrompt(prompt)
  return named && (named.isList || item.kind === 'scalar') ? named.name : 'records'
}

/** `List all the offices`, `list the names of the board members`. */
const LISTED = new RegExp(
  String.raw`(?<!\p{L})(?:(?:list\s+)?(?:all|every|each|alle|tous|toutes|todos|todas)|list)\s+(?:of\s+)?(?:the\s|les\s|los\s|las\s|die\s)?` +
    String.raw`((?:names?|titles?|namen|noms?|nombres?|titel|titres?|títulos?)(?=\s(?:of|der|des|von|de)\s)|\p{L}{3,30})` +
    String.raw`(?:(?<=names?|titles?|namen|noms?|nombres?|titel|titres?|títulos?)\s(?:of|der|des|von|de)\s(?:all\s)?(?:the\s|les\s|los\s|las\s|die\s)?(\p{L}{3,30}(?:\s(?:team|members?|staff|board))?))?`,
  'iu',
)

function nameInPrompt(text: string): (NamedValue & { isList: boolean }) | undefined {
  const { properties = {} } = (schemaInPrompt(text) ?? {}) as {
    properties?: Record<string, { type?: string; description?: string }>
  }
  const [first] = Object.entries(properties)
  return first && { name: first[0], words: first[1].description ?? '', isList: first[1].type === 'array' }
}

function unwrapProperty(found: AssembledData, name: string): AssembledData {
  const start = pointerStep(name)
  const data = (found.data as Record<string, unknown> | undefined)?.[name]
  return {
    data,
    ...relocateEvidence(found, (pointer) =>
      pointer.startsWith(start) ? pointer.slice(start.length) : pointer,
    ),
  }
}

function unwrapNames(found: AssembledData): AssembledData {
  const records = found.data as { name?: string }[] | undefined
  return {
    data: records?.map(({ name }) => name),
    ...relocateEvidence(found, (pointer) => pointer.replace(/\/name$/, '')),
  }
}
