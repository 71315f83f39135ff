import { isObject, isSchema, referenced } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

/** What a schema asks for, without the ways in which schemas say it. */
export type Wish = ScalarWish | ObjectWish | ListWish

interface Said {
  /** Its title and description. */
  words: string
  /** Whether null is a value of it. */
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
  properties: readonly WishedProperty[]
  /** What properties of any other name hold, where the schema says so. */
  others: Wish | undefined
  /** Whether no other property may be there. */
  closed: boolean
}

export interface ListWish extends Said {
  kind: 'list'
  item: Wish
  most: number
}

/** A schema of more parts is read as far as this. */
const MOST_NODES = 5000
const DEEPEST = 24
/** A schema that contains itself is followed this often, so that a tree of two levels can be filled. */
const MOST_TURNS = 2

/** Resolves references, combinations and alternatives of a schema into the tree of what is wanted. */
export function wishOf(schema: JsonSchema): Wish {
  return new Reading(schema).wish(schema, 0)
}

interface Merged {
  types: Set<string>
  nullable: boolean
  title: string
  description: string
  format: string | undefined
  enum: readonly unknown[] | undefined
  properties: Map<string, JsonSchema[]>
  required: Set<string>
  others: JsonSchema | undefined
  closed: boolean
  items: JsonSchema | undefined
  most: number
}

class Reading {
  readonly #root: JsonSchema
  readonly #open = new Map<string, number>()
  #nodes = 0

  constructor(root: JsonSchema) {
    this.#root = root
  }

  wish(schema: JsonSchema, depth: number): Wish {
    const opened: string[] = []
    const merged = emptyMerge()
    this.#nodes++
    if (depth < DEEPEST && this.#nodes < MOST_NODES) this.#merge(schema, merged, opened, 0)
    const wish = this.#asWish(merged, depth)
    for (const reference of opened) this.#open.set(reference, this.#open.get(reference)! - 1)
    return wish
  }

  #merge(schema: JsonSchema, into: Merged, opened: string[], depth: number): void {
    if (typeof schema === 'boolean' || depth > DEEPEST) return
    this.#follow(schema['$ref'] ?? schema['$dynamicRef'] ?? schema['$recursiveRef'], into, opened, depth)
    for (const part of schemasIn(schema['allOf'])) this.#merge(part, into, opened, depth + 1)
    absorb(schema, into)
    for (const alternatives of [schemasIn(schema['anyOf']), schemasIn(schema['oneOf'])]) {
      this.#mergeAlternatives(alternatives, into, opened, depth)
    }
  }

  #follow(reference: unknown, into: Merged, opened: string[], depth: number): void {
    if (typeof reference !== 'string') return
    const turns = this.#open.get(reference) ?? 0
    const target = referenced(this.#root, reference)
    if (target === undefined || turns >= MOST_TURNS) return
    this.#open.set(reference, turns + 1)
    opened.push(reference)
    this.#merge(target, into, opened, depth + 1)
  }

  /** Of alternatives anything may be there; required is only what all of them require. */
  #mergeAlternatives(
    alternatives: readonly JsonSchema[],
    into: Merged,
    opened: string[],
    depth: number,
  ): void {
    const branches = alternatives.map((alternative) => {
      const branch = emptyMerge()
      this.#merge(alternative, branch, opened, depth + 1)
      return branch
    })
    const solid = branches.filter((branch) => !isOnlyNull(branch))
    if (solid.length < branches.length) into.nullable = true
    const [first] = solid
    if (first === undefined) return
    for (const name of first.required) {
      if (solid.every((branch) => branch.required.has(name))) into.required.add(name)
    }
    for (const branch of solid) unite(branch, into)
    into.enum ??= solid.every((branch) => branch.enum) ? solid.flatMap((branch) => branch.enum!) : undefined
  }

  #asWish(merged: Merged, depth: number): Wish {
    const said: Said = {
      words: [merged.title, merged.description].filter((text) => text !== '').join('. '),
      nullable: merged.nullable,
    }
    const kind = kindOf(merged)
    if (kind === 'list') {
      return { kind, ...said, item: this.wish(merged.items ?? true, depth + 1), most: merged.most }
    }
    if (kind === 'object') {
      const properties = [...merged.properties].map(([name, schemas]) => ({
        name,
        required: merged.required.has(name),
        wish: this.wish(schemas.length === 1 ? schemas[0]! : { allOf: schemas }, depth + 1),
      }))
      const others = merged.others === undefined ? undefined : this.wish(merged.others, depth + 1)
      return { kind, ...said, properties, others, closed: merged.closed }
    }
    return { kind, ...said, type: scalarType(merged), format: merged.format, enum: merged.enum }
  }
}

