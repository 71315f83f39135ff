import { isLoneLetter } from '../language/index-words.ts'
import { stemmerOf } from './search-stemming.ts'
import type { StemWords } from './search-stems.ts'

/** Words with all that they may be on pages of some languages. What is a choice may be any of its words. */
export async function lexemesOf(
  words: ReadonlySet<string>,
  choices: ReadonlyMap<string, readonly string[]>,
  languages: readonly string[],
  stemWords: StemWords,
): Promise<Lexemes> {
  const asked = new Map<string, Set<string>>()
  for (const word of words) {
    for (const language of languages) {
      const dictionary = stemmerOf(word, language)
      if (dictionary !== undefined) asked.set(dictionary, (asked.get(dictionary) ?? new Set()).add(word))
    }
  }
  const stems = new Map<string, Set<string>>()
  for (const own of (await stemWords(asked)).values()) {
    for (const [word, stem] of own) stems.set(word, (stems.get(word) ?? new Set()).add(stem))
  }
  const single = new Lexemes(stems)
  return new Lexemes(
    new Map([
      ...stems,
      ...[...choices].map(([name, own]) => [name, new Set(own.flatMap((word) => single.of(word)))] as const),
    ]),
  )
}

/** What a word may be in the index. */
export class Lexemes {
  private readonly stems: ReadonlyMap<string, ReadonlySet<string>>

  constructor(stems: ReadonlyMap<string, ReadonlySet<string>>) {
    this.stems = stems
  }

  of(word: string): string[] {
    return [...new Set([...(this.stems.get(word) ?? []), word])]
  }

  /** A word as the database takes it in a query; `isBegin` also finds longer words, a weight only those that have it. */
  query(word: string, sign = '', isBegin = isLoneLetter(word), weight = ''): string {
    const label = (isBegin ? '*' : '') + weight
    const alternatives = this.of(word).map((lexeme) => quoted(sign + lexeme) + (label && `:${label}`))
    return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(' | ')})`
  }

  phrase(words: readonly string[], weight = ''): string {
    return `(${words.map((word) => this.query(word, '', isLoneLetter(word), weight)).join(' <-> ')})`
  }
}

/** Nothing in a lexeme means anything to the database. */
export function quoted(lexeme: string): string {
  const plain = lexeme.slice(0, 500).replaceAll('\0', '').toWellFormed()
  return `'${plain.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
