import { RemoteError } from './remote.ts'
import type { RemoteValue } from './remote.ts'

export interface References {
  object(number: unknown): unknown
  locator(object: unknown, chain: unknown): unknown
}

/** How deep data may be nested: more than any real data is, and less than a stack takes. */
const MAX_DEPTH = 60

// The value comes from outside and may be anything: what is not a form of a `RemoteValue` is refused. Functions are
// not data; those who take one read it with `readScript`.
export function decodeValue(value: unknown, references: References, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new RemoteError('An argument is nested too deeply.')
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') throw malformed()
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => decodeValue(item, references, depth + 1))
  const tagged = value as Record<string, unknown>
  const tag = tagged['$']
  if (tag === 'plain') return decodePlain(tagged['value'], references, depth)
  if (tag === 'object') return references.object(tagged['object'])
  if (tag === 'locator') return references.locator(tagged['object'], tagged['chain'])
  if (tag === 'function') throw new RemoteError('A function cannot be handed over here.', 'TypeError')
  const read = typeof tag === 'string' && Object.hasOwn(DECODERS, tag) ? DECODERS[tag] : undefined
  if (!read) throw malformed()
  return read(tagged)
}

/** A function of the page, as its source: Playwright only ever asks such a function for its text. */
export function decodeScript(value: unknown): unknown {
  if (typeof value === 'string') return value
  const { $: tag, source } = (value ?? {}) as Record<string, unknown>
  if (tag !== 'function' || typeof source !== 'string') {
    throw new RemoteError('A function, or an expression as text, is expected here.', 'TypeError')
  }
  return Object.assign(() => undefined, { toString: () => source })
}

function decodePlain(value: unknown, references: References, depth: number): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw malformed()
  const entries = Object.entries(value)
    // Setting it would not add a property, but change what the object inherits.
    .filter(([key]) => key !== '__proto__')
    .map(([key, item]): [string, unknown] => [key, decodeValue(item, references, depth + 1)])
  return Object.fromEntries(entries)
}

const NUMBERS: Record<string, number> = { NaN, Infinity, '-Infinity': -Infinity, '-0': -0 }
const MAX_DIGITS = 10_000

const DECODERS: Record<string, (tagged: Record<string, unknown>) => unknown> = {
  undefined: () => undefined,
  number({ text }) {
    if (typeof text !== 'string' || !Object.hasOwn(NUMBERS, text)) throw malformed()
    return NUMBERS[text]
  },
  bigint({ text }) {
    if (typeof text !== 'string' || text.length > MAX_DIGITS || !/^-?\d+$/.test(text)) throw malformed()
    return BigInt(text)
  },
  bytes: ({ base64 }) => Buffer.from(textOf(base64), 'base64'),
  regexp({ source, flags }) {
    try {
      return new RegExp(textOf(source), textOf(flags))
    } catch {
      throw new RemoteError('A regular expression cannot be read by the browser.', 'SyntaxError')
    }
  },
  date({ ms }) {
    if (typeof ms !== 'number') throw malformed()
    return new Date(ms)
  },
  url({ href }) {
    const url = URL.parse(textOf(href))
    if (!url) throw malformed()
    return url
  },
  error({ name, message }) {
    return Object.assign(new Error(textOf(message)), { name: textOf(name), stack: '' })
  },
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw malformed()
  return value
}

function malformed(): RemoteError {
  return new RemoteError('An argument is not of a form that can be handed over.', 'TypeError')
}

const MAX_SIZE = 12 * 1024 * 1024
const MAX_ENCODED_DEPTH = 100
const BASE64_GROWTH = 4 / 3

interface SizeBudget {
  left: number
}

/** A page can answer anything, also data that refers to itself or has no end in sight. */
export function encodeValue(value: unknown, maxSize = MAX_SIZE): RemoteValue {
  const budget = { left: maxSize }
  return encode(value, budget, new Set())
}

function encode(value: unknown, budget: SizeBudget, ancestors: Set<object>): RemoteValue {
  reserve(budget, 8)
  if (typeof value === 'string') {
    reserve(budget, value.length)
    return value
  }
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return encodeNumber(value)
  if (typeof value === 'bigint') return { $: 'bigint', text: String(value) }
  if (typeof value !== 'object') return { $: 'undefined' }
  return encodeObject(value, budget, ancestors)
}

function encodeNumber(value: number): RemoteValue {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value
  return { $: 'number', text: Object.is(value, -0) ? '-0' : String(value) }
}

function encodeObject(value: object, budget: SizeBudget, ancestors: Set<object>): RemoteValue {
  if (value instanceof Uint8Array) {
    reserve(budget, value.byteLength * BASE64_GROWTH)
    return { $: 'bytes', base64: Buffer.from(value).toString('base64') }
  }
  if (value instanceof Date) return { $: 'date', ms: value.getTime() }
  if (value instanceof RegExp) return { $: 'regexp', source: value.source, flags: value.flags }
  if (value instanceof URL) return { $: 'url', href: value.href }
  if (value instanceof Error) return { $: 'error', name: value.name, message: value.message }
  if (ArrayBuffer.isView(value)) return encode([...(value as unknown as Iterable<number>)], budget, ancestors)
  if (ancestors.has(value)) throw new RemoteError('The answer refers to itself and cannot be handed over.')
  if (ancestors.size >= MAX_ENCODED_DEPTH) throw new RemoteError('The answer is nested too deeply.')
  ancestors.add(value)
  try {
    if (Array.isArray(value)) return value.map((item) => encode(item, budget, ancestors))
    const encoded: { [key: string]: RemoteValue } = Object.create(null)
    for (const [key, item] of Object.entries(value)) {
      reserve(budget, key.length)
      encoded[key] = encode(item, budget, ancestors)
    }
    return { $: 'plain', value: encoded }
  } finally {
    ancestors.delete(value)
  }
}

function reserve(budget: SizeBudget, size: number): void {
  budget.left -= size
  if (budget.left < 0) {
    throw new RemoteError('The answer is too large. Ask for less at once, such as a part of the page.')
  }
}
