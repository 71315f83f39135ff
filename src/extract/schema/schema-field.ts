import type { JsonSchema } from './json-schema.ts'
import { alternativesIn, propertiesIn, SchemaMerging } from './merged-schema.ts'
import type { Merged, ReferenceCounts } from './merged-schema.ts'
import { memoizePerObject } from '../../language/memoize.ts'
import { Naming } from './naming.ts'

export type SchemaField = ScalarField | ObjectField | ListField

interface SchemaFieldBase {
  /** Its title and description. */
  words: string
  nullable: boolean
}

type ScalarType = 'string' | 'number' | 'integer' | 'boolean' | 'any'

export interface ScalarField extends SchemaFieldBase {
  kind: 'scalar'
  type: ScalarType
  format: string | undefined
  enum: readonly unknown[] | undefined
}

interface ObjectProperty {
  name: string
  required: boolean
  schemaField: SchemaField
}

export interface ObjectField extends SchemaFieldBase {
  kind: 'object'
  /** Of an object that may be of several kinds, the properties of all of them. */
  properties: readonly ObjectProperty[]
  others: SchemaField | undefined
  /** The kinds of which it is to be one, each with all its properties; none where there is only one. */
  alternatives: readonly ObjectField[]
}

export interface ListField extends SchemaFieldBase {
  kind: 'list'
  item: SchemaField
  least: number
  most: number
}

/** A schema of more parts is read as far as this, what is nearest to its top first. */
const MOST_NODES = 2000
const DEEPEST = 40

/** What stands where a schema is not read any further: nothing is a value of it. */
const NO_FIELD: ScalarField = {
  kind: 'scalar',
  type: 'any',
  words: '',
  nullable: false,
  format: undefined,
  enum: [],
}

export function schemaFieldOf(schema: JsonSchema): SchemaField {
  return new SchemaReader(schema).read(schema)
}

interface ObjectContext {
  properties: Merged['properties']
  turns: ReferenceCounts
  depth: number
}

interface Unread {
  schemas: readonly JsonSchema[]
  turns: ReferenceCounts
  depth: number
  places: ((schemaField: SchemaField) => void)[]
}

class SchemaReader {
  readonly #merging: SchemaMerging
  readonly #unread: Unread[] = []

  constructor(root: JsonSchema) {
    this.#merging = new SchemaMerging(root)
  }

  read(schema: JsonSchema): SchemaField {
    let whole: SchemaField = NO_FIELD
    this.#later({
      schemas: [schema],
      turns: new Map(),
      depth: 0,
      places: [(schemaField) => (whole = schemaField)],
    })
    // The list grows while it is gone through.
    for (const unread of this.#unread) {
      const { merged, turns } = this.#merging.merge(unread.schemas, unread.turns)
      const schemaField = this.#asWish(merged, turns, unread.depth)
      for (const place of unread.places) place(schemaField)
    }
    return whole
  }

  #later(unread: Unread): void {
    if (this.#unread.length < MOST_NODES && unread.depth <= DEEPEST) this.#unread.push(unread)
  }

  #asWish(merged: Merged, turns: ReferenceCounts, depth: number): SchemaField {
    const said: SchemaFieldBase = {
      words: [merged.title, merged.description].filter((text) => text !== '').join('. '),
      nullable: merged.nullable,
    }
    const properties = propertiesIn(merged)
    const kind = kindOf(merged, properties.size)
    if (kind === 'list') {
      const { least, most } = merged
      const list: ListField = { kind, ...said, item: NO_FIELD, least, most }
      const schemas = [merged.items ?? true]
      this.#later({ schemas, turns, depth: depth + 1, places: [(item) => (list.item = item)] })
      return list
    }
    if (kind === 'object') return this.#asObject(merged, said, { properties, turns, depth: depth + 1 })
    return { kind, ...said, type: scalarType(merged), format: merged.format, enum: merged.enum }
  }

  #asObject(merged: Merged, said: SchemaFieldBase, { properties: all, ...at }: ObjectContext): ObjectField {
    const parts = new Map<string, Unread[]>()
    const begin = ({ properties, required, others }: Shape): ObjectField => {
      const wished: ObjectProperty[] = []
      const object: ObjectField = {
        kind: 'object',
        ...said,
        properties: wished,
        others: undefined,
        alternatives: [],
      }
      const order = new Map([...properties.keys()].map((name, nth) => [name, nth]))
      for (const [name, schemas] of properties) {
        const place = (schemaField: SchemaField) =>
          insert({ name, required: required.has(name), schemaField }, wished, order)
        this.#share(parts, name, { ...at, schemas, places: [place] })
      }
      if (others !== undefined)
        this.#share(parts, '', {
          ...at,
          schemas: [others],
          places: [(schemaField) => (object.others = schemaField)],
        })
      return object
    }
    const object = begin({ ...merged, properties: all })
    object.alternatives = alternativesIn(merged).map(begin)
    return object
  }

  /** Properties that kinds of an object have in common are read once. */
  #share(parts: Map<string, Unread[]>, name: string, unread: Unread): void {
    const known = parts.get(name) ?? []
    const same = known.find(({ schemas }) => isSame(schemas, unread.schemas))
    if (same) return void same.places.push(...unread.places)
    parts.set(name, [...known, unread])
    this.#later(unread)
  }
}

