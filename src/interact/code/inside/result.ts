import { Buffer } from './bytes.ts'
import { inspect } from './inspect.ts'

/** The value of a program as text: texts as they are, bytes as base64, everything else as JSON where it can be. */
export function resultOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value === 'function' || value instanceof Error || value instanceof Map || value instanceof Set) {
    return inspect(value)
  }
  try {
    const json = JSON.stringify(value)
    // What says itself what it is, is not put in quotes for it.
    return json === undefined || isOwnText(value) ? inspect(value) : json
  } catch {
    return inspect(value)
  }
}

function isOwnText(value: unknown): boolean {
  return value !== null && typeof value === 'object' && 'toJSON' in value && !(value instanceof Date)
}
