import type { Finding } from './finding.ts'
import { complaintsAbout } from '../schema/complaints-about.ts'
import { isObject, pointerStep } from '../schema/json-schema.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { ObjectWish, Wish } from '../schema/wish.ts'

/** What is returned, and what of the findings is in it. */
export interface Assembled {
  value: unknown
  kept: Finding[]
  missing: string[]
  missingRequired: string[]
}

const MOST_ROUNDS = 50
const MOST_MISSING = 1000

/** Puts findings together into a value; what the schema has something against is left out again. */
export function assemble(findings: readonly Finding[], wish: Wish, schema: JsonSchema): Assembled {
  let kept = [...findings]
  let value = built(kept, wish)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const wrong = complaintsAbout(value ?? {}, schema)
      .filter(({ keyword }) => keyword !== 'required')
      .map(({ path }) => path)
    const fewer = kept.filter(({ path }) => !wrong.some((place) => isAt(path, place)))
    if (fewer.length === kept.length) break
    kept = fewer
    value = built(kept, wish)
  }
  const missing: string[] = []
  const missingRequired: string[] = []
  note(value, wish, '', { missing, missingRequired })
  return { value, kept, missing, missingRequired }
}

function isAt(path: Finding['path'], place: string): boolean {
  if (place === '') return false
  const pointer = path.map(pointerStep).join('')
  return pointer === place || pointer.startsWith(`${place}/`)
}

interface Branch {
  finding?: Finding
  inner: Map<string | number, Branch>
}

function built(findings: readonly Finding[], wish: Wish): unknown {
  const root: Branch = { inner: new Map() }
  for (const finding of findings) {
    let at = root
    for (const step of finding.path) {
      let next = at.inner.get(step)
      if (!next) at.inner.set(step, (next = { inner: new Map() }))
      at = next
    }
    at.finding ??= finding
  }
  return (
    valueOf(root, wish) ??
    (wish.nullable ? null : wish.kind === 'list' ? [] : wish.kind === 'object' ? {} : null)
  )
}

function valueOf(branch: Branch | undefined, wish: Wish): unknown {
  if (wish.kind === 'scalar') return branch?.finding?.value
  if (branch === undefined || branch.inner.size === 0) return undefined
  if (wish.kind === 'list') {
    const entries = [...branch.inner].toSorted(([one], [other]) => Number(one) - Number(other))
    return entries
      .map(([, inner]) => valueOf(inner, wish.item) ?? (wish.item.nullable ? null : undefined))
      .filter((one) => one !== undefined)
  }
  return objectOf(branch, wish)
}

function objectOf(branch: Branch, { properties, others }: ObjectWish): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  const known = new Set<string>()
  for (const { name, required, wish } of properties) {
    known.add(name)
    const value = valueOf(branch.inner.get(name), wish) ?? emptyOf(wish, required)
    if (value !== undefined) define(object, name, value)
  }
  if (others === undefined) return object
  for (const [name, inner] of branch.inner) {
    const value = known.has(String(name)) ? undefined : valueOf(inner, others)
    if (value !== undefined) define(object, String(name), value)
  }
  return object
}

/** What stands for nothing: null where it is allowed, and where a list or an object must be there, an empty one. */
function emptyOf(wish: Wish, required: boolean): unknown {
  if (wish.nullable) return null
  if (!required || wish.kind === 'scalar') return undefined
  return wish.kind === 'list' ? [] : objectOf({ inner: new Map() }, wish)
}

/** Sets a property of any name, `__proto__` too. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

interface Notes {
  missing: string[]
  missingRequired: string[]
}

/** Goes through what is wanted and writes down what is not there. */
function note(value: unknown, wish: Wish, pointer: string, notes: Notes): void {
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
  for (const { name, required, wish: inner } of wish.properties) {
    const place = pointer + pointerStep(name)
    const own = Object.hasOwn(object, name) ? object[name] : undefined
    const isEmpty = own === undefined || own === null || (Array.isArray(own) && own.length === 0)
    if (isEmpty && required && notes.missingRequired.length < MOST_MISSING) notes.missingRequired.push(place)
    if (isEmpty && inner.kind !== 'object') notes.missing.push(place)
    else note(own, inner, place, notes)
  }
}
