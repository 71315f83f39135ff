import type { JsonSchema } from '../../contract/json-schema.ts'
import {
  fieldsOf,
  applyPrompt,
  listsOf,
  Naming,
  schemaInPrompt,
  schemaFieldOf,
} from '../../extract/extract.ts'
import type { ObjectField, FlatField, FlatList, SchemaField } from '../../extract/extract.ts'
import type { Assignment } from '../agent-strategy.ts'
import { listLimitIn } from './lists/list-order.ts'
import { subjectOf } from './subject.ts'
import type { Subject } from './subject.ts'

export type PlannedList = ReturnType<typeof planList>

export interface Plan {
  schema: JsonSchema
  rootField: ObjectField
  fields: readonly FlatField[]
  ownLists: readonly FlatList[]
  lists: readonly PlannedList[]
  subject: Subject
  /** What any page is asked for: all that is wanted, and beside it what tells lists from pages about one thing. */
  pageSchema: JsonSchema
  recordSchema: JsonSchema | undefined
  listedRecordsPath: readonly string[] | undefined
  listedNamesPath: readonly string[] | undefined
  prompt: string
}

export function planOf({
  prompt,
  schema: given,
  sortMetric,
}: Pick<Assignment, 'prompt' | 'schema'> & { sortMetric?: SortMetric | undefined }): Plan | undefined {
  const schema = (given ?? schemaInPrompt(prompt)) as JsonSchema | undefined
  if (schema === undefined) return undefined
  const rootField = applyPrompt(schemaFieldOf(schema), prompt)
  if (rootField.kind !== 'object') return undefined
  const fields = fieldsOf(rootField)
  const schemaLists = listsOf(rootField)
  const isEntity = fields.length > 0
  const recordLists = schemaLists.filter(({ schemaField: { item } }) => item.kind === 'object' || !isEntity)
  const lists = recordLists.map((list) => planList(list, prompt, sortMetric))
  const namings = [
    ...fields.map(({ naming }) => naming),
    ...lists.flatMap((list) => [list.naming, ...list.fields.map(({ naming }) => naming)]),
  ]
  const names = [
    ...fields.flatMap(({ path }) => path),
    ...schemaLists.flatMap(({ path }) => path),
    ...lists.flatMap(({ path, fields: own }) => [path.at(-1)!, ...own.map(({ name }) => name)]),
  ]
  const main = lists[0]
  return {
    schema,
    rootField,
    fields,
    ownLists: schemaLists.filter((list) => !recordLists.includes(list)),
    lists,
    // Names that were made from the request itself have all its words.
    subject: subjectOf(prompt, namings, given ? names : []),
    pageSchema: pageSchemaOf(schema, rootField, { fields, main }),
    recordSchema:
      main && main.listField.item.kind === 'object' ? schemaOfField(main.listField.item) : undefined,
    listedRecordsPath: isEntity && lists.length === 0 ? [LISTED_RECORDS] : undefined,
    listedNamesPath: main ? [LISTED_NAMES] : undefined,
    prompt,
  }
}

export interface SortMetric {
  metric: string
  isDown: boolean
}

function planList(list: FlatList, prompt: string, sortMetric: SortMetric | undefined) {
  const name = list.path.at(-1)!
  const { item } = list.schemaField
  const around = [name]
  const fields = item.kind === 'object' ? fieldsOf(item, around) : []
  const ranked = sortMetric && fields.find(({ path }) => path.length === 1 && path[0] === sortMetric.metric)
  const { most, order } = ranked
    ? { most: 1, order: { field: ranked, isDown: sortMetric.isDown, isPick: true } }
    : listLimitIn(prompt, fields)
  return {
    path: list.path,
    listField: list.schemaField,
    fields,
    inner: item.kind === 'object' ? listsOf(item) : [],
    naming: new Naming({ name, words: list.words }),
    most: Math.min(list.schemaField.most, most),
    ...(order && { order }),
  }
}

const LISTED_RECORDS = 'listed_records'
const LISTED_NAMES = 'listed_names'

function pageSchemaOf(
  schema: JsonSchema,
  wish: ObjectField,
  { fields, main }: { fields: readonly FlatField[]; main: PlannedList | undefined },
): JsonSchema {
  const { additionalProperties, ...open } = schema
  const own = (schema as { properties?: Record<string, unknown> }).properties ?? {}
  const added = main
    ? { ...(fields.length > 0 ? {} : recordProperties(main)), [LISTED_NAMES]: listedNamesSchema(main) }
    : { [LISTED_RECORDS]: listedRecordsSchema(wish) }
  return {
    ...open,
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
    properties: { ...added, ...own },
  }
}

function recordProperties({ listField: { item } }: PlannedList): object {
  return item.kind === 'object' ? (schemaOfField(item)['properties'] as object) : {}
}

/** A list with hardly anything of what is wanted is one still, when it leads to pages that have it. */
function listedNamesSchema({ path, listField: { words } }: PlannedList): JsonSchema {
  const called = [path.at(-1)!.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'), words].filter((text) => text !== '')
  return {
    type: 'array',
    description: called.join('. '),
    items: { type: 'object', properties: { name: { type: 'string' } } },
  }
}

function listedRecordsSchema(wish: ObjectField): JsonSchema {
  const { properties } = schemaOfField({
    ...wish,
    properties: wish.properties.filter((property) => property.schemaField.kind === 'scalar'),
  }) as { properties: object }
  const isNamed = wish.properties.some(
    ({ name, schemaField: { kind } }) => kind === 'scalar' && new Naming({ name }).isTitle(),
  )
  return {
    type: 'array',
    items: { type: 'object', properties: { ...(!isNamed && { name: { type: 'string' } }), ...properties } },
  }
}

export function titleKeysOf(fields: readonly FlatField[]): string[] {
  return fields.filter(({ naming }) => naming.isTitle()).map(({ path }) => JSON.stringify(path))
}

const DEEPEST = 6

export function schemaOfField(field: SchemaField, depth = 0): JsonSchema {
  const description = field.words === '' ? {} : { description: field.words }
  if (depth > DEEPEST) return {}
  if (field.kind === 'list')
    return { type: 'array', ...description, items: schemaOfField(field.item, depth + 1) }
  if (field.kind === 'object') {
    const properties = field.properties.map(({ name, schemaField: inner }) => [
      name,
      schemaOfField(inner, depth + 1),
    ])
    return { type: 'object', ...description, properties: Object.fromEntries(properties) }
  }
  return {
    ...(field.type !== 'any' && { type: field.type }),
    ...description,
    ...(field.format !== undefined && { format: field.format }),
    ...(field.enum !== undefined && { enum: [...field.enum] }),
  }
}
