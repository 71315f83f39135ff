import { isObject, pointerTo } from './schema-part.ts'

/** A single value, and the JSON pointer that leads to it. */
export interface Leaf {
  pointer: string
  value: unknown
}

const MOST_LEAVES = 5000

/** The single values of some data, in its order. */
export function leavesOf(data: unknown): Leaf[] {
  const found: Leaf[] = []
  walk(data, '')
  return found

  function walk(value: unknown, pointer: string): void {
    if (found.length >= MOST_LEAVES) return
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) walk(item, pointerTo(pointer, index))
    else if (isObject(value))
      for (const [name, inner] of Object.entries(value)) walk(inner, pointerTo(pointer, name))
    else found.push({ pointer, value })
  }
}
