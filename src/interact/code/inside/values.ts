import type { RemoteStep, RemoteValue } from '../../../browser/browser.ts'
import { Buffer, fromBase64 } from './bytes.ts'

/** Where an object of the page is: its number, and how to come from there to it when it is a locator. */
export interface Place {
  type: string
  object: number
  chain: RemoteStep[]
}

/** What a value may refer to. */
interface References {
  /** The place of one of our objects; undefined for everything else. */
  placeOf(value: object): Place | undefined
  objectAt(number: number): unknown
}

const MAX_DEPTH = 60

/** A value of the program in the form in which it goes to the page. */
export function tellValue(value: unknown, references: References, depth = 0): RemoteValue {
  if (depth > MAX_DEPTH) throw new TypeError('An argument is nested too deeply, or refers to itself.')
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return tellNumber(value)
  if (typeof value === 'bigint') return { $: 'bigint', text: String(value) }
  if (typeof value === 'function') return { $: 'function', source: Function.prototype.toString.call(value) }
  if (typeof value !== 'object') return { $: 'undefined' }
  return tellObject(value, references, depth)
}

function tellNumber(value: number): RemoteValue {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value
  return { $: 'number', text: Object.is(value, -0) ? '-0' : String(value) }
}

function tellObject(value: object, references: References, depth: number): RemoteValue {
  const place = references.placeOf(value)
  if (place) {
    const isLocator = place.type === 'Locator'
    return isLocator
      ? { $: 'locator', object: place.object, chain: place.chain }
      : { $: 'object', object: place.object }
  }
  if (Array.isArray(value)) return value.map((item) => tellValue(item, references, depth + 1))
  if (value instanceof Uint8Array) return { $: 'bytes', base64: Buffer.from(value).toString('base64') }
  if (value instanceof Date) return { $: 'date', ms: value.getTime() }
  if (value instanceof RegExp) return { $: 'regexp', source: value.source, flags: value.flags }
  if (value instanceof URL) return { $: 'url', href: value.href }
  if (value instanceof Error) return { $: 'error', name: value.name, message: value.message }
  const entries = Object.entries(value)
  return {
    $: 'plain',
    value: Object.fromEntries(entries.map(([key, item]) => [key, tellValue(item, references, depth + 1)])),
  }
}

/** A value of the page, as the program has it. */
export function readValue(value: RemoteValue, references: Pick<References, 'objectAt'>): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => readValue(item, references))
  switch (value.$) {
    case 'undefined':
      return undefined
    case 'number':
      return Number(value.text)
    case 'bigint':
      return BigInt(value.text)
    case 'bytes':
      return fromBase64(value.base64)
    case 'regexp':
      return new RegExp(value.source, value.flags)
    case 'date':
      return new Date(value.ms)
    case 'url':
      return new URL(value.href)
    case 'error':
      return Object.assign(new Error(value.message), { name: value.name })
    case 'map':
      return new Map(value.entries.map(([key, item]) => [key, readValue(item, references)]))
    case 'object':
      return references.objectAt(value.object)
    case 'plain':
      return readPlain(value.value, references)
    default:
      return undefined
  }
}

function readPlain(
  value: { [key: string]: RemoteValue },
  references: Pick<References, 'objectAt'>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readValue(item, references)]))
}
