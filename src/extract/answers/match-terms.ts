import type { QueryTerm } from './question.ts'
import type { Language } from '../../language/common-words.ts'

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
