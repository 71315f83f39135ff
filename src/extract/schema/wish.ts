import type { JsonSchema } from './json-schema.ts'
import { alternativesIn, propertiesIn, SchemaMerging } from './merged-schema.ts'
import type { Merged, Turns } from './merged-schema.ts'
import { oncePer } from '../../language/once.ts'
import { Naming } from './naming.ts'

export type Wish = ScalarWish | ObjectWish | ListWish

interface Said {
  /** Its title and description. */
  words: string
  nullable: boolean
}

type ScalarType = 'string' | 'number' | 'integer' | 'boolean' | 'any'

export interface ScalarWish extends Said {
  kind: 'scalar'
  type: ScalarType
  format: string | undefined
  enum: readonly unknown[] | undefined
}

interface WishedProperty {
  name: string
  required: boolean
  wish: Wish
}

export interface ObjectWish extends Said {
  kind: 'object'
  /** Of an object that may be of several kinds, the properties of all of them. */
  properties: readonly WishedProperty[]
  others: Wish | undefined
  /** The kinds of which it is to be one, each with all its properties; none where there is only one. */
  alternatives: readonly ObjectWish[]
}

export interface ListWish extends Said {
  kind: 'list'
  item: Wish
  least: number
  most: number
}

/** A schema of more parts is read as far as this, what is nearest to its top first. */
const MOST_NODES = 2000
const DEEPEST = 40

/** What stands where a schema is not read any further: nothing is a value of it. */
const NOTHING: ScalarWish = {
  kind: 'scalar',
  type: 'any',
  words: '',
  nullable: false,
  format: undefined,
  enum: [],
}

export function wishOf(schema: JsonSchema): Wish {
  return new Reading(schema).read(schema)
}

interface Inside {
  properties: Merged['properties']
  turns: Turns
  depth: number
}

interface Unread {
  schemas: readonly JsonSchema[]
  turns: Turns
  depth: number
  places: ((wish: Wish) => void)[]
}

class Reading {
  readonly #merging: SchemaMerging
  readonly #unread: Unread[] = []

  constructor(root: JsonSchema) {
    this.#merging = new SchemaMerging(root)
  }

  read(schema: JsonSchema): Wish {
    let whole: Wish = NOTHING
    this.#later({ schemas: [schema], turns: new Map(), depth: 0, places: [(wish) => (whole = wish)] })
    // The list grows while it is gone through.
    for (const unread of this.#unread) {
      const { merged, turns } = this.#merging.merge(unread.schemas, unread.turns)
      const wish = this.#asWish(merged, turns, unread.depth)
      for (const place of unread.places) place(wish)
    }
    return whole
  }

  #later(unread: Unread): void {
    if (this.#unread.length < MOST_NODES && unread.depth <= DEEPEST) this.#unread.push(unread)
  }

