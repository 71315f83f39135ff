import type { JsonSchema } from '../../contract/json-schema.ts'
import { fieldsOf, heedPrompt, listsOf, Naming, schemaInPrompt, wishOf } from '../../extract/extract.ts'
import type { ListWish, ObjectWish, WishedField, WishedList } from '../../extract/extract.ts'
import type { Assignment } from '../mind.ts'
import { fewIn } from './lists/list-order.ts'
import type { Order } from './lists/list-order.ts'
import { schemaOfWish } from './schema-of-wish.ts'
import { subjectOf } from './subject.ts'
import type { Subject } from './subject.ts'

/** A list that is collected over pages. */
export interface PlannedList {
  /** Where it stands in the data, and in what pages are asked for. */
  path: readonly string[]
  wish: ListWish
  /** What a record is to have; a list of plain values has none. */
  fields: readonly WishedField[]
  /** Lists that each record is to have itself. */
  inner: readonly WishedList[]
  naming: Naming
  most: number
  /** In what order the first of them are meant, where that is not the one in which they are listed. */
  order?: Order
}

/** What a task wants, read from its prompt and schema. */
export interface Plan {
  schema: JsonSchema
  wish: ObjectWish
  /** Single values outside of lists that are collected. */
  fields: readonly WishedField[]
  /** Lists that belong to the one thing asked about, such as its features. */
  ownLists: readonly WishedList[]
  lists: readonly PlannedList[]
  subject: Subject
  /** What any page is asked for: all that is wanted, and beside it what tells lists from pages about one thing. */
  reading: JsonSchema
  /** What the page of a single record is asked for; absent where nothing is listed. */
  recordReading: JsonSchema | undefined
  /** Where records stand that any page lists, when the task is about one thing. */
  othersPath: readonly string[] | undefined
  /** Where the names of what a page lists stand, when a list is wanted. */
  namesPath: readonly string[] | undefined
  prompt: string
}

/** Reads a task, its schema being that of an object; without anything that says what is wanted, the first page has to. */
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

/** The one record of a list that is wanted: the first by a field of it. */
export interface Picked {
  metric: string
  isDown: boolean
}

function planned(list: WishedList, prompt: string, picked: Picked | undefined): PlannedList {
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

/** Names that no schema is likely to have. */
const OTHERS = 'listed_records'
const NAMES = 'listed_names'

/** The schema with, beside it, the fields of one record, or the records among which the one thing may be. */
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

/** Records with the same single values, and a name to tell them by. */
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
