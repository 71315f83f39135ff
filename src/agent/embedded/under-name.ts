import type { JsonSchema } from '../../contract/json-schema.ts'
import { Naming, pointerStep, schemaInPrompt, wishOf } from '../../extract/extract.ts'
import type { Wish } from '../../extract/extract.ts'
import type { Assembled } from '../gathered/facts.ts'
import type { Assignment } from '../mind.ts'
import { relocated } from '../prune.ts'
import { superlativeIn } from './lists/superlative.ts'
import type { Superlative } from './lists/superlative.ts'
import type { Picked } from './plan.ts'
import { schemaOfWish } from './plan.ts'

/** What is asked for as properties of an object, as everything that is looked for has a name. */
export interface UnderName {
  schema: JsonSchema | undefined
  picked?: Picked
  asAsked(found: Assembled): Assembled
}

export function underName({ prompt, schema }: Pick<Assignment, 'prompt' | 'schema'>): UnderName {
  const wish = schema && wishOf(schema)
  const compared = comparedIn(prompt, schema, wish)
  if (compared) return compared
  if (!schema || !wish || isOpen(wish)) return { schema: undefined, asAsked: (found) => found }
  if (wish.kind === 'object') return { schema, asAsked: (found) => found }
  if (wish.kind === 'scalar') {
    const { name, words } = valueIn(prompt, wish.words)
    const value = wish.words === '' ? { ...schema, description: words } : schema
    return { schema: holding(name, value, schema), asAsked: (found) => freed(found, name) }
  }
  const name = listedIn(prompt, wish.item)
  if (!isPlainText(wish.item))
    return { schema: holding(name, schema, schema), asAsked: (found) => freed(found, name) }
  // Pages list things, and texts alone are what these are called.
  const items = { type: 'object', properties: { name: { ...schemaOfWish(wish.item), type: 'string' } } }
  const records = { type: 'array', items, ...(wish.words !== '' && { description: wish.words }) }
  return { schema: holding(name, records, schema), asAsked: (found) => namesOf(freed(found, name)) }
}

/** One thing that is picked from several by comparing them is the first of a list. */
function comparedIn(
  prompt: string,
  schema: JsonSchema | undefined,
  wish: Wish | undefined,
): UnderName | undefined {
  const superlative = superlativeIn(prompt)
  const isFlat =
    wish?.kind === 'object' && wish.properties.every((property) => property.wish.kind === 'scalar')
  if (!superlative || (wish && !isOpen(wish) && !isFlat)) return undefined
  const { thing, isDown } = superlative
  const own = wish?.kind === 'object' && !isOpen(wish) ? wish : undefined
  const free = { [thing]: { type: 'string' }, [superlative.metric]: { type: 'string' } }
  const properties = ((own && schema?.['properties']) ?? free) as Record<string, JsonSchema>
  const names = Object.keys(properties)
  const title = names.find((name) => isTitleOf(name, thing))
  const metric = metricIn(own, title, superlative) ?? superlative.metric
  const item = Object.fromEntries(
    names.map((name) => (name === title ? ['name', { type: 'string' }] : [name, bare(properties[name]!)])),
  )
  const items = {
    type: 'object',
    properties: { name: { type: 'string' }, [metric]: { type: 'string' }, ...item },
  }
  const listed = plural(thing)
  const kept = new Map(names.map((name) => [name === title ? 'name' : name, name]))
  return {
    schema: holding(listed, { type: 'array', items }, schema ?? {}),
    picked: { metric, isDown },
    asAsked: (found) => firstIn(found, listed, kept),
  }
}

/** What a description says of the comparison is no part of what a record has. */
function bare(property: JsonSchema): JsonSchema {
  const { description: _, ...rest } = property
  return rest
}

function isTitleOf(name: string, thing: string): boolean {
  const naming = new Naming({ name })
  return naming.isTitle() || naming.likenessTo(thing) >= SAME_NAME
}

const SAME_NAME = 0.8

