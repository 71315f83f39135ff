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

/** The languages that are read. */
export type Code = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl'

/** Where every noun begins with a capital, a capital is no sign of a name; where verbs may stand last, they are looked for there; where a noun comes before its name, the first noun says the kind. */
export type Spelling = { code?: Code; capitals?: boolean; verbsLast?: boolean; headFirst?: boolean }

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
  /** Whether a word begins anything that is known. */
  begins(low: string): boolean
  /** Whether a word means anything by itself. */
  knows(low: string): boolean
  /** The verb that a word is meant to be when one letter is wrong. */
  likeVerb(low: string): string | undefined
  /** The longest phrase of a category that stands at a place; of these meanings, when some are given. */
  match(category: Category, tokens: Token[], at: number, meanings?: string[]): Match | undefined
}

type Entry = { words: string[]; meaning: string; plural: boolean }

/** Makes a vocabulary quick to look up; `more` adds words of others, where it has none of its own. */
export function speak(
  vocabulary: Vocabulary,
  more: Partial<Vocabulary>[] = [],
  spelling: Spelling = {},
): Tongue {
  const index = new Map<string, Map<string, Entry[]>>()
  for (const category of CATEGORIES)
    index.set(category, entriesOf([vocabulary, ...more].map((one) => one[category] ?? {})))
  const verbs = new Set(index.get('verb')?.keys())
  return {
    ...spelling,
    begins: (low) => CATEGORIES.some((category) => index.get(category)?.has(low)),
    knows: (low) =>
      CATEGORIES.some((category) =>
        index
          .get(category)
          ?.get(low)
          ?.some(({ words }) => words.length === 1),
      ),
    likeVerb: (low) => [...verbs].find((verb) => verb.length >= SHORTEST_MISSPELT && isOneOff(low, verb)),
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

/** Word by word: some are kept as they are when they stand alone. */
function foldPhrase(phrase: string): string {
  return phrase.trim().split(' ').map(fold).join(' ')
}

/** Shorter words are too many letters off by one letter. */
const SHORTEST_MISSPELT = 5

/** Whether one word becomes the other by one letter left out, added, changed, or two swapped. */
function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from += 1
  const [restA, restB] = [a.slice(from), b.slice(from)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

function entriesOf(tables: readonly Record<string, string>[]): Map<string, Entry[]> {
  const byFirst = new Map<string, Entry[]>()
  for (const [meaning, listed] of tables.flatMap((table) => Object.entries(table))) {
    const phrases = new Set(listed.split(',').map(foldPhrase))
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
