import type { JsonSchema } from '../../contract/json-schema.ts'
import { fieldsOf, heedPrompt, listsOf, Naming, schemaInPrompt, wishOf } from '../../extract/extract.ts'
import type { ObjectWish, WishedField, WishedList, Wish } from '../../extract/extract.ts'
import type { Assignment } from '../mind.ts'
import { fewIn } from './lists/list-order.ts'
import { subjectOf } from './subject.ts'
import type { Subject } from './subject.ts'

export type PlannedList = ReturnType<typeof planned>

export interface Plan {
  schema: JsonSchema
  wish: ObjectWish
  fields: readonly WishedField[]
  ownLists: readonly WishedList[]
  lists: readonly PlannedList[]
  subject: Subject
  /** What any page is asked for: all that is wanted, and beside it what tells lists from pages about one thing. */
  reading: JsonSchema
  recordReading: JsonSchema | undefined
  othersPath: readonly string[] | undefined
  namesPath: readonly string[] | undefined
  prompt: string
}

export function planOf({
  prompt,
  schema: given,
  picked,
}: Pick<Assignment, 'prompt' | 'schema'> & { picked?: Picked | undefined }): Plan | undefined {
  const schema = (given ?? schemaInPrompt(prompt)) as JsonSchema | undefined
  if (schema === undefined) return undefined
  const wish = heedPrompt(wishOf(schema), prompt)
  if (wish.kind !== 'object') return undefined
  const fields = fieldsOf(wish)
  const wished = listsOf(wish)
  const isOneThing = fields.length > 0
  const collected = wished.filter(({ wish: { item } }) => item.kind === 'object' || !isOneThing)
  const lists = collected.map((list) => planned(list, prompt, picked))
  const namings = [
    ...fields.map(({ naming }) => naming),
    ...lists.flatMap((list) => [list.naming, ...list.fields.map(({ naming }) => naming)]),
  ]
  const names = [
    ...fields.flatMap(({ path }) => path),
    ...wished.flatMap(({ path }) => path),
    ...lists.flatMap(({ path, fields: own }) => [path.at(-1)!, ...own.map(({ name }) => name)]),
  ]
  const main = lists[0]
  return {
    schema,
    wish,
    fields,
    ownLists: wished.filter((list) => !collected.includes(list)),
    lists,
    // Names that were made from the request itself have all its words.
    subject: subjectOf(prompt, namings, given ? names : []),
    reading: readingOf(schema, wish, { fields, main }),
    recordReading: main && main.wish.item.kind === 'object' ? schemaOfWish(main.wish.item) : undefined,
    othersPath: isOneThing && lists.length === 0 ? [OTHERS] : undefined,
    namesPath: main ? [NAMES] : undefined,
    prompt,
  }
}

export interface Picked {
  metric: string
  isDown: boolean
}

function planned(list: WishedList, prompt: string, picked: Picked | undefined) {
  const name = list.path.at(-1)!
  const { item } = list.wish
  const around = [name]
  const fields = item.kind === 'object' ? fieldsOf(item, around) : []
  const ranked = picked && fields.find(({ path }) => path.length === 1 && path[0] === picked.metric)
  const { most, order } = ranked
    ? { most: 1, order: { field: ranked, isDown: picked.isDown, isPick: true } }
    : fewIn(prompt, fields)
  return {
    path: list.path,
    wish: list.wish,
    fields,
    inner: item.kind === 'object' ? listsOf(item) : [],
    naming: new Naming({ name, words: list.words }),
    most: Math.min(list.wish.most, most),
    ...(order && { order }),
  }
}

const OTHERS = 'listed_records'
const NAMES = 'listed_names'

function readingOf(
  schema: JsonSchema,
  wish: ObjectWish,
  { fields, main }: { fields: readonly WishedField[]; main: PlannedList | undefined },
): JsonSchema {
  const { additionalProperties, ...open } = schema
  const own = (schema as { properties?: Record<string, unknown> }).properties ?? {}
  const added = main
    ? { ...(fields.length > 0 ? {} : recordProperties(main)), [NAMES]: namesList(main) }
    : { [OTHERS]: othersList(wish) }
  return {
    ...open,
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
    properties: { ...added, ...own },
  }
}

function recordProperties({ wish: { item } }: PlannedList): object {
  return item.kind === 'object' ? (schemaOfWish(item)['properties'] as object) : {}
}

/** A list with hardly anything of what is wanted is one still, when it leads to pages that have it. */
function namesList({ path, wish: { words } }: PlannedList): JsonSchema {
  const called = [path.at(-1)!.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'), words].filter((text) => text !== '')
  return {
    type: 'array',
    description: called.join('. '),
    items: { type: 'object', properties: { name: { type: 'string' } } },
  }
}

function othersList(wish: ObjectWish): JsonSchema {
  const { properties } = schemaOfWish({
    ...wish,
    properties: wish.properties.filter((property) => property.wish.kind === 'scalar'),
  }) as { properties: object }
  const isNamed = wish.properties.some(
    ({ name, wish: { kind } }) => kind === 'scalar' && new Naming({ name }).isTitle(),
  )
  return {
    type: 'array',
    items: { type: 'object', properties: { ...(!isNamed && { name: { type: 'string' } }), ...properties } },
  }
}

export function titlesOf(fields: readonly WishedField[]): string[] {
  return fields.filter(({ naming }) => naming.isTitle()).map(({ path }) => JSON.stringify(path))
}

const DEEPEST = 6

export function schemaOfWish(wish: Wish, depth = 0): JsonSchema {
  const said = wish.words === '' ? {} : { description: wish.words }
  if (depth > DEEPEST) return {}
  if (wish.kind === 'list') return { type: 'array', ...said, items: schemaOfWish(wish.item, depth + 1) }
  if (wish.kind === 'object') {
    const properties = wish.properties.map(({ name, wish: inner }) => [name, schemaOfWish(inner, depth + 1)])
    return { type: 'object', ...said, properties: Object.fromEntries(properties) }
  }
  return {
    ...(wish.type !== 'any' && { type: wish.type }),
    ...said,
    ...(wish.format !== undefined && { format: wish.format }),
    ...(wish.enum !== undefined && { enum: [...wish.enum] }),
  }
}
