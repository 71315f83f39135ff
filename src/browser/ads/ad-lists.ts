import { readFileSync, readdirSync } from 'node:fs'

const SHIPPED = new URL('./lists/', import.meta.url)

/**
 * The texts of the operator's lists, for one reading at the start. The word `default` among the paths stands for the
 * lists that are shipped, so that they can be extended. Throws a message that names the file it cannot read.
 */
export function readAdLists(paths: readonly string[]): string[] {
  return paths.flatMap((path) => (path === 'default' ? defaultAdLists() : [readList(path)]))
}

/** The texts of the lists that are shipped. */
export function defaultAdLists(): string[] {
  return readdirSync(SHIPPED)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => readFileSync(new URL(name, SHIPPED), 'utf8'))
}

function readList(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(`The list "${path}" cannot be read (${code ?? 'unknown reason'}).`, { cause })
  }
}
