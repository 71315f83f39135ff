import {
  fieldsOf,
  heedPrompt,
  isIdle,
  listsOf,
  Naming,
  schemaInPrompt,
  STOP_WORDS,
  wishOf,
} from '../../extract/extract.ts'
import type { ListWish, ObjectWish, WishedField, WishedList, Wish } from '../../extract/extract.ts'
import type { JsonSchema } from '../../contract/json-schema.ts'
import type { Assignment } from '../mind.ts'
import { schemaOfWish } from './schema-of-wish.ts'
import { subjectOf } from './subject.ts'
import type { Subject } from './subject.ts'
import { wordsOf } from './words.ts'

/** A list that is collected over pages. */
export interface PlannedList {
  /** Where it stands in the data, and in what pages are asked for. */
  path: readonly string[]
  readPath: readonly string[]
  wish: ListWish
  /** What a record is to have; a list of plain values has none. */
  fields: readonly WishedField[]
  /** Lists that each record is to have itself. */
  inner: readonly WishedList[]
  naming: Naming
  most: number
}

/** What a task wants, read from its prompt and schema. */
export interface Plan {
  schema: JsonSchema
  wish: Wish
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
  /** The words that tell what is wanted, of the request and the names in the schema. */
  keywords: readonly string[]
}

/** Reads a task; without anything that says what is wanted, the first page has to. */
export function planOf({ prompt, schema: given }: Pick<Assignment, 'prompt' | 'schema'>): Plan | undefined {
  const schema = (given ?? schemaInPrompt(prompt)) as JsonSchema | undefined
  if (schema === undefined) return undefined
  const wish = heedPrompt(wishOf(schema), prompt)
  const fields = wish.kind === 'object' ? fieldsOf(wish) : []
  const wished = wishedLists(wish)
  const isOneThing = fields.length > 0
  const collected = wished.filter(({ wish: { item } }) => item.kind === 'object' || !isOneThing)
  const lists = collected.map((list) => planned(list, wish, prompt))
  const namings = [
    ...fields.map(({ naming }) => naming),
    ...lists.flatMap((list) => [list.naming, ...list.fields.map(({ naming }) => naming)]),
  ]
  const names = [
    ...fields.flatMap(({ path }) => path),
    ...wished.flatMap(({ path }) => path),
    ...lists.flatMap(({ readPath, fields: own }) => [readPath.at(-1)!, ...own.map(({ name }) => name)]),
  ]
  const main = lists[0]
  return {
    schema,
    wish,
    fields,
    ownLists: wished.filter((list) => !collected.includes(list)),
    lists,
    subject: subjectOf(prompt, namings, names),
    reading: readingOf(schema, wish, { fields, main }),
    recordReading: main && main.wish.item.kind === 'object' ? schemaOfWish(main.wish.item) : undefined,
    othersPath: isOneThing && lists.length === 0 ? [OTHERS] : undefined,
    namesPath: main ? [NAMES] : undefined,
    prompt,
    keywords: keywordsOf(prompt, names),
  }
}

const MOST_KEYWORDS = 40

function keywordsOf(prompt: string, names: readonly string[]): string[] {
  const parted = names.map((name) => name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).join(' ')
  const written = prompt.slice(0, 1500).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const asked = written.filter((word) => !isIdle(word) && !STOP_WORDS.en.has(word.toLowerCase()))
  const words = [...wordsOf(parted), ...asked.flatMap(wordsOf)].filter(
    (word) => word.length > 3 && !COMMON.has(word),
  )
  return [...new Set(words)].slice(0, MOST_KEYWORDS)
}

/** Names of fields that any page may have something for. */
const COMMON: ReadonlySet<string> = new Set(
  'name title date type value number year list current please give leave field empty page item with each all from this that what which'.split(
    ' ',
  ),
)

function wishedLists(wish: Wish): readonly WishedList[] {
  if (wish.kind === 'object') return listsOf(wish)
  return wish.kind === 'list' ? [{ path: [], words: wish.words, wish, required: true }] : []
}

