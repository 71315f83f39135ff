import { readFileSync } from 'node:fs'
import type { Language } from '../../language/common-words.ts'
import { stem } from '../../language/stems.ts'

/** The stems of words that ask for the same thing as a word, in the language of the page. */
export function synonymsOf(word: string, language: Language | undefined): ReadonlySet<string> {
  return SYNONYMS.of(word, language)
}

/** The stems of words that exclude a word as the name of one value, in the language of the page. */
export function contrariesOf(word: string, language: Language | undefined): ReadonlySet<string> {
  return CONTRARIES.of(word, language)
}

const NONE: ReadonlySet<string> = new Set()

/** What words have to do with others. All languages stand together: a question finds words of a page in another one. */
class Relation {
  private readonly file: string
  private readonly related: (line: string) => [words: string[], others: string[]][]
  private readonly tables = new Map<Language | undefined, ReadonlyMap<string, ReadonlySet<string>>>()

  constructor(file: string, related: (line: string) => [words: string[], others: string[]][]) {
    this.file = file
    this.related = related
  }

  of(word: string, language: Language | undefined): ReadonlySet<string> {
    const table = this.tables.get(language) ?? this.tableOf(language)
    this.tables.set(language, table)
    return table.get(stem(word, language)) ?? NONE
  }

  private tableOf(language: Language | undefined): ReadonlyMap<string, ReadonlySet<string>> {
    const made = new Map<string, Set<string>>()
    const lines = readFileSync(new URL(this.file, import.meta.url), 'utf8')
      .trim()
      .split('\n')
    for (const [words, others] of lines.flatMap(this.related)) {
      const stems = new Set(others.map((word) => stem(word, language)))
      for (const own of new Set(words.map((word) => stem(word, language)))) {
        const known = made.get(own) ?? new Set()
        for (const other of stems) if (other !== own) known.add(other)
        made.set(own, known)
      }
    }
    return made
  }
}

/** What questions ask for and how pages call it, one group a line. */
const SYNONYMS = new Relation('synonyms.txt', (line) => [[line.split(' '), line.split(' ')]])

/** The sides of a line exclude each other. */
const CONTRARIES = new Relation('contraries.txt', (line) => {
  const sides = line.split(' | ').map((side) => side.split(' '))
  return sides.map((side) => [side, sides.flatMap((other) => (other === side ? [] : other))])
})
