import { Naming } from './naming.ts'
import type { ListWish, ObjectWish, ScalarWish } from './wish.ts'

/** A single value that is wished for, wherever in an object it is to stand. */
export interface WishedField {
  /** The names of the properties that lead to it. */
  path: readonly string[]
  name: string
  words: string
  wish: ScalarWish
  required: boolean
  naming: Naming
  /** Of objects on the way to it that may be of several kinds, those kinds that have it. */
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

/** A list that is wished for. */
export interface WishedList {
  path: readonly string[]
  words: string
  wish: ListWish
  required: boolean
}

/** What is wanted of each record of a list is asked for again and again. */
const remembered = new WeakMap<ObjectWish, { around: string; fields: WishedField[]; lists: WishedList[] }>()

/** The single values of an object, those of the objects in it too; around it are the names of what it stands in. */
export function fieldsOf(wish: ObjectWish, around: readonly string[] = []): readonly WishedField[] {
  return partsOf(wish, around).fields
}

/** The lists of an object, those of the objects in it too. */
export function listsOf(wish: ObjectWish, around: readonly string[] = []): readonly WishedList[] {
  return partsOf(wish, around).lists
}

function partsOf(
  wish: ObjectWish,
  around: readonly string[],
): { fields: WishedField[]; lists: WishedList[] } {
  const place = JSON.stringify(around)
  const known = remembered.get(wish)
  if (known?.around === place) return known
  const parts = {
    around: place,
    fields: fieldsIn(wish, { around, path: [], required: true, kinds: [] }),
    lists: listsIn(wish, [], true),
  }
  remembered.set(wish, parts)
  return parts
}

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
