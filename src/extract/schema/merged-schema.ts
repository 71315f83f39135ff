import { isObject, isSchema, resolveReference } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

export interface Merged {
  types: Set<string>
  nullable: boolean
  title: string
  description: string
  format: string | undefined
  enum: readonly unknown[] | undefined
  /** What must hold of each property at once; not what only an alternative says about it. */
  properties: Map<string, JsonSchema[]>
  required: Set<string>
  others: JsonSchema | undefined
  items: JsonSchema | undefined
  least: number
  most: number
  choices: Merged[][]
}

/** How often each reference has been followed on the way to a part of a schema. */
export type ReferenceCounts = ReadonlyMap<string, number>

/** A schema that contains itself is followed this often, so that a tree of two levels can be filled. */
const MOST_REFERENCES = 2
const DEEPEST = 200
/** Schemas and properties that are looked at for one wish, however often they are referred to. */
const MOST_STEPS = 50_000
const MOST_ALTERNATIVES = 32

interface MergeContext {
  turns: Map<string, number>
  /** And how often those were that have been, which hold for all that is inside. */
  most: Map<string, number>
}

export class SchemaMerging {
  readonly #root: JsonSchema
  readonly #targets = new Map<string, JsonSchema | undefined>()
  #steps = 0

  constructor(root: JsonSchema) {
    this.#root = root
  }

  merge(schemas: readonly JsonSchema[], before: ReferenceCounts): { merged: Merged; turns: ReferenceCounts } {
    const merged = emptyMerge()
    const way = { turns: new Map(before), most: new Map(before) }
    for (const schema of schemas) this.#take(schema, merged, way, 0)
    return { merged, turns: way.most }
  }

  #take(schema: JsonSchema, into: Merged, way: MergeContext, depth: number): void {
    if (typeof schema === 'boolean' || depth > DEEPEST || this.#steps > MOST_STEPS) return
    this.#steps++
    this.#follow(schema['$ref'] ?? schema['$dynamicRef'] ?? schema['$recursiveRef'], into, way, depth)
    for (const part of schemasIn(schema['allOf'])) this.#take(part, into, way, depth + 1)
    this.#steps += absorb(schema, into)
    for (const alternatives of [schemasIn(schema['anyOf']), schemasIn(schema['oneOf'])]) {
      const branches = alternatives.map((alternative) => {
        const branch = emptyMerge()
        this.#take(alternative, branch, way, depth + 1)
        return branch
      })
      choose(branches, into)
    }
  }

  #follow(reference: unknown, into: Merged, way: MergeContext, depth: number): void {
    if (typeof reference !== 'string') return
    const taken = way.turns.get(reference) ?? 0
    const target = this.#target(reference)
    if (target === undefined || taken >= MOST_REFERENCES) return
    way.turns.set(reference, taken + 1)
    way.most.set(reference, Math.max(taken + 1, way.most.get(reference) ?? 0))
    this.#take(target, into, way, depth + 1)
    way.turns.set(reference, taken)
  }

  #target(reference: string): JsonSchema | undefined {
    if (!this.#targets.has(reference)) this.#targets.set(reference, resolveReference(this.#root, reference))
    return this.#targets.get(reference)
  }
}

/** The properties of an object of whichever kind. One that kinds disagree about may be what any of them says. */
export function propertiesIn({ properties, choices }: Merged): Map<string, JsonSchema[]> {
  const all = new Map(properties)
  for (const branches of choices) {
    const inBranches = branches.map(propertiesIn)
    for (const name of new Set(inBranches.flatMap((one) => [...one.keys()]))) {
      const said = inBranches.flatMap((one) => (one.has(name) ? [one.get(name)!] : []))
      const own = all.get(name)
      if (own && said.length < branches.length) continue
      all.set(name, [...(own ?? []), ...oneOf(said)])
    }
  }
  return all
}

/** The kinds of which an object is to be one, as far as they say something about objects; none when there is only one. */
export function alternativesIn(merged: Merged): Merged[] {
  const ways = alternativesOf(merged)
  return ways.length > 1 ? ways : []
}

function alternativesOf(merged: Merged): Merged[] {
  let ways = [merged]
  for (const branches of merged.choices) {
    const objects = branches
      .flatMap(alternativesOf)
      .filter(({ properties, required, types }) => properties.size + required.size > 0 || types.has('object'))
    if (objects.length === 0) continue
    ways = ways
      .flatMap((way) => objects.slice(0, MOST_ALTERNATIVES).map((object) => joined(way, object)))
      .slice(0, MOST_ALTERNATIVES)
  }
  return ways
}

function joined(one: Merged, other: Merged): Merged {
  const properties = new Map(one.properties)
  for (const [name, schemas] of other.properties)
    properties.set(name, [...(properties.get(name) ?? []), ...schemas])
  return {
    ...one,
    properties,
    required: new Set([...one.required, ...other.required]),
    others: one.others ?? other.others,
  }
}

function oneOf(lists: readonly JsonSchema[][]): JsonSchema[] {
  const different = [...new Set(lists.map((list) => (list.length === 1 ? list[0]! : { allOf: list })))]
  return different.length === 1 ? different : [{ anyOf: different }]
}

function choose(branches: readonly Merged[], into: Merged): void {
  const solid = branches.filter((branch) => !isOnlyNull(branch))
  if (solid.length < branches.length) into.nullable = true
  const [first] = solid
  if (first === undefined) return
  for (const name of first.required) {
    if (solid.every((branch) => branch.required.has(name))) into.required.add(name)
  }
  into.choices.push(solid)
  for (const branch of solid) unite(branch, into)
  into.enum ??= solid.every((branch) => branch.enum) ? solid.flatMap((branch) => branch.enum!) : undefined
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
    items: undefined,
    least: 0,
    most: Number.POSITIVE_INFINITY,
    choices: [],
  }
}

function absorb(schema: Exclude<JsonSchema, boolean>, into: Merged): number {
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
  absorbItems(schema, into)
  return absorbProperties(schema, into)
}

function absorbProperties(schema: Exclude<JsonSchema, boolean>, into: Merged): number {
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : []
  for (const [name, property] of properties) {
    if (isSchema(property))
      into.properties.set(name, [...(into.properties.get(name) ?? []), property].slice(-8))
  }
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  for (const name of required) if (typeof name === 'string') into.required.add(name)
  if (isObject(schema['additionalProperties'])) into.others = schema['additionalProperties']
  return properties.length + required.length
}

function absorbItems(schema: Exclude<JsonSchema, boolean>, into: Merged): void {
  const items = Array.isArray(schema['items']) ? schema['items'] : schema['prefixItems']
  if (isSchema(schema['items'])) into.items = schema['items']
  else if (Array.isArray(items) && isSchema(items[0])) into.items = items[0]
  if (typeof schema['minItems'] === 'number') into.least = Math.max(into.least, schema['minItems'])
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
}

function isOnlyNull(branch: Merged): boolean {
  const isEmpty =
    branch.types.size === 0 &&
    branch.properties.size === 0 &&
    branch.items === undefined &&
    branch.choices.length === 0
  return isEmpty && branch.nullable && (branch.enum === undefined || branch.enum.length === 0)
}

function schemasIn(list: unknown): JsonSchema[] {
  return Array.isArray(list) ? list.filter(isSchema).slice(0, 100) : []
}

function typesIn(type: unknown): string[] {
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((one) => typeof one === 'string') : []
}
