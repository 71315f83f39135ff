/** A copy of data that shares nothing with it, as `structuredClone` of the web makes it. */
export function clone<Value>(value: Value, copies = new Map<unknown, unknown>()): Value {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError('A function or symbol cannot be cloned.')
  }
  if (value === null || typeof value !== 'object') return value
  if (copies.has(value)) return copies.get(value) as Value
  const keep = <Copy>(copy: Copy): Copy => {
    copies.set(value, copy)
    return copy
  }
  return copyOf(value, keep, (item) => clone(item, copies)) as Value
}

function copyOf(value: object, keep: <Copy>(copy: Copy) => Copy, inner: (item: unknown) => unknown): unknown {
  if (value instanceof Date) return keep(new Date(value.getTime()))
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags))
  if (value instanceof ArrayBuffer) return keep(value.slice(0))
  if (ArrayBuffer.isView(value)) return keep((value as Uint8Array).slice())
  if (value instanceof Error) return keep(Object.assign(new Error(value.message), { name: value.name }))
  if (value instanceof Map) {
    const copy = keep(new Map())
    for (const [key, item] of value) copy.set(inner(key), inner(item))
    return copy
  }
  if (value instanceof Set) {
    const copy = keep(new Set())
    for (const item of value) copy.add(inner(item))
    return copy
  }
  const copy: Record<string, unknown> | unknown[] = keep(Array.isArray(value) ? [] : {})
  for (const [key, item] of Object.entries(value)) (copy as Record<string, unknown>)[key] = inner(item)
  return copy
}
