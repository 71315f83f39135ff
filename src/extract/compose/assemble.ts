import { bestAlternative, onlyPossibleValue } from '../schema/schema-field.ts'
import type { ListField, ObjectField, ScalarField, SchemaField } from '../schema/schema-field.ts'
import { validateAgainstSchema } from '../schema/validate-against-schema.ts'
import { isObject, pointerStep } from '../schema/json-schema.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { readScalar } from '../values/read-scalar.ts'
import type { ReadContext, Scalar } from '../values/read-scalar.ts'
import type { Element } from 'domhandler'
import type { Source } from '../findings/cues.ts'
import { memoizePerObject } from '../../language/memoize.ts'
import type { Item } from '../structured-data/structured-data.ts'

const MOST_ROUNDS = 12
const MOST_MISSING = 1000

/** Puts findings together into a value; what the schema has something against is left out again. */
export function assemble(
  findings: readonly FoundValue[],
  {
    options: schemaField,
    schema,
    readContext,
  }: { options: SchemaField; schema: JsonSchema; readContext: ReadContext },
) {
  const refused = new Set<string>()
  let { value, placed } = buildValue(findings, refused, { schemaField, readContext })
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const complaints = validateAgainstSchema(value ?? {}, schema, Number.POSITIVE_INFINITY)
    const wrong = new Set(complaints.filter(({ keyword }) => !HARMLESS.has(keyword)).map(({ path }) => path))
    const worse = wrong.size === 0 ? [] : placed.filter(({ path }) => isAtOneOf(path, wrong))
    if (worse.length === 0) break
    for (const { finding } of worse) refused.add(pointerTo(finding.path))
    ;({ value, placed } = buildValue(findings, refused, { schemaField, readContext }))
  }
  const missing: string[] = []
  const missingRequired: string[] = []
  note(value, schemaField, '', { missing, missingRequired })
  const kept = placed.map(({ finding, path }) => ({ ...finding, path }))
  return { value, kept, missing, missingRequired }
}

const HARMLESS: ReadonlySet<string> = new Set(['required', 'oneOf'])

function isAtOneOf(path: FoundValue['path'], places: ReadonlySet<string>): boolean {
  let pointer = ''
  return path.some((step) => places.has((pointer += pointerStep(step))))
}

function pointerTo(path: FoundValue['path']): string {
  return path.map(pointerStep).join('')
}

interface Branch {
  finding?: FoundValue
  isRefused?: boolean
  field: SchemaField | undefined
  inner: Map<string | number, Branch>
  values: Map<SchemaField, unknown>
}

function emptyBranch(field: SchemaField | undefined): Branch {
  return { field, inner: new Map(), values: new Map() }
}

interface Placed {
  finding: FoundValue
  path: FoundValue['path']
}

function buildValue(
  findings: readonly FoundValue[],
  refused: ReadonlySet<string>,
  { schemaField, readContext }: { schemaField: SchemaField; readContext: ReadContext },
) {
  const root = buildTree(findings, refused, schemaField)
  const building = new ValueBuilder(readContext)
  const value =
    building.valueOf(root, schemaField) ??
    (schemaField.nullable
      ? null
      : schemaField.kind === 'list'
        ? []
        : schemaField.kind === 'object'
          ? {}
          : null)
  return { value, placed: building.placed(root, schemaField, []) }
}

function buildTree(
  findings: readonly FoundValue[],
  refused: ReadonlySet<string>,
  schemaField: SchemaField,
): Branch {
  const root = emptyBranch(schemaField)
  const left: FoundValue[] = []
  for (const finding of findings) {
    if (refused.size > 0 && refused.has(pointerTo(finding.path))) {
      left.push(finding)
      continue
    }
    let at = root
    for (const step of finding.path) {
      let next = at.inner.get(step)
      if (!next) at.inner.set(step, (next = emptyBranch(within(at.field, step))))
      at = next
    }
    at.finding ??= finding
  }
  for (const finding of left) remember(finding, root)
  return root
}

