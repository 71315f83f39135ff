import { bestAlternative, onlyValue } from '../schema/wish.ts'
import type { ListWish, ObjectWish, ScalarWish, Wish } from '../schema/wish.ts'
import { complaintsAbout } from '../schema/complaints-about.ts'
import { isObject, pointerStep } from '../schema/json-schema.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { readScalar } from '../values/read-scalar.ts'
import type { Reading, Scalar } from '../values/read-scalar.ts'
import type { Element } from 'domhandler'
import type { Source } from '../findings/cues.ts'
import { oncePer } from '../../language/once.ts'
import type { Item } from '../structured-data/structured-data.ts'

const MOST_ROUNDS = 12
const MOST_MISSING = 1000

/** Puts findings together into a value; what the schema has something against is left out again. */
export function assemble(
  findings: readonly Found[],
  { wish, schema, reading }: { wish: Wish; schema: JsonSchema; reading: Reading },
) {
  const refused = new Set<string>()
  let { value, placed } = built(findings, refused, { wish, reading })
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const complaints = complaintsAbout(value ?? {}, schema, Number.POSITIVE_INFINITY)
    const wrong = new Set(complaints.filter(({ keyword }) => !HARMLESS.has(keyword)).map(({ path }) => path))
    const worse = wrong.size === 0 ? [] : placed.filter(({ path }) => isAtOneOf(path, wrong))
    if (worse.length === 0) break
    for (const { finding } of worse) refused.add(pointerTo(finding.path))
    ;({ value, placed } = built(findings, refused, { wish, reading }))
  }
  const missing: string[] = []
  const missingRequired: string[] = []
  note(value, wish, '', { missing, missingRequired })
  const kept = placed.map(({ finding, path }) => ({ ...finding, path }))
  return { value, kept, missing, missingRequired }
}

const HARMLESS: ReadonlySet<string> = new Set(['required', 'oneOf'])

function isAtOneOf(path: Found['path'], places: ReadonlySet<string>): boolean {
  let pointer = ''
  return path.some((step) => places.has((pointer += pointerStep(step))))
}

function pointerTo(path: Found['path']): string {
  return path.map(pointerStep).join('')
}

interface Branch {
  finding?: Found
  isRefused?: boolean
  readFor: Wish | undefined
  inner: Map<string | number, Branch>
  values: Map<Wish, unknown>
}

function emptyBranch(readFor: Wish | undefined): Branch {
  return { readFor, inner: new Map(), values: new Map() }
}

interface Placed {
  finding: Found
  path: Found['path']
}

function built(
  findings: readonly Found[],
  refused: ReadonlySet<string>,
  { wish, reading }: { wish: Wish; reading: Reading },
) {
  const root = grown(findings, refused, wish)
  const building = new Building(reading)
  const value =
    building.valueOf(root, wish) ??
    (wish.nullable ? null : wish.kind === 'list' ? [] : wish.kind === 'object' ? {} : null)
  return { value, placed: building.placed(root, wish, []) }
}

function grown(findings: readonly Found[], refused: ReadonlySet<string>, wish: Wish): Branch {
  const root = emptyBranch(wish)
  const left: Found[] = []
  for (const finding of findings) {
    if (refused.size > 0 && refused.has(pointerTo(finding.path))) {
      left.push(finding)
      continue
    }
    let at = root
    for (const step of finding.path) {
      let next = at.inner.get(step)
      if (!next) at.inner.set(step, (next = emptyBranch(within(at.readFor, step))))
      at = next
    }
    at.finding ??= finding
  }
  for (const finding of left) remember(finding, root)
  return root
}

/** Of what is refused an object still knows that the page said something. */
function remember(finding: Found, root: Branch): void {
  const name = finding.path.at(-1)
  let at: Branch | undefined = root
  for (const step of finding.path.slice(0, -1)) at = at?.inner.get(step)
  if (at === undefined || at.inner.size === 0 || typeof name !== 'string' || at.inner.has(name)) return
  at.inner.set(name, { ...emptyBranch(undefined), finding, isRefused: true })
}

const propertiesOf = oncePer(
  ({ properties }: ObjectWish) => new Map(properties.map(({ name, wish }) => [name, wish])),
)

function within(wish: Wish | undefined, step: string | number): Wish | undefined {
  if (wish?.kind === 'list') return wish.item
  return wish?.kind === 'object' ? (propertiesOf(wish).get(String(step)) ?? wish.others) : undefined
}

class Building {
  readonly #reading: Reading

  constructor(reading: Reading) {
    this.#reading = reading
  }

  valueOf(branch: Branch | undefined, wish: Wish): unknown {
    if (branch === undefined) return undefined
    if (!branch.values.has(wish)) branch.values.set(wish, this.#read(branch, wish))
    return branch.values.get(wish)
  }

  #read(branch: Branch, wish: Wish): unknown {
    if (branch.isRefused) return undefined
    if (wish.kind === 'scalar') return branch.finding && this.#scalar(branch.finding, wish, branch.readFor)
    if (branch.inner.size === 0) return undefined
    return wish.kind === 'list' ? this.#list(branch, wish) : this.#object(branch, wish)
  }