function planned(list: WishedList, root: Wish, prompt: string): PlannedList {
  const name = list.path.at(-1) ?? listedIn(prompt)
  const { item } = list.wish
  const around = [name]
  return {
    path: list.path,
    readPath: root.kind === 'list' ? [name] : list.path,
    wish: list.wish,
    fields: item.kind === 'object' ? fieldsOf(item, around) : [],
    inner: item.kind === 'object' ? listsOf(item, around) : [],
    naming: new Naming({ name, words: list.words }),
    most: Math.min(list.wish.most, mostIn(prompt)),
  }
}

const NUMERALS: Record<string, number> = Object.fromEntries(
  [
    'one two three four five six seven eight nine ten eleven twelve',
    'eins zwei drei vier fünf sechs sieben acht neun zehn',
    'un deux trois quatre cinq six sept huit neuf dix',
    'uno dos tres cuatro cinco seis siete ocho nueve diez',
  ].flatMap((list) => list.split(' ').map((word, at) => [word, at + 1])),
)
const COUNT = String.raw`(\d{1,4}|${Object.keys(NUMERALS).join('|')})`
const RANKED = String.raw`(?:first|top|newest|latest|last|most recent|cheapest|ersten|neuesten|letzten|premiers|premières|derniers|dernières|plus récents|primeros|primeras|últimos|últimas|primi|prime)`
const FEW = [
  new RegExp(
    String.raw`(?<!\p{L})${RANKED}\s+${COUNT}(?![\p{L}\d%])(?!\s*(?:\p{Sc}|days|weeks|months|years|tage|jahre|jours|ans))`,
    'iu',
  ),
  new RegExp(String.raw`(?<![\p{L}\d])${COUNT}\s+${RANKED}(?!\p{L})`, 'iu'),
]

/** How many are asked for where not all are. */
function mostIn(prompt: string): number {
  const text = prompt.slice(0, 4000)
  const said = FEW.map((pattern) => pattern.exec(text)?.[1]).find((count) => count !== undefined)
  if (said === undefined) return Number.POSITIVE_INFINITY
  const most = NUMERALS[said.toLowerCase()] ?? Number(said)
  return most > 0 ? most : Number.POSITIVE_INFINITY
}

/** What a list without a name holds, by the request. */
function listedIn(prompt: string): string {
  const found =
    /(?<!\p{L})(?:all|every|each|list|alle|tous|toutes|todos|todas)\s+(?:of\s+)?(?:the\s|les\s|los\s|las\s|die\s)?(\p{L}{3,30})/iu.exec(
      prompt.slice(0, 4000),
    )
  return found?.[1]?.toLowerCase() ?? 'records'
}

/** Names that no schema is likely to have. */
const OTHERS = 'listed_records'
const NAMES = 'listed_names'

/** The schema with, beside it, the fields of one record, or the records among which the one thing may be. */
function readingOf(
  schema: JsonSchema,
  wish: Wish,
  { fields, main }: { fields: readonly WishedField[]; main: PlannedList | undefined },
): JsonSchema {
  if (wish.kind === 'scalar') return schema
  const { additionalProperties, ...open } = schema
  const root =
    wish.kind === 'list'
      ? { type: 'object', ...definitionsOf(schema), properties: { [main!.readPath[0]!]: schema } }
      : open
  const kept = additionalProperties === false ? {} : { additionalProperties }
  const own = (root as { properties?: Record<string, unknown> }).properties ?? {}
  const added = main
    ? { ...(fields.length > 0 ? {} : recordProperties(main)), [NAMES]: namesList(main) }
    : { [OTHERS]: othersList(wish as ObjectWish) }
  return {
    ...root,
    ...(wish.kind === 'object' && additionalProperties !== undefined && kept),
    properties: { ...added, ...own },
  }
}

function definitionsOf({ $defs, definitions }: JsonSchema): object {
  return { ...($defs !== undefined && { $defs }), ...(definitions !== undefined && { definitions }) }
}

function recordProperties({ wish: { item } }: PlannedList): object {
  return item.kind === 'object' ? (schemaOfWish(item)['properties'] as object) : {}
}

/** A list with hardly anything of what is wanted is one still, when it leads to pages that have it. */
function namesList({ readPath, wish: { words } }: PlannedList): JsonSchema {
  const called = [readPath.at(-1)!.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'), words].filter(
    (text) => text !== '',
  )
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
