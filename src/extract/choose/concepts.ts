import { readFileSync } from 'node:fs'

/** What fields are called, and how sentences say it without those words: who `leads` a house is its director. */
export interface Concept {
  said: RegExp
}

let byName: ReadonlyMap<string, readonly Concept[]> | undefined

/** The concepts that a word, or words joined by `-`, stand for. */
export function conceptsOf(name: string): readonly Concept[] {
  byName ??= read(readFileSync(new URL('concepts.txt', import.meta.url), 'utf8'))
  return byName.get(name) ?? []
}

/**
 * A line of the file has names of fields before its colon and expressions behind it, all without marks. `_` is a blank, `*`
 * any letters, `^` the beginning of the sentence.
 */
function read(file: string): Map<string, Concept[]> {
  const found = new Map<string, Concept[]>()
  for (const line of file.trim().split('\n')) {
    const [names = '', expressions = ''] = line.split(': ', 2)
    const concept = { said: patternOf(expressions.split(' ')) }
    for (const name of new Set(names.split(' '))) {
      const known = found.get(name)
      if (known) known.push(concept)
      else found.set(name, [concept])
    }
  }
  return found
}

function patternOf(expressions: readonly string[]): RegExp {
  const written = expressions.map((one) => one.replaceAll('_', ' ').replaceAll('*', String.raw`\p{L}*`))
  return new RegExp(String.raw`(?<!\p{L})(?:${written.join('|')})(?!\p{L})`, 'gu')
}
