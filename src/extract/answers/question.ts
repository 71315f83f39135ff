import { isSaidBy, wantsOf } from './answer-kinds.ts'
import type { Want } from './answer-kinds.ts'
import { fold } from '../../language/fold.ts'
import { languageOfText } from '../../language/language-of-text.ts'
import { isLightWord, isMetaWord, STOP_WORDS } from '../../language/common-words.ts'
import type { Language } from '../../language/common-words.ts'
import { isUnspaced, TOKEN } from '../../language/words.ts'
import { pushPairs, withParticles } from './match-terms.ts'
import type { TermReader } from './match-terms.ts'
import { readFileSync } from 'node:fs'
import { stem } from '../../language/stems.ts'
import type { QueryTerm } from './match-terms.ts'

/** A question or a query, as a page is searched for it. */
export interface Question {
  /** The kinds of value that can answer it; none where it asks for nothing in particular. */
  wants: readonly Want[]
  terms: readonly QueryTerm[]
}

/** Reads a question for a page whose terms the reader reads. Its own language decides which words say nothing. */
export function readQuestion(question: string, reader: TermReader): Question {
  const text = withParticles(question.slice(0, LONGEST_QUESTION))
  const language = languageOfText(text, reader.language)
  const wants = wantsOf(fold(text.slice(0, LONGEST_ASKING)), language)
  const kind = wants[0]?.kind
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
  return { wants, terms: [...terms.values()] }
}

const LONGEST_QUESTION = 2000
/** How much of it is read for what it wants to know. */
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
    } else if (!stops.has(word) && reader.isTelling(word)) {
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

/** The words of a text that does not set them apart. Neighbouring single characters are taken for one word. */
function unspacedWords(
  text: string,
  language: Language | undefined,
  stops: ReadonlySet<string>,
): QueryWord[] {
  const words: string[] = []
  let single = ''
  for (const segment of new Intl.Segmenter(language ?? 'zh', { granularity: 'word' }).segment(text)) {
    const word = language === 'ko' ? segment.segment.replace(PARTICLES, '') : segment.segment
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

/** What asks and is not asked about, where it is not set apart. */
const ASKING =
  /什么时候|什麼時候|多少钱|多少錢|多少|多长时间|多長時間|多长|多久|哪一年|哪年|哪里|哪裡|哪儿|哪个|哪些|几点|几个|几月|为什么|为何|怎么样|怎么|怎样|如何|什么|什麼|是不是|有没有|能不能|请问|是谁|谁|吗|呢|何時|いつ|どこ|誰|だれ|何年|何人|何軒|何度|何個|何|なぜ|どうして|どのくらい|どれくらい|どのように|いくら|いくつ|ですか|ますか|ましたか|ください|教えて|あります|ありません|어디|언제|누가|누구|무엇|얼마나|얼마|어떻게|เท่าไหร่|เท่าไร|ที่ไหน|อะไร|ใคร|ทำไม|เมื่อไหร่|เมื่อไร|อย่างไร|กี่/

const PARTICLES =
  /(?<=..)(?:에서는|으로|에서|에게|까지|부터|은|는|이|가|을|를|의|에|로|와|과|도|만|입니까|인가요|나요|습니까)$/

function termOf(
  { text, isName, isLight }: QueryWord,
  kind: Want['kind'] | undefined,
  reader: TermReader,
): Omit<QueryTerm, 'isCounted'> {
  const isSpentBy = (stem: string) => kind !== undefined && isSaidBy(kind, stem)
  if (isUnspaced(text)) {
    const parts: string[] = []
    pushPairs(text, parts)
    const synonyms = [...synonymsOf(text, reader.language)].filter(isUnspaced)
    const isMeta = isMetaWord(text)
    return {
      word: text,
      parts,
      synonyms,
      contraries: new Set(),
      roots: [...parts, ...synonyms],
      isName,
      isLight,
      isSpent: isSpentBy(text),
      isMeta,
    }
  }
  const stem = reader.stemOf(text)
  const synonyms = [...synonymsOf(text, reader.language)]
  const roots = [text, stem, ...synonyms].map((word) => word.slice(0, ROOT_CHARS))
  return {
    word: text,
    parts: [stem],
    synonyms,
    contraries: contrariesOf(text, reader.language),
    roots: [...new Set(roots)],
    isName,
    isLight,
    isSpent: isSpentBy(stem) || isSpentBy(text),
    isMeta: isMetaWord(text),
  }
}

/** The stems of words that ask for the same thing as a word, in the language of the page. */
function synonymsOf(word: string, language: Language | undefined): ReadonlySet<string> {
  return SYNONYMS.of(word, language)
}

/** The stems of words that exclude a word as the name of one value, in the language of the page. */
function contrariesOf(word: string, language: Language | undefined): ReadonlySet<string> {
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