type Shape = Pick<Merged, 'properties' | 'required' | 'others'>

/** What is read later does not stand later. */
function insert(one: ObjectProperty, among: ObjectProperty[], order: ReadonlyMap<string, number>): void {
  const before = among.findLastIndex(({ name }) => order.get(name)! < order.get(one.name)!)
  among.splice(before + 1, 0, one)
}

function isSame(one: readonly JsonSchema[], other: readonly JsonSchema[]): boolean {
  return one.length === other.length && one.every((schema, index) => schema === other[index])
}

function kindOf({ types, items }: Merged, properties: number): SchemaField['kind'] {
  if (properties > 0 && !types.has('array')) return 'object'
  if (items !== undefined && !types.has('object')) return 'list'
  if (types.has('array')) return 'list'
  return types.has('object') ? 'object' : 'scalar'
}

function scalarType({ types, enum: values }: Merged): ScalarType {
  for (const type of ['string', 'number', 'integer', 'boolean'] as const) if (types.has(type)) return type
  const [first] = values ?? []
  if (values?.every((value) => typeof value === typeof first)) {
    if (typeof first === 'string' || typeof first === 'number' || typeof first === 'boolean')
      return typeof first as ScalarType
  }
  return 'any'
}

type Property = ObjectField['properties'][number]

/** What there is for a property: a value, nothing, or a value that it cannot have. */
type Filling = 'filled' | 'empty' | 'contradicted'

/** Of the kinds that an object may be of, the one that is filled best: complete before incomplete, then by how much. */
export function bestAlternative(
  schemaField: ObjectField,
  fillingOf: (property: Property) => Filling,
): ObjectField {
  let best = schemaField
  let most: Fit | undefined
  for (const alternative of schemaField.alternatives) {
    const fit = fitOf(alternative, fillingOf)
    if (!most || isBetter(fit, most)) [best, most] = [alternative, fit]
  }
  return best
}

/** The only value that a property can have, such as the word that tells one kind of object from the others. */
export function onlyPossibleValue({ required, schemaField }: Property): unknown {
  return required && schemaField.kind === 'scalar' && schemaField.enum?.length === 1
    ? schemaField.enum[0]
    : undefined
}

interface Fit {
  contradicted: number
  lacking: number
  filled: number
}

function fitOf({ properties }: ObjectField, fillingOf: (property: Property) => Filling): Fit {
  const fit: Fit = { contradicted: 0, lacking: 0, filled: 0 }
  for (const property of properties) {
    const filling = fillingOf(property)
    if (filling === 'filled') fit.filled++
    else if (filling === 'contradicted') fit.contradicted++
    else if (property.required && onlyPossibleValue(property) === undefined && !property.schemaField.nullable)
      fit.lacking++
  }
  return fit
}

