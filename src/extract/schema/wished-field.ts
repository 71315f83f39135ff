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
}

/** A list that is wished for. */
export interface WishedList {
  path: readonly string[]
  words: string
  wish: ListWish
  required: boolean
}

/** The single values of an object, those of the objects in it too; around it are the names of what it stands in. */
export function fieldsOf(
  wish: ObjectWish,
  around: readonly string[] = [],
  path: readonly string[] = [],
  isRequired = true,
): WishedField[] {
  return wish.properties.flatMap(({ name, required, wish: inner }) => {
    const own = [...path, name]
    if (inner.kind === 'object') return fieldsOf(inner, around, own, isRequired && required)
    if (inner.kind === 'list') return []
    return [asField(own, inner, { around, required: isRequired && required })]
  })
}

/** The lists of an object, those of the objects in it too. */
export function listsOf(wish: ObjectWish, path: readonly string[] = [], isRequired = true): WishedList[] {
  return wish.properties.flatMap(({ name, required, wish: inner }) => {
    const own = [...path, name]
    if (inner.kind === 'object') return listsOf(inner, own, isRequired && required)
    if (inner.kind === 'scalar') return []
    return [{ path: own, words: inner.words, wish: inner, required: isRequired && required }]
  })
}

export function asField(
  path: readonly string[],
  wish: ScalarWish,
  { around, required }: { around: readonly string[]; required: boolean },
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
  }
}

/** Names that say nothing without that of the object they are in. */
const GENERIC =
  /^(?:name|title|value|amount|type|kind|id|url|link|text|label|description|image|number|count|date|code|status)$/i
/** Those of them that are what the object is about: the name of the author is the author. */
const STANDS_FOR_ALL = /^(?:name|title|value|amount|text|label)$/i
