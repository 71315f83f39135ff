import { STOP_WORDS } from '../../language/common-words.ts'
import type { Language } from '../../language/common-words.ts'
import { isUnspaced, TOKEN } from '../../language/words.ts'
import { fold } from '../../language/fold.ts'
import { stem } from '../../language/stems.ts'

/** Tells how well each term of a query stands in texts of a page. */
export class TermMatcher {
  readonly count: number
  private readonly hits = new Map<string, Hit[]>()
  private readonly partCounts: readonly number[]

  /** The vocabulary is every term of the page: a query's word may be a part of a longer one. */
  constructor(terms: readonly QueryTerm[], vocabulary: Iterable<string>, language?: Language) {
    const compounds = language !== undefined && COMPOUNDING.has(language)
    this.count = terms.length
    this.partCounts = terms.map(({ parts }) => parts.length)
    const single = terms.flatMap((term, index) => (term.parts.length === 1 ? [{ term, index }] : []))
    terms.forEach((term, index) => {
      const share = 1 / term.parts.length
      for (const part of term.parts) this.add(part, index, share)
      for (const synonym of term.synonyms)
        if (!term.contraries.has(synonym)) this.add(synonym, index, SYNONYM)
    })
    for (const word of vocabulary) {
      for (const { term, index } of single) {
        const quality = likeness(term, word, compounds)
        if (quality > 0) this.add(word, index, quality)
      }
    }
  }

  private add(word: string, term: number, quality: number): void {
    const hits = this.hits.get(word)
    if (hits === undefined) this.hits.set(word, [{ term, quality }])
    else if (!hits.some((hit) => hit.term === term)) hits.push({ term, quality })
  }

  /** For every term of the query, how well it stands among these: 0 not at all, 1 as it is. */
  match(terms: readonly string[]): Float32Array {
    const found = new Float32Array(this.count)
    const counted = new Set<string>()
    for (const word of terms) {
      const hits = this.hits.get(word)
      if (hits === undefined || counted.has(word)) continue
      counted.add(word)
      for (const { term, quality } of hits) {
        // Pairs of characters add up to their word.
        found[term] =
          this.partCounts[term]! > 1 && quality < SYNONYM
            ? Math.min(1, found[term]! + quality)
            : Math.max(found[term]!, quality)
      }
    }
    for (let term = 0; term < this.count; term++) if (found[term]! < LEAST_SHARE) found[term] = 0
    return found
  }

  /** Whether a word of the page says the same as a term of the query, at least in part. */
  says(word: string, term: number): boolean {
    return this.hits.get(word)?.some((hit) => hit.term === term) ?? false
  }

  /** For every term of the query, how often it stands among these; what is only like it counts less. */
  tally(terms: readonly string[]): Float32Array {
    const found = this.match(terms)
    const counts = new Float32Array(this.count)
    for (const word of terms) {
      for (const { term, quality } of this.hits.get(word) ?? []) counts[term] = counts[term]! + quality
    }
    return counts.map((count, term) => (found[term]! > 0 ? count : 0))
  }
}

interface Hit {
  term: number
  quality: number
}

/** Languages that write compounds as one word. */
const COMPOUNDING: ReadonlySet<Language> = new Set(['de', 'nl', 'sv', 'da'])
const SYNONYM = 0.75
const LIKE = 0.7
/** A word of which less stands there does not stand there. */
const LEAST_SHARE = 0.49

/** A word that begins like the one asked for, or is composed with it: `Eintritt` in `Eintrittspreis`. */
function likeness({ parts, isName, contraries }: QueryTerm, word: string, compounds: boolean): number {
  const asked = parts[0]!
  if (asked.length < 4 || word.length < 4 || asked === word || word.length > 60) return 0
  if (contraries.has(word)) return 0
  const [short, long] = asked.length <= word.length ? [asked, word] : [word, asked]
  if (long.startsWith(short))
    return short.length >= (compounds ? 4 : 5) || long.length - short.length <= 2 ? LIKE : 0
  if (isName) return 0
  if (compounds && (long.endsWith(short) || (short.length >= 8 && long.includes(short)))) return LIKE
  const common = Math.floor(Math.max(5, long.length * 0.65))
  return short.length >= common && long.startsWith(short.slice(0, common)) ? LIKE * 0.85 : 0
}

/** Reads the terms of texts of one language. It remembers the stems of words it has seen: a page has few different ones. */
export class TermReader {
  readonly language: Language | undefined
  private readonly stops: ReadonlySet<string>
  private readonly stems = new Map<string, string>()

  constructor(language: Language | undefined) {
    this.language = language
    this.stops = STOP_WORDS[language ?? 'en']
  }

  /**
   * What a text is about, in its order: stems of words, and pairs of characters where words are not set apart. Words that
   * say nothing are left out.
   */
  termsOf(text: string): string[] {
    const terms: string[] = []
    for (const [token] of withParticles(fold(text)).matchAll(TOKEN)) {
      if (isUnspaced(token)) pushPairs(token, terms)
      else if (token.includes('_')) terms.push(token, ...this.termsOf(token.replaceAll('_', ' ')))
      else if (this.isTelling(token)) terms.push(this.stemOf(token))
    }
    return terms
  }

  isTelling(word: string): boolean {
    return (word.length > 1 || isDigit(word)) && !this.stops.has(word)
  }

  stemOf(word: string): string {
    const known = this.stems.get(word)
    if (known !== undefined) return known
    const found = stem(word.replace(SEPARATORS, ''), this.language)
    if (this.stems.size < MOST_STEMS) this.stems.set(word, found)
    return found
  }
}

const MOST_STEMS = 50_000

const SEPARATORS = /(?<=\p{Nd})[.,](?=\p{Nd})/gu

/** `check-out` and `check out` are one word: what tells it from `check-in` would be left out as a word that says nothing. */
export function withParticles(text: string): string {
  return text.replace(PARTICLES, '$1$2')
}

const PARTICLES =
  /(?<!\p{L})(\p{L}{3,10}(?=-)|check|drop|pick|log|sign|opt|move|phase|switch|turn|take|kick)[ -](in|out|up|off|on|back|down)(?!\p{L})/giu

function isDigit(word: string): boolean {
  return /^\p{Nd}/u.test(word)
}

/** The pairs of neighbouring characters; a character that stands alone is given as it is. */
export function pushPairs(token: string, into: string[]): void {
  if (token.length <= 2) into.push(token)
  for (let at = 0; at + 2 <= token.length && token.length > 2; at++) into.push(token.slice(at, at + 2))
}

export interface QueryTerm {
  /** As the question writes it, folded. */
  word: string
  /** What must stand on the page: a stem, or the pairs of characters of a word. */
  parts: readonly string[]
  synonyms: readonly string[]
  /** Stems that say its opposite. */
  contraries: ReadonlySet<string>
  /** How its words begin on a page, folded: a quick way to see that a text does not have them. */
  roots: readonly string[]
  /** A name or a number: no other word says the same. */
  isName: boolean
  /** The kind says it: a price need not be called one. */
  isSpent: boolean
  /** What a question asks the number of: its first word. */
  isCounted: boolean
  /** An answer may do without it. */
  isLight: boolean
  /** Speaks of the page and not of what it is about. */
  isMeta: boolean
}