function isBetter(one: Fit, other: Fit): boolean {
  if (one.contradicted !== other.contradicted) return one.contradicted < other.contradicted
  const [isComplete, wasComplete] = [one.lacking === 0, other.lacking === 0]
  // One that asks for nothing is always complete; it is better than nothing only.
  if (isComplete !== wasComplete && one.filled > 0 && other.filled > 0) return isComplete
  return one.filled === other.filled ? one.lacking < other.lacking : one.filled > other.filled
}

export interface FlatField {
  path: readonly string[]
  name: string
  words: string
  schemaField: ScalarField
  required: boolean
  naming: Naming
  kinds: readonly Kinds[]
}

interface Kinds {
  object: ObjectField
  which: ReadonlySet<ObjectField>
}

/** Whether two fields are never in the same object, so that both may be what the page has there. */
export function areExclusive(one: FlatField, other: FlatField): boolean {
  return one.kinds.some(({ object, which }) =>
    other.kinds.some((kinds) => kinds.object === object && ![...kinds.which].some((kind) => which.has(kind))),
  )
}

export interface FlatList {
  path: readonly string[]
  words: string
  schemaField: ListField
  required: boolean
}

/** The single values of an object, those of the objects in it too; around it are the names of what it stands in. */
export function fieldsOf(schemaField: ObjectField, around: readonly string[] = []): readonly FlatField[] {
  return fieldsIn(schemaField, { around, path: [], required: true, kinds: [] })
}

export const listsOf = memoizePerObject((schemaField: ObjectField): readonly FlatList[] =>
  listsIn(schemaField, [], true),
)

interface FlattenContext {
  around: readonly string[]
  path: readonly string[]
  required: boolean
  kinds: readonly Kinds[]
}

function fieldsIn(object: ObjectField, { around, path, required, kinds }: FlattenContext): FlatField[] {
  return object.properties.flatMap((property) => {
    const { name, schemaField } = property
    const way = { around, path: [...path, name], required: required && property.required, kinds }
    if (object.alternatives.length > 0) way.kinds = [...kinds, { object, which: kindsWith(name, object) }]
    if (schemaField.kind === 'object') return fieldsIn(schemaField, way)
    return schemaField.kind === 'list' ? [] : [toFlatField(way.path, schemaField, way)]
  })
}

function kindsWith(name: string, { alternatives }: ObjectField): Set<ObjectField> {
  return new Set(
    alternatives.filter(({ properties }) => properties.some((property) => property.name === name)),
  )
}

function listsIn(schemaField: ObjectField, path: readonly string[], isRequired: boolean): FlatList[] {
  return schemaField.properties.flatMap(({ name, required, schemaField: inner }) => {
    const own = [...path, name]
    if (inner.kind === 'object') return listsIn(inner, own, isRequired && required)
    if (inner.kind === 'scalar') return []
    return [{ path: own, words: inner.words, schemaField: inner, required: isRequired && required }]
  })
}

export function toFlatField(
  path: readonly string[],
  schemaField: ScalarField,
  { around, required, kinds = [] }: Pick<FlattenContext, 'around' | 'required'> & Partial<FlattenContext>,
): FlatField {
  const name = path.at(-1) ?? ''
  const holder = path.at(-2)
  const isGeneric = holder !== undefined && GENERIC.test(name)
  const called = isGeneric ? (STANDS_FOR_ALL.test(name) ? holder : `${holder} ${name}`) : name
  const parents = isGeneric ? around : [...around, ...path.slice(0, -1)]
  const words =
    isGeneric && STANDS_FOR_ALL.test(name) ? `${holder} ${name}. ${schemaField.words}` : schemaField.words
  return {
    path,
    name,
    words: schemaField.words,
    schemaField,
    required,
    naming: new Naming({ name: called, words, parents }),
    kinds,
  }
}

/** Names that say nothing without that of the object they are in. */
const GENERIC =
  /^(?:name|title|value|amount|type|kind|id|url|link|text|label|description|image|number|count|date|code|status)$/i
/** Those of them that are what the object is about: the name of the author is the author. */
const STANDS_FOR_ALL = /^(?:name|title|value|amount|text|label)$/i