function emptyMerge(): Merged {
  return {
    types: new Set(),
    nullable: false,
    title: '',
    description: '',
    format: undefined,
    enum: undefined,
    properties: new Map(),
    required: new Set(),
    others: undefined,
    closed: false,
    items: undefined,
    most: Number.POSITIVE_INFINITY,
  }
}

/** Takes over what a schema says itself. */
function absorb(schema: Exclude<JsonSchema, boolean>, into: Merged): void {
  for (const type of typesIn(schema['type'])) {
    if (type === 'null') into.nullable = true
    else into.types.add(type)
  }
  if (schema['nullable'] === true) into.nullable = true
  if (typeof schema['title'] === 'string') into.title = schema['title'].slice(0, 300)
  if (typeof schema['description'] === 'string') into.description = schema['description'].slice(0, 1000)
  if (typeof schema['format'] === 'string') into.format = schema['format']
  const values = Array.isArray(schema['enum'])
    ? schema['enum']
    : 'const' in schema
      ? [schema['const']]
      : undefined
  if (values !== undefined) {
    if (values.includes(null)) into.nullable = true
    into.enum = values.filter((value) => value !== null).slice(0, 2000)
  }
  if (isObject(schema['properties'])) {
    for (const [name, property] of Object.entries(schema['properties'])) {
      if (isSchema(property))
        into.properties.set(name, [...(into.properties.get(name) ?? []), property].slice(-8))
    }
  }
  if (Array.isArray(schema['required'])) {
    for (const name of schema['required']) if (typeof name === 'string') into.required.add(name)
  }
  if (isObject(schema['additionalProperties'])) into.others = schema['additionalProperties']
  if (schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false)
    into.closed = true
  absorbItems(schema, into)
}

function absorbItems(schema: Exclude<JsonSchema, boolean>, into: Merged): void {
  const items = Array.isArray(schema['items']) ? schema['items'] : schema['prefixItems']
  if (isSchema(schema['items'])) into.items = schema['items']
  else if (Array.isArray(items) && isSchema(items[0])) into.items = items[0]
  if (typeof schema['maxItems'] === 'number') into.most = Math.min(into.most, schema['maxItems'])
}

function unite(branch: Merged, into: Merged): void {
  for (const type of branch.types) into.types.add(type)
  into.nullable ||= branch.nullable
  into.title ||= branch.title
  into.description ||= branch.description
  into.format ??= branch.format
  into.items ??= branch.items
  into.others ??= branch.others
  into.closed ||= branch.closed
  for (const [name, schemas] of branch.properties) {
    if (!into.properties.has(name)) into.properties.set(name, schemas)
  }
}

function kindOf(merged: Merged): Wish['kind'] {
  if (merged.properties.size > 0 && !merged.types.has('array')) return 'object'
  if (merged.items !== undefined && !merged.types.has('object')) return 'list'
  if (merged.types.has('array')) return 'list'
  return merged.types.has('object') ? 'object' : 'scalar'
}

/** The narrowest type that all values have; of several, text takes everything. */
function scalarType({ types, enum: values }: Merged): ScalarType {
  for (const type of ['string', 'number', 'integer', 'boolean'] as const) if (types.has(type)) return type
  const [first] = values ?? []
  if (values?.every((value) => typeof value === typeof first)) {
    if (typeof first === 'string' || typeof first === 'number' || typeof first === 'boolean')
      return typeof first as ScalarType
  }
  return 'any'
}

function isOnlyNull(branch: Merged): boolean {
  const isEmpty = branch.types.size === 0 && branch.properties.size === 0 && branch.items === undefined
  return isEmpty && branch.nullable && (branch.enum === undefined || branch.enum.length === 0)
}

function schemasIn(list: unknown): JsonSchema[] {
  return Array.isArray(list) ? list.filter(isSchema).slice(0, 100) : []
}

function typesIn(type: unknown): string[] {
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((one) => typeof one === 'string') : []
}
