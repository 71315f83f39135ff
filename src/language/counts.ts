/** How often each key occurs. */
export function countsOf<Key>(keys: Iterable<Key>): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The most frequent key and its count; the first of equals. */
export function mostFrequent<Key>(keys: Iterable<Key>): [key: Key | undefined, count: number] {
  let most: [Key | undefined, number] = [undefined, 0]
  for (const one of countsOf(keys)) if (one[1] > most[1]) most = one
  return most
}
