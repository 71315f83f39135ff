import { isLoneLetter } from '../scrape/scrape.ts'
import { stemmerOf } from './search-stemming.ts'
import type { StemWords } from './search-stems.ts'

/** Words with all that they may be on pages of some languages. */
export async function lexemesOf(
  words: ReadonlySet<string>,
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
  return new Lexemes(stems)
}

/** `de-AT` is German. */
export function languageCode(tag: string): string {
  return tag.toLowerCase().split('-')[0]!
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

  /** A word as the database takes it in a query; `isBegin` also finds longer words. */
  query(word: string, sign = '', isBegin = isLoneLetter(word)): string {
    const alternatives = this.of(word).map((lexeme) => quoted(sign + lexeme) + (isBegin ? ':*' : ''))
    return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(' | ')})`
  }

  phrase(words: readonly string[]): string {
    return `(${words.map((word) => this.query(word)).join(' <-> ')})`
  }
}

/** Nothing in a lexeme means anything to the database. */
export function quoted(lexeme: string): string {
  const plain = lexeme.slice(0, 500).replaceAll('\0', '').toWellFormed()
  return `'${plain.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
