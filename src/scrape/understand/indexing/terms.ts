import { STOP_WORDS } from '../../../language/common-words.ts'
import type { TextSpan } from './page-texts.ts'
import { indexWords } from '../../../language/index-words.ts'

/** The words of a page, each once. Lists are joined by spaces, because one text is moved about faster than thousands. */
export interface Terms {
  words: string
  /** For each word where it stands, as a text search vector writes it: `1A,7B,9`. */
  places: string
  title: string
  /** Those that the page is about: of its headings, and what it says often. */
  strong: string
  length: number
}

/** Positions in a text search vector end soon after, and so does what one vector holds. */
const MOST_WORDS = 16_000
const MOST_CHARS = 200_000
const MOST_PLACES = 255
/** Between texts that do not follow each other, so that no phrase reaches from one to the next. */
const GAP = 8
const MOST_STRONG = 200
const MOST_FREQUENT = 24
const FREQUENT = 3

/** Weights as the database knows them: the title, headings, what the page says of itself, the rest. */
type Weight = 'A' | 'B' | 'C' | ''

export interface TextsToIndex {
  title: string
  description: string
  spans: readonly TextSpan[]
  asides: readonly string[]
  language: string | undefined
}

export function termsOf({ title, description, spans, asides, language }: TextsToIndex): Terms {
  const table = new TermTable()
  const titleWords = table.add(title, 'A')
  table.skip()
  table.add(description, 'C')
  table.skip()
  const headings: string[] = []
  for (const { text, isHeading } of spans) {
    const words = table.add(text, isHeading ? 'B' : '')
    if (isHeading) headings.push(...words)
  }
  for (const aside of asides) {
    table.skip()
    table.add(aside, '')
  }
  const strong = [...new Set([...titleWords, ...table.frequent(language), ...headings])].slice(0, MOST_STRONG)
  return {
    words: [...table.entries.keys()].join(' '),
    places: [...table.entries.values()].map(({ places }) => places).join(' '),
    title: [...new Set(titleWords)].join(' '),
    strong: strong.join(' '),
    length: table.length,
  }
}

class TermTable {
  readonly entries = new Map<string, { places: string; count: number }>()
  length = 0
  private place = 0
  private charsLeft = MOST_CHARS

  add(text: string, weight: Weight): string[] {
    if (this.place >= MOST_WORDS || this.charsLeft <= 0) return []
    const words = indexWords(text).slice(0, MOST_WORDS - this.place)
    for (const word of words) this.enter(word, weight)
    return words
  }

  skip(): void {
    this.place += GAP
  }

  frequent(language: string | undefined): string[] {
    const stops = STOP_WORDS[language as keyof typeof STOP_WORDS] as ReadonlySet<string> | undefined
    return [...this.entries]
      .filter(([word, { count }]) => count >= FREQUENT && word.length > 1 && !stops?.has(word))
      .sort(([, a], [, b]) => b.count - a.count)
      .slice(0, MOST_FREQUENT)
      .map(([word]) => word)
  }

  private enter(word: string, weight: Weight): void {
    this.place++
    const entry = this.entries.get(word)
    if (entry === undefined) {
      this.charsLeft -= word.length
      if (this.charsLeft < 0) return
      this.entries.set(word, { places: `${this.place}${weight}`, count: 1 })
    } else if (++entry.count <= MOST_PLACES) entry.places += `,${this.place}${weight}`
    this.length++
  }
}