  #scalar({ value, text }: Found, wish: ScalarWish, readFor: Wish | undefined): Scalar | undefined {
    const isOtherFormat =
      wish.format !== undefined && readFor?.kind === 'scalar' && readFor.format !== wish.format
    if (isOfType(value, wish) && !isOtherFormat) return value
    const again = readScalar(text, wish, this.#reading)
    return again !== undefined && isOfType(again, wish) ? again : undefined
  }

  #list(branch: Branch, wish: ListWish): unknown[] {
    return this.#entries(branch, wish).map((inner) => this.valueOf(inner, wish.item) ?? null)
  }

  #entries({ inner }: Branch, { item }: ListWish): Branch[] {
    return [...inner]
      .toSorted(([one], [other]) => Number(one) - Number(other))
      .map(([, entry]) => entry)
      .filter((entry) => item.nullable || this.valueOf(entry, item) !== undefined)
  }

  #object(branch: Branch, wish: ObjectWish): Record<string, unknown> {
    const kind = this.#kindOf(branch, wish)
    const object: Record<string, unknown> = {}
    for (const property of kind.properties) {
      const { name, required, wish: inner } = property
      const own = branch.inner.get(name)
      const told = kind === wish || own?.finding ? undefined : onlyValue(property)
      const value = this.valueOf(own, inner) ?? told ?? emptyOf(inner, required)
      if (value !== undefined) define(object, name, value)
    }
    for (const [name, inner] of othersIn(branch, kind)) {
      const value = this.valueOf(inner, kind.others!)
      if (value !== undefined) define(object, name, value)
    }
    return object
  }

  #kindOf(branch: Branch, wish: ObjectWish): ObjectWish {
    return bestAlternative(wish, (property) => {
      const inner = branch.inner.get(property.name)
      if (this.valueOf(inner, property.wish) !== undefined) return 'filled'
      return inner?.finding && onlyValue(property) !== undefined ? 'contradicted' : 'empty'
    })
  }

  placed(branch: Branch | undefined, wish: Wish, path: Found['path']): Placed[] {
    if (branch === undefined || this.valueOf(branch, wish) === undefined) return []
    if (wish.kind === 'scalar') return [{ finding: branch.finding!, path }]
    if (wish.kind === 'list') {
      const entries = this.#entries(branch, wish)
      return entries.flatMap((entry, index) => this.placed(entry, wish.item, [...path, index]))
    }
    const kind = this.#kindOf(branch, wish)
    const others = othersIn(branch, kind)
    return [
      ...kind.properties.flatMap(({ name, wish: inner }) =>
        this.placed(branch.inner.get(name), inner, [...path, name]),
      ),
      ...others.flatMap(([name, inner]) => this.placed(inner, kind.others!, [...path, name])),
    ]
  }
}

function othersIn({ inner }: Branch, { properties, others }: ObjectWish): [string, Branch][] {
  if (others === undefined) return []
  const listed = new Set(properties.map(({ name }) => name))
  return [...inner].flatMap(([name, branch]) =>
    listed.has(String(name)) ? [] : [[String(name), branch] as [string, Branch]],
  )
}

function isOfType(value: Scalar, { type, enum: values }: ScalarWish): boolean {
  if (values !== undefined) return values.includes(value)
  if (type === 'any') return true
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

/** What stands for nothing: null where it is allowed, and where a list or an object must be there, an empty one. */
function emptyOf(wish: Wish, required: boolean): unknown {
  if (wish.nullable) return null
  if (!required || wish.kind === 'scalar') return undefined
  if (wish.kind === 'list') return []
  const object: Record<string, unknown> = {}
  const kind = bestAlternative(wish, () => 'empty')
  for (const { name, required: isNeeded, wish: inner } of kind.properties) {
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
  wish: Wish,
  pointer: string,
  notes: Record<'missing' | 'missingRequired', string[]>,
): void {
  if (notes.missing.length >= MOST_MISSING) return
  if (wish.kind === 'list') {
    const values = Array.isArray(value) ? value : []
    if (values.length === 0) notes.missing.push(pointer)
    else if (wish.item.kind !== 'scalar')
      values.forEach((one, index) => note(one, wish.item, `${pointer}/${index}`, notes))
    return
  }
  if (wish.kind === 'scalar') {
    if (value === undefined || value === null) notes.missing.push(pointer)
    return
  }
  const object = isObject(value) ? value : {}
  const isThere = (name: string) => Object.hasOwn(object, name) && !isNothing(object[name])
  const kind = bestAlternative(wish, (property) => {
    if (!isThere(property.name)) return 'empty'
    return [undefined, object[property.name]].includes(onlyValue(property)) ? 'filled' : 'contradicted'
  })
  for (const { name, required, wish: inner } of kind.properties) {
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

export interface Found {
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
