import type { JsonSchema } from '../../contract/json-schema.ts'
import { schemaInPrompt, wishOf } from '../../extract/extract.ts'
import type { Wish } from '../../extract/extract.ts'
import type { Assembled } from '../gathered/assembled.ts'
import type { Assignment } from '../mind.ts'
import { schemaOfWish } from './schema-of-wish.ts'

/** What is asked for as properties of an object, as everything that is looked for has a name. */
export interface UnderName {
  /** Undefined where the caller leaves open what it is to look like. */
  schema: JsonSchema | undefined
  /** What was found, in the shape that the caller asked for. */
  asAsked(found: Assembled): Assembled
}

/** Gives a schema that is a single value or a list the name that the request has for it. */
export function underName({ prompt, schema }: Pick<Assignment, 'prompt' | 'schema'>): UnderName {
  const wish = schema && wishOf(schema)
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

/** Whether anything at all is as it says: then what is wanted stands in the request alone. */
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

/** What a list holds, by the request. */
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

interface Property {
  type?: string
  description?: string
}

/** The first thing that a text names. */
function namedIn(text: string): (Called & { isList: boolean }) | undefined {
  const { properties = {} } = (schemaInPrompt(text) ?? {}) as { properties?: Record<string, Property> }
  const [first] = Object.entries(properties)
  return first && { name: first[0], words: first[1].description ?? '', isList: first[1].type === 'array' }
}

function freed({ data, evidence, missing }: Assembled, name: string): Assembled {
  const start = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const freedOf = (pointer: string) => (pointer.startsWith(start) ? pointer.slice(start.length) : pointer)
  return {
    data: (data as Record<string, unknown> | undefined)?.[name],
    evidence: evidence.map((one) => ({ ...one, field: freedOf(one.field) })),
    missing: missing.map(freedOf),
  }
}

function namesOf({ data, evidence, missing }: Assembled): Assembled {
  const records = (data ?? []) as { name?: string }[]
  const named = (pointer: string) => pointer.replace(/\/name$/, '')
  return {
    data: data === undefined ? undefined : records.map(({ name }) => name),
    evidence: evidence.map((one) => ({ ...one, field: named(one.field) })),
    missing: missing.map(named),
  }
}
