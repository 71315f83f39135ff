import type { Token } from './tokens.ts'
import { fold } from './tokens.ts'

/** The words of one language, by what they mean. Each entry lists its phrases, separated by commas. */
export interface Vocabulary {
  /** What to do. */
  verb: Record<string, string>
  /** Small words that say how what follows belongs to what went before. */
  role: Record<string, string>
  kind: Record<string, string>
  trait: Record<string, string>
  ordinal: Record<string, string>
  key: Record<string, string>
  /** Numbers in words, and `times`. */
  number: Record<string, string>
  /** Everything else that is looked for: articles, joining words, politeness, pronouns, question words. */
  little: Record<string, string>
}

/** Where every noun begins with a capital, a capital is no sign of a name; where verbs may stand last, they are looked for there; where a noun comes before its name, the first noun says the kind. */
export type Spelling = { capitals?: boolean; verbsLast?: boolean; headFirst?: boolean }

export type Category = keyof Vocabulary

const CATEGORIES: Category[] = ['verb', 'role', 'kind', 'trait', 'ordinal', 'key', 'number', 'little']

/** What was found at a place: its meaning and how many tokens it takes. */
export interface Match {
  meaning: string
  length: number
  /** It stands for several: `buttons`. */
  plural: boolean
}

export interface Tongue extends Spelling {
  /** The longest phrase of a category that stands at a place; of these meanings, when some are given. */
  match(category: Category, tokens: Token[], at: number, meanings?: string[]): Match | undefined
}

type Entry = { words: string[]; meaning: string; plural: boolean }

/** Makes a vocabulary quick to look up; `more` adds words of a second one where the first has none. */
export function speak(vocabulary: Vocabulary, more?: Partial<Vocabulary>, spelling: Spelling = {}): Tongue {
  const index = new Map<string, Map<string, Entry[]>>()
  for (const category of CATEGORIES) index.set(category, entriesOf(vocabulary[category], more?.[category]))
  return {
    ...spelling,
    match(category, tokens, at, meanings = []) {
      const first = tokens[at]
      if (first?.type !== 'word') return undefined
      const entries = index.get(category)?.get(first.low)
      const found = entries?.find(
        ({ words, meaning }) =>
          (meanings.length === 0 || meanings.includes(meaning)) &&
          words.every((word, i) => tokens[at + i]?.low === word),
      )
      return found && { meaning: found.meaning, length: found.words.length, plural: found.plural }
    },
  }
}

function entriesOf(
  table: Record<string, string>,
  more: Record<string, string> | undefined,
): Map<string, Entry[]> {
  const byFirst = new Map<string, Entry[]>()
  for (const [meaning, listed] of [...Object.entries(table), ...Object.entries(more ?? {})]) {
    const phrases = new Set(listed.split(',').map((phrase) => fold(phrase.trim())))
    for (const phrase of phrases) {
      const words = phrase.split(' ')
      const first = words[0]
      if (!first) continue
      const plural = /[sn]$/.test(phrase) && [1, 2].some((cut) => phrases.has(phrase.slice(0, -cut)))
      byFirst.set(first, [...(byFirst.get(first) ?? []), { words, meaning, plural }])
    }
  }
  // Longer phrases come first: `fill in` before `fill`. Sorting is stable, so that the first vocabulary wins.
  for (const entries of byFirst.values()) entries.sort((a, b) => b.words.length - a.words.length)
  return byFirst
}
