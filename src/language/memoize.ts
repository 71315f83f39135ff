/**
 * Computes a value per object on first use and caches it for the life of the object. Without it, a question asked at every
 * level of a tree would read the whole tree each time.
 */
export function memoizePerObject<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>()
  return (key) => {
    let found = known.get(key)
    if (!found) known.set(key, (found = { value: read(key) }))
    return found.value
  }
}

/** The same of a text. Beyond so many texts everything is forgotten. */
export function memoizePerText<Value>(read: (text: string) => Value, most = 20_000): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    let value = known.get(text)
    if (value === undefined && !known.has(text)) {
      value = read(text)
      if (known.size >= most) known.clear()
      known.set(flatCopy(text), value)
    }
    return value as Value
  }
}

/** V8 copies shorter substrings by itself. */
const SHORTEST_VIEW = 13

/** A substring keeps its whole text in memory. A copy lets a long-lived cache hold the substring alone. */
export function flatCopy(text: string): string {
  return text.length < SHORTEST_VIEW ? text : Buffer.from(text, 'utf16le').toString('utf16le')
}

/** Makes something on first use, and once. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
