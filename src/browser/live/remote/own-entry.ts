/** An entry of a table that is its own: `constructor` is no method of anybody's. */
export function own<Entry>(table: Record<string, Entry> | undefined, name: string): Entry | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined
}