  #asWish(merged: Merged, turns: Turns, depth: number): Wish {
    const said: Said = {
      words: [merged.title, merged.description].filter((text) => text !== '').join('. '),
      nullable: merged.nullable,
    }
    const properties = propertiesIn(merged)
    const kind = kindOf(merged, properties.size)
    if (kind === 'list') {
      const { least, most } = merged
      const list: ListWish = { kind, ...said, item: NOTHING, least, most }
      const schemas = [merged.items ?? true]
      this.#later({ schemas, turns, depth: depth + 1, places: [(item) => (list.item = item)] })
      return list
    }
    if (kind === 'object') return this.#asObject(merged, said, { properties, turns, depth: depth + 1 })
    return { kind, ...said, type: scalarType(merged), format: merged.format, enum: merged.enum }
  }

  #asObject(merged: Merged, said: Said, { properties: all, ...at }: Inside): ObjectWish {
    const parts = new Map<string, Unread[]>()
    const begin = ({ properties, required, others }: Shape): ObjectWish => {
      const wished: WishedProperty[] = []
      const object: ObjectWish = {
        kind: 'object',
        ...said,
        properties: wished,
        others: undefined,
        alternatives: [],
      }
      const order = new Map([...properties.keys()].map((name, nth) => [name, nth]))
      for (const [name, schemas] of properties) {
        const place = (wish: Wish) => insert({ name, required: required.has(name), wish }, wished, order)
        this.#share(parts, name, { ...at, schemas, places: [place] })
      }
      if (others !== undefined)
        this.#share(parts, '', { ...at, schemas: [others], places: [(wish) => (object.others = wish)] })
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
function insert(one: WishedProperty, among: WishedProperty[], order: ReadonlyMap<string, number>): void {
  const before = among.findLastIndex(({ name }) => order.get(name)! < order.get(one.name)!)
  among.splice(before + 1, 0, one)
}

function isSame(one: readonly JsonSchema[], other: readonly JsonSchema[]): boolean {
  return one.length === other.length && one.every((schema, index) => schema === other[index])
}

function kindOf({ types, items }: Merged, properties: number): Wish['kind'] {
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

type Property = ObjectWish['properties'][number]

/** What there is for a property: a value, nothing, or a value that it cannot have. */
type Filling = 'filled' | 'empty' | 'contradicted'

/** Of the kinds that an object may be of, the one that is filled best: complete before incomplete, then by how much. */
export function bestAlternative(wish: ObjectWish, fillingOf: (property: Property) => Filling): ObjectWish {
  let best = wish
  let most: Fit | undefined
  for (const alternative of wish.alternatives) {
    const fit = fitOf(alternative, fillingOf)
    if (!most || isBetter(fit, most)) [best, most] = [alternative, fit]
  }
  return best
}

/** The only value that a property can have, such as the word that tells one kind of object from the others. */
export function onlyValue({ required, wish }: Property): unknown {
  return required && wish.kind === 'scalar' && wish.enum?.length === 1 ? wish.enum[0] : undefined
}

interface Fit {
  contradicted: number
  lacking: number
  filled: number
}

function fitOf({ properties }: ObjectWish, fillingOf: (property: Property) => Filling): Fit {
  const fit: Fit = { contradicted: 0, lacking: 0, filled: 0 }
  for (const property of properties) {
    const filling = fillingOf(property)
    if (filling === 'filled') fit.filled++
    else if (filling === 'contradicted') fit.contradicted++
    else if (property.required && onlyValue(property) === undefined && !property.wish.nullable) fit.lacking++
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

export interface WishedField {
  path: readonly string[]
  name: string
  words: string
  wish: ScalarWish
  required: boolean
  naming: Naming
  kinds: readonly Kinds[]
}

interface Kinds {
  object: ObjectWish
  which: ReadonlySet<ObjectWish>
}

/** Whether two fields are never in the same object, so that both may be what the page has there. */
export function areExclusive(one: WishedField, other: WishedField): boolean {
  return one.kinds.some(({ object, which }) =>
    other.kinds.some((kinds) => kinds.object === object && ![...kinds.which].some((kind) => which.has(kind))),
  )
}

export interface WishedList {
  path: readonly string[]
  words: string
  wish: ListWish
  required: boolean
}

/** The single values of an object, those of the objects in it too; around it are the names of what it stands in. */
export function fieldsOf(wish: ObjectWish, around: readonly string[] = []): readonly WishedField[] {
  return fieldsIn(wish, { around, path: [], required: true, kinds: [] })
}

export const listsOf = oncePer((wish: ObjectWish): readonly WishedList[] => listsIn(wish, [], true))

interface Way {
  around: readonly string[]
  path: readonly string[]
  required: boolean
  kinds: readonly Kinds[]
}

function fieldsIn(object: ObjectWish, { around, path, required, kinds }: Way): WishedField[] {
  return object.properties.flatMap((property) => {
    const { name, wish } = property
    const way = { around, path: [...path, name], required: required && property.required, kinds }
    if (object.alternatives.length > 0) way.kinds = [...kinds, { object, which: kindsWith(name, object) }]
    if (wish.kind === 'object') return fieldsIn(wish, way)
    return wish.kind === 'list' ? [] : [asField(way.path, wish, way)]
  })
}

function kindsWith(name: string, { alternatives }: ObjectWish): Set<ObjectWish> {
  return new Set(
    alternatives.filter(({ properties }) => properties.some((property) => property.name === name)),
  )
}

function listsIn(wish: ObjectWish, path: readonly string[], isRequired: boolean): WishedList[] {
  return wish.properties.flatMap(({ name, required, wish: inner }) => {
    const own = [...path, name]
    if (inner.kind === 'object') return listsIn(inner, own, isRequired && required)
    if (inner.kind === 'scalar') return []
    return [{ path: own, words: inner.words, wish: inner, required: isRequired && required }]
  })
}

export function asField(
  path: readonly string[],
  wish: ScalarWish,
  { around, required, kinds = [] }: Pick<Way, 'around' | 'required'> & Partial<Way>,
): WishedField {
  const name = path.at(-1) ?? ''
  const holder = path.at(-2)
  const isGeneric = holder !== undefined && GENERIC.test(name)
  const called = isGeneric ? (STANDS_FOR_ALL.test(name) ? holder : `${holder} ${name}`) : name
  const parents = isGeneric ? around : [...around, ...path.slice(0, -1)]
  const words = isGeneric && STANDS_FOR_ALL.test(name) ? `${holder} ${name}. ${wish.words}` : wish.words
  return {
    path,
    name,
    words: wish.words,
    wish,
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
