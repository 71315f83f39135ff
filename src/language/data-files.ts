import { readFileSync } from 'node:fs'

/** The lines of a data file. */
export function readLines(file: URL): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n')
}

/**
 * Expressions that are kept as data, by their names: a line of the file has a name and an expression. Those of one name are
 * alternatives, mostly one for each language.
 */
export function readExpressions(file: URL): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const line of readLines(file)) {
    const name = line.slice(0, line.indexOf(' '))
    const expression = line.slice(name.length + 1)
    found.set(name, found.has(name) ? `${found.get(name)}|${expression}` : expression)
  }
  return found
}

/** Words that are kept as data: a line of the file has the name of a set and its words. */
export function readWordSets(file: URL): (name: string) => ReadonlySet<string> {
  const sets = new Map(
    readLines(file)
      .map((line) => line.split(' '))
      .map(([name, ...words]) => [name!, new Set(words)]),
  )
  return (name) => sets.get(name)!
}
