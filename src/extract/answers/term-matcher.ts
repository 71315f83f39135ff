import { STOP_WORDS, isLightWord, isMetaWord } from '../../language/common-words.ts'
import type { Language } from '../../language/common-words.ts'
import { isUnspaced, TOKEN } from '../../language/words.ts'
import { fold } from '../../language/fold.ts'
import { stem } from '../../language/stems.ts'
import { isImpliedBy, answerKindsOf } from './answer-kinds.ts'
import type { AnswerKind } from './answer-kinds.ts'
import { languageOfText } from '../../language/language-of-text.ts'
import { readLines } from '../../language/data-files.ts'
import { memoizePerText } from '../../language/memoize.ts'

export class TermMatcher {
  readonly count: number
  private readonly hits = new Map<string, Hit[]>()
  private readonly partCounts: readonly number[]

  constructor(terms: readonly QueryTerm[], vocabulary: Iterable<string>, language?: Language) {
    const compounds = language !== undefined && COMPOUNDING.has(language)
    this.count = terms.length
    this.partCounts = terms.map(({ parts }) => parts.length)
    const single = terms.flatMap((term, index) => (term.parts.length === 1 ? [{ term, index }] : []))
    terms.forEach((term, index) => {
      const share = 1 / term.parts.length
      for (const part of term.parts) this.add(part, index, share)
      for (const synonym of term.synonyms) if (!term.opposites.has(synonym)) this.add(synonym, index, SYNONYM)
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

  matches(word: string, term: number): boolean {
    return this.hits.get(word)?.some((hit) => hit.term === term) ?? false
  }
}

interface Hit {
  term: number
  quality: number
}

const COMPOUNDING: ReadonlySet<Language> = new Set(['de', 'nl', 'sv', 'da'])
const SYNONYM = 0.75
const LIKE = 0.7
const LEAST_SHARE = 0.49

/** A word that begins like the one asked for, or is composed with it: `Eintritt` in `Eintrittspreis`. */
function likeness({ parts, isName, opposites }: QueryTerm, word: string, compounds: boolean): number {
  const asked = parts[0]!
  if (asked.length < 4 || word.length < 4 || asked === word || word.length > 60) return 0
  if (opposites.has(word)) return 0
  const [short, long] = asked.length <= word.length ? [asked, word] : [word, asked]
  if (long.startsWith(short))
    return short.length >= (compounds ? 4 : 5) || long.length - short.length <= 2 ? LIKE : 0
  if (isName) return 0
  if (compounds && (long.endsWith(short) || (short.length >= 8 && long.includes(short)))) return LIKE
  const common = Math.floor(Math.max(5, long.length * 0.65))
  return short.length >= common && long.startsWith(short.slice(0, common)) ? LIKE * 0.85 : 0
}

export class TermReader {
  readonly language: Language | undefined
  private readonly stops: ReadonlySet<string>

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
      else if (this.isInformative(token)) terms.push(this.stemOf(token))
    }
    return terms
  }

  isInformative(word: string): boolean {
    return (word.length > 1 || /^\p{Nd}/u.test(word)) && !this.stops.has(word)
  }

  /** A page has few different words. */
  readonly stemOf = memoizePerText((word) => stem(word.replace(SEPARATORS, ''), this.language), 50_000)
}

const SEPARATORS = /(?<=\p{Nd})[.,](?=\p{Nd})/gu

/** `check-out` and `check out` are one word: what tells it from `check-in` would be left out as a word that says nothing. */
function withParticles(text: string): string {
  return text.replace(PARTICLES, '$1$2')
}

const PARTICLES =
  /(?<!\p{L})(\p{L}{3,10}(?=-)|check|drop|pick|log|sign|opt|move|phase|switch|turn|take|kick)[ -](in|out|up|off|on|back|down)(?!\p{L})/giu

function pushPairs(token: string, into: string[]): void {
  if (token.length <= 2) into.push(token)
  for (let at = 0; at + 2 <= token.length && token.length > 2; at++) into.push(token.slice(at, at + 2))
}

export interface QueryTerm {
  parts: readonly string[]
  synonyms: readonly string[]
  opposites: ReadonlySet<string>
  /** How its words begin on a page, folded: a quick way to see that a text does not have them. */
  roots: readonly string[]
  /** A name or a number: no other word says the same. */
  isName: boolean
  /** The kind says it: a price need not be called one. */
  isSpent: boolean
  isCounted: boolean
  /** An answer may do without it. */
  isLight: boolean
  isMeta: boolean
}

export interface Question {
  kinds: readonly AnswerKind[]
  terms: readonly QueryTerm[]
}

export function readQuestion(question: string, reader: TermReader): Question {
  const text = withParticles(question.slice(0, LONGEST_QUESTION))
  const language = languageOfText(text, reader.language)
  const kinds = answerKindsOf(fold(text.slice(0, LONGEST_ASKING)), language)
  const kind = kinds[0]?.kind
  const terms = new Map<string, QueryTerm>()
  let hasCounted = false
  for (const word of wordsOf(text, language, reader)) {
    const read = termOf(word, kind, reader)
    const isCounted: boolean = kind === 'number' && !hasCounted && !read.isSpent && !read.isMeta
    hasCounted ||= isCounted
    const term = { ...read, isCounted }
    const key = term.parts.join(' ')
    if (!terms.has(key) && terms.size < MOST_TERMS) terms.set(key, term)
  }
  return { kinds, terms: [...terms.values()] }
}

const LONGEST_QUESTION = 2000
const LONGEST_ASKING = 300
const MOST_TERMS = 32
const ROOT_CHARS = 5

interface QueryWord {
  text: string
  isName: boolean
  isLight: boolean
}

function wordsOf(text: string, language: Language | undefined, reader: TermReader): QueryWord[] {
  const stops = STOP_WORDS[language ?? reader.language ?? 'en']
  const words: QueryWord[] = []
  for (const match of text.matchAll(TOKEN)) {
    const word = fold(match[0])
    if (isUnspaced(word)) {
      for (const part of word.split(ASKING)) words.push(...unspacedWords(part, language, stops))
    } else if (!stops.has(word) && reader.isInformative(word)) {
      const isFirst = /(?:^|[.!?:]\s*)["“„«¿]?$/.test(text.slice(Math.max(0, match.index - 4), match.index))
      const isCapital = /^\p{Lu}/u.test(match[0]) && !isFirst && language !== 'de'
      const isLast = isEnd(text, match)
      const isPredicate = isLast && /^\s*(?:ist|sind|war|waren)\s/i.test(text)
      const isName = isCapital || /[\p{Nd}_]/u.test(word)
      words.push({
        text: word,
        isName,
        isLight: !isName && isLightWord(word, match[0], { language, isPredicate }),
      })
    }
  }
  return words
}

function isEnd(text: string, { index, 0: word }: RegExpExecArray): boolean {
  return /^[\s?？!.]*$/.test(text.slice(index + word.length, index + word.length + 10)) && index > 0
}

function unspacedWords(
  text: string,
  language: Language | undefined,
  stops: ReadonlySet<string>,
): QueryWord[] {
  const words: string[] = []
  let single = ''
  for (const segment of new Intl.Segmenter(language ?? 'zh', { granularity: 'word' }).segment(text)) {
    const word = language === 'ko' ? segment.segment.replace(KOREAN_PARTICLES, '') : segment.segment
    const isSingle = word.length === 1 && !stops.has(word) && !/\p{Script=Hiragana}/u.test(word)
    if (isSingle) {
      single += word
      continue
    }
    words.push(single)
    single = ''
    if (!stops.has(word) && !/^\p{Script=Hiragana}{1,2}$/u.test(word)) words.push(word)
  }
  words.push(single)
  return words
    .filter((word) => word.length > 1)
    .map((word) => ({
      text: word,
      isName: false,
      isLight: isLightWord(word, word, { language, isPredicate: false }),
    }))
}

const ASKING =
  /什么时候|什麼時候|多少钱|多少錢|多少|多长时间|多長時間|多长|多久|哪一年|哪年|哪里|哪裡|哪儿|哪个|哪些|几点|几个|几月|为什么|为何|怎么样|怎么|怎样|如何|什么|什麼|是不是|有没有|能不能|请问|是谁|谁|吗|呢|何時|いつ|どこ|誰|だれ|何年|何人|何軒|何度|何個|何|なぜ|どうして|どのくらい|どれくらい|どのように|いくら|いくつ|ですか|ますか|ましたか|ください|教えて|あります|ありません|어디|언제|누가|누구|무엇|얼마나|얼마|어떻게|เท่าไหร่|เท่าไร|ที่ไหน|อะไร|ใคร|ทำไม|เมื่อไหร่|เมื่อไร|อย่างไร|กี่/

const KOREAN_PARTICLES =
  /(?<=..)(?:에서는|으로|에서|에게|까지|부터|은|는|이|가|을|를|의|에|로|와|과|도|만|입니까|인가요|나요|습니까)$/

function termOf(
  { text, isName, isLight }: QueryWord,
  kind: AnswerKind['kind'] | undefined,
  reader: TermReader,
): Omit<QueryTerm, 'isCounted'> {
  const isSpentBy = (stem: string) => kind !== undefined && isImpliedBy(kind, stem)
  const own = { isName, isLight, isMeta: isMetaWord(text) }
  const all = [...synonymsOf(text, reader.language)]
  if (isUnspaced(text)) {
    const parts: string[] = []
    pushPairs(text, parts)
    const synonyms = all.filter(isUnspaced)
    const roots = [...parts, ...synonyms]
    return { ...own, parts, synonyms, opposites: NONE, roots, isSpent: isSpentBy(text) }
  }
  const stem = reader.stemOf(text)
  return {
    ...own,
    parts: [stem],
    synonyms: all,
    opposites: oppositesOf(text, reader.language),
    roots: [...new Set([text, stem, ...all].map((word) => word.slice(0, ROOT_CHARS)))],
    isSpent: isSpentBy(stem) || isSpentBy(text),
  }
}

/** What words have to do with others. All languages stand together: a question finds words of a page in another one. */
function relation(file: string, related: (line: string) => [words: string[], others: string[]][]) {
  const tableIn = memoizePerText((language) => {
    const made = new Map<string, Set<string>>()
    const stemsOf = (words: string[]) => new Set(words.map((word) => stem(word, language as Language)))
    for (const [words, others] of readLines(new URL(file, import.meta.url)).flatMap(related))
      for (const own of stemsOf(words)) {
        const known = made.get(own) ?? new Set()
        for (const other of stemsOf(others)) if (other !== own) known.add(other)
        made.set(own, known)
      }
    return made
  })
  return (word: string, language: Language | undefined): ReadonlySet<string> =>
    tableIn(language ?? '').get(stem(word, language)) ?? NONE
}

const NONE: ReadonlySet<string> = new Set()

/** The stems of what questions ask for, by how pages call it: one group a line. */
const synonymsOf = relation('synonyms.txt', (line) => [[line.split(' '), line.split(' ')]])

/** The stems of words that exclude each other as the names of one value: the sides of a line. */
const oppositesOf = relation('contraries.txt', (line) => {
  const sides = line.split(' | ').map((side) => side.split(' '))
  return sides.map((side) => [side, sides.flatMap((other) => (other === side ? [] : other))])
})