function metricIn(
  wish: Extract<Wish, { kind: 'object' }> | undefined,
  title: string | undefined,
  { metric }: Superlative,
): string | undefined {
  const others = wish?.properties.filter(({ name }) => name !== title) ?? []
  const called = others.find(
    ({ name }) => new Naming({ name }).likenessTo(metric) >= SAME_NAME || new Naming({ name }).means(metric),
  )
  const [number, ...more] = others.filter(
    ({ wish: { kind, ...scalar } }) =>
      kind === 'scalar' && /^(?:number|integer)$/.test(String((scalar as { type?: string }).type)),
  )
  return called?.name ?? (more.length === 0 ? number?.name : undefined)
}

function plural(thing: string): string {
  return /(?:ch|sh|x|s)$/.test(thing) ? `${thing}es` : `${thing.replace(/(?<=[^aeiou])y$/, 'ie')}s`
}

function firstIn(found: Assembled, listed: string, kept: ReadonlyMap<string, string>): Assembled {
  const records = (found.data as Record<string, Record<string, unknown>[]> | undefined)?.[listed]
  const [record] = records ?? []
  const start = `/${listed}/0/`
  const renamed = (pointer: string) => {
    const name = pointer.startsWith(start) ? kept.get(pointer.slice(start.length)) : undefined
    return name && `/${name}`
  }
  if (!record) return { data: undefined, evidence: [], missing: [...kept.values()].map((name) => `/${name}`) }
  const entries = [...kept].flatMap(([own, name]) => (own in record ? [[name, record[own]]] : []))
  return { data: Object.fromEntries(entries), ...relocated(found, renamed) }
}

function isPlainText(item: Wish): boolean {
  return (
    item.kind === 'scalar' && item.type === 'string' && item.format === undefined && item.enum === undefined
  )
}

function holding(
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

function isOpen(wish: Wish): boolean {
  if (wish.kind === 'object') return wish.properties.length === 0 && wish.others === undefined
  return wish.kind === 'scalar' && wish.type === 'any' && wish.enum === undefined
}

interface Called {
  name: string
  words: string
}

function valueIn(prompt: string, said: string): Called {
  return namedIn(prompt) ?? namedIn(said) ?? { name: 'answer', words: prompt.slice(0, LONGEST) }
}

const LONGEST = 300

function listedIn(prompt: string, item: Wish): string {
  const [, said, of] = LISTED.exec(prompt.slice(0, 4000)) ?? []
  if (said !== undefined) return (of ?? said).toLowerCase()
  const named = namedIn(prompt)
  return named && (named.isList || item.kind === 'scalar') ? named.name : 'records'
}

/** `List all the offices`, `list the names of the board members`. */
const LISTED = new RegExp(
  String.raw`(?<!\p{L})(?:(?:list\s+)?(?:all|every|each|alle|tous|toutes|todos|todas)|list)\s+(?:of\s+)?(?:the\s|les\s|los\s|las\s|die\s)?` +
    String.raw`((?:names?|titles?|namen|noms?|nombres?|titel|titres?|títulos?)(?=\s(?:of|der|des|von|de)\s)|\p{L}{3,30})` +
    String.raw`(?:(?<=names?|titles?|namen|noms?|nombres?|titel|titres?|títulos?)\s(?:of|der|des|von|de)\s(?:all\s)?(?:the\s|les\s|los\s|las\s|die\s)?(\p{L}{3,30}(?:\s(?:team|members?|staff|board))?))?`,
  'iu',
)

function namedIn(text: string): (Called & { isList: boolean }) | undefined {
  const { properties = {} } = (schemaInPrompt(text) ?? {}) as {
    properties?: Record<string, { type?: string; description?: string }>
  }
  const [first] = Object.entries(properties)
  return first && { name: first[0], words: first[1].description ?? '', isList: first[1].type === 'array' }
}

function freed(found: Assembled, name: string): Assembled {
  const start = pointerStep(name)
  const data = (found.data as Record<string, unknown> | undefined)?.[name]
  return {
    data,
    ...relocated(found, (pointer) => (pointer.startsWith(start) ? pointer.slice(start.length) : pointer)),
  }
}

function namesOf(found: Assembled): Assembled {
  const records = found.data as { name?: string }[] | undefined
  return {
    data: records?.map(({ name }) => name),
    ...relocated(found, (pointer) => pointer.replace(/\/name$/, '')),
  }
}
