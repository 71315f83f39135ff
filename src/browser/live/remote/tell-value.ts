import { RemoteError } from '../remote.ts'
import type { RemoteValue } from '../remote.ts'

/** What an answer may weigh, counted in characters and bytes. */
const MAX_SIZE = 12 * 1024 * 1024
const MAX_DEPTH = 100
const BASE64_GROWTH = 4 / 3

interface Room {
  left: number
}

/**
 * Data of the page in the form that goes to a program. A page can answer anything, also data that refers to itself or
 * has no end in sight.
 */
export function tellValue(value: unknown, maxSize = MAX_SIZE): RemoteValue {
  const room = { left: maxSize }
  return tell(value, room, new Set())
}

function tell(value: unknown, room: Room, above: Set<object>): RemoteValue {
  take(room, 8)
  if (typeof value === 'string') {
    take(room, value.length)
    return value
  }
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return tellNumber(value)
  if (typeof value === 'bigint') return { $: 'bigint', text: String(value) }
  if (typeof value !== 'object') return { $: 'undefined' }
  return tellObject(value, room, above)
}

function tellNumber(value: number): RemoteValue {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value
  return { $: 'number', text: Object.is(value, -0) ? '-0' : String(value) }
}

function tellObject(value: object, room: Room, above: Set<object>): RemoteValue {
  if (value instanceof Uint8Array) {
    take(room, value.byteLength * BASE64_GROWTH)
    return { $: 'bytes', base64: Buffer.from(value).toString('base64') }
  }
  if (value instanceof Date) return { $: 'date', ms: value.getTime() }
  if (value instanceof RegExp) return { $: 'regexp', source: value.source, flags: value.flags }
  if (value instanceof URL) return { $: 'url', href: value.href }
  if (value instanceof Error) return { $: 'error', name: value.name, message: value.message }
  if (ArrayBuffer.isView(value)) return tell([...(value as unknown as Iterable<number>)], room, above)
  if (above.has(value)) throw new RemoteError('The answer refers to itself and cannot be handed over.')
  if (above.size >= MAX_DEPTH) throw new RemoteError('The answer is nested too deeply.')
  above.add(value)
  try {
    if (Array.isArray(value)) return value.map((item) => tell(item, room, above))
    const told: { [key: string]: RemoteValue } = Object.create(null)
    for (const [key, item] of Object.entries(value)) {
      take(room, key.length)
      told[key] = tell(item, room, above)
    }
    return { $: 'plain', value: told }
  } finally {
    above.delete(value)
  }
}

function take(room: Room, size: number): void {
  room.left -= size
  if (room.left < 0) {
    throw new RemoteError('The answer is too large. Ask for less at once, such as a part of the page.')
  }
}
