/** A text as markup. */
export function esc(text: string | number): string {
  return String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Markup of every item, one after the other. */
export function each<T>(items: Iterable<T>, markup: (item: T, at: number) => string): string {
  return Array.from(items, markup).join('\n')
}

/** Rows of a table that is written with bars, one row a line, as objects; `-` stands for nothing. */
export function rows<K extends string>(columns: readonly K[], text: string): Record<K, string | undefined>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      if (cells.length !== columns.length) throw new Error(`${columns.length} cells are needed in: ${line}`)
      const pairs = columns.map((column, at) => [column, cells[at] === '-' ? undefined : cells[at]])
      return Object.fromEntries(pairs) as Record<K, string | undefined>
    })
}

/** So many at a time. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}

export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