/** Of what is refused an object still knows that the page said something. */
function remember(finding: FoundValue, root: Branch): void {
  const name = finding.path.at(-1)
  let at: Branch | undefined = root
  for (const step of finding.path.slice(0, -1)) at = at?.inner.get(step)
  if (at === undefined || at.inner.size === 0 || typeof name !== 'string' || at.inner.has(name)) return
  at.inner.set(name, { ...emptyBranch(undefined), finding, isRefused: true })
}

const propertiesOf = memoizePerObject(
  ({ properties }: ObjectField) => new Map(properties.map(({ name, schemaField }) => [name, schemaField])),
)

function within(schemaField: SchemaField | undefined, step: string | number): SchemaField | undefined {
  if (schemaField?.kind === 'list') return schemaField.item
  return schemaField?.kind === 'object'
    ? (propertiesOf(schemaField).get(String(step)) ?? schemaField.others)
    : undefined
}

class ValueBuilder {
  readonly #reading: ReadContext

  constructor(readContext: ReadContext) {
    this.#reading = readContext
  }

  valueOf(branch: Branch | undefined, schemaField: SchemaField): unknown {
    if (branch === undefined) return undefined
    if (!branch.values.has(schemaField)) branch.values.set(schemaField, this.#read(branch, schemaField))
    return branch.values.get(schemaField)
  }

  #read(branch: Branch, schemaField: SchemaField): unknown {
    if (branch.isRefused) return undefined
    if (schemaField.kind === 'scalar')
      return branch.finding && this.#scalar(branch.finding, schemaField, branch.field)
    if (branch.inner.size === 0) return undefined
    return schemaField.kind === 'list' ? this.#list(branch, schemaField) : this.#object(branch, schemaField)
  }

  #scalar(
    { value, text }: FoundValue,
    schemaField: ScalarField,
    readFor: SchemaField | undefined,
  ): Scalar | undefined {
    const isOtherFormat =
      schemaField.format !== undefined && readFor?.kind === 'scalar' && readFor.format !== schemaField.format
    if (isOfType(value, schemaField) && !isOtherFormat) return value
    const again = readScalar(text, schemaField, this.#reading)
    return again !== undefined && isOfType(again, schemaField) ? again : undefined
  }

  #list(branch: Branch, schemaField: ListField): unknown[] {
    return this.#entries(branch, schemaField).map((inner) => this.valueOf(inner, schemaField.item) ?? null)
  }

  #entries({ inner }: Branch, { item }: ListField): Branch[] {
    return [...inner]
      .toSorted(([one], [other]) => Number(one) - Number(other))
      .map(([, entry]) => entry)
      .filter((entry) => item.nullable || this.valueOf(entry, item) !== undefined)
  }

  #object(branch: Branch, schemaField: ObjectField): Record<string, unknown> {
    const kind = this.#kindOf(branch, schemaField)
    const object: Record<string, unknown> = {}
    for (const property of kind.properties) {
      const { name, required, schemaField: inner } = property
      const own = branch.inner.get(name)
      const told = kind === schemaField || own?.finding ? undefined : onlyPossibleValue(property)
      const value = this.valueOf(own, inner) ?? told ?? emptyOf(inner, required)
      if (value !== undefined) define(object, name, value)
    }
    for (const [name, inner] of othersIn(branch, kind)) {
      const value = this.valueOf(inner, kind.others!)
      if (value !== undefined) define(object, name, value)
    }
    return object
  }

  #kindOf(branch: Branch, schemaField: ObjectField): ObjectField {
    return bestAlternative(schemaField, (property) => {
      const inner = branch.inner.get(property.name)
      if (this.valueOf(inner, property.schemaField) !== undefined) return 'filled'
      return inner?.finding && onlyPossibleValue(property) !== undefined ? 'contradicted' : 'empty'
    })
  }

  placed(branch: Branch | undefined, schemaField: SchemaField, path: FoundValue['path']): Placed[] {
    if (branch === undefined || this.valueOf(branch, schemaField) === undefined) return []
    if (schemaField.kind === 'scalar') return [{ finding: branch.finding!, path }]
    if (schemaField.kind === 'list') {
      const entries = this.#entries(branch, schemaField)
      return entries.flatMap((entry, index) => this.placed(entry, schemaField.item, [...path, index]))
    }
    const kind = this.#kindOf(branch, schemaField)
    const others = othersIn(branch, kind)
    return [
      ...kind.properties.flatMap(({ name, schemaField: inner }) =>
        this.placed(branch.inner.get(name), inner, [...path, name]),
      ),
      ...others.flatMap(([name, inner]) => this.placed(inner, kind.others!, [...path, name])),
    ]
  }
}

function othersIn({ inner }: Branch, { properties, others }: ObjectField): [string, Branch][] {
  if (others === undefined) return []
  const listed = new Set(properties.map(({ name }) => name))
  return [...inner].flatMap(([name, branch]) =>
    listed.has(String(name)) ? [] : [[String(name), branch] as [string, Branch]],
  )
}

function isOfType(value: Scalar, { type, enum: values }: ScalarField): boolean {
  if (values !== undefined) return values.includes(value)
  if (type === 'any') return true
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

/** What stands for nothing: null where it is allowed, and where a list or an object must be there, an empty one. */
function emptyOf(schemaField: SchemaField, required: boolean): unknown {
  if (schemaField.nullable) return null
  if (!required || schemaField.kind === 'scalar') return undefined
  if (schemaField.kind === 'list') return []
  const object: Record<string, unknown> = {}
  const kind = bestAlternative(schemaField, () => 'empty')
  for (const { name, required: isNeeded, schemaField: inner } of kind.properties) {
    const value = emptyOf(inner, isNeeded)
    if (value !== undefined) define(object, name, value)
  }
  return object
}

/** Sets a property of any name, `__proto__` too. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

function note(
  value: unknown,
  schemaField: SchemaField,
  pointer: string,
  notes: Record<'missing' | 'missingRequired', string[]>,
): void {
  if (notes.missing.length >= MOST_MISSING) return
  if (schemaField.kind === 'list') {
    const values = Array.isArray(value) ? value : []
    if (values.length === 0) notes.missing.push(pointer)
    else if (schemaField.item.kind !== 'scalar')
      values.forEach((one, index) => note(one, schemaField.item, `${pointer}/${index}`, notes))
    return
  }
  if (schemaField.kind === 'scalar') {
    if (value === undefined || value === null) notes.missing.push(pointer)
    return
  }
  const object = isObject(value) ? value : {}
  const isThere = (name: string) => Object.hasOwn(object, name) && !isNothing(object[name])
  const kind = bestAlternative(schemaField, (property) => {
    if (!isThere(property.name)) return 'empty'
    return [undefined, object[property.name]].includes(onlyPossibleValue(property))
      ? 'filled'
      : 'contradicted'
  })
  for (const { name, required, schemaField: inner } of kind.properties) {
    const place = pointer + pointerStep(name)
    const own = Object.hasOwn(object, name) ? object[name] : undefined
    const isEmpty = isNothing(own)
    if (isEmpty && required && notes.missingRequired.length < MOST_MISSING) notes.missingRequired.push(place)
    if (isEmpty && inner.kind !== 'object') notes.missing.push(place)
    else note(own, inner, place, notes)
  }
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

export interface FoundValue {
  /** The names and numbers that lead to it in what is returned. */
  path: readonly (string | number)[]
  value: Scalar
  text: string
  element: Element | undefined
  source: Source
  confidence: number
  record?: RecordPlace
}

interface RecordPlace {
  element: Element | undefined
  item: Item | undefined
  depth: number
}
