import { phraseWords, indexWords, queryWords } from '../../language/index-words.ts'
import { languageCode } from '../../language/language-of-text.ts'
import { isLoneLetter } from '../../language/index-words.ts'
import type { LocalSearchRequest } from '../../search/search.ts'
import { storable } from '../database/database.ts'
import { stemmerOf, decodeUrl, PREFIXES, TITLE_WEIGHT, titleTerm } from './terms.ts'
import type { StemWords } from './terms.ts'

export interface SearchTerms {
  /** The words for ranking, each once, in order. Alternatives are included. */
  words: string[]
  phrases: string[][]
  alternatives: Alternative[]
  excluded: string[][]
  inTitle: string[][]
  excludedInTitle: string[][]
  inUrl: string[]
  excludedInUrl: string[][]
  title: string
}

interface Alternative {
  name: string
  phrases: string[][]
}

const MAX_WORDS = 24
const MAX_CONDITIONS = 250
const MAX_SITES = 64

/** Longer queries only cost time. */
export function searchTermsOf({ query }: LocalSearchRequest): SearchTerms {
  const alternatives = (query.anyOf ?? []).map(toAlternative).filter(({ phrases }) => isNotEmpty(phrases))
  const texts = [...query.words, ...query.phrases].flatMap(wordsIn)
  return {
    words: [...new Set([...texts, ...alternatives.map(({ name }) => name)])].slice(0, MAX_WORDS),
    phrases: phrasesIn(query.phrases),
    alternatives,
    excluded: phrasesIn(query.excluded),
    inTitle: phrasesIn(query.inTitle),
    excludedInTitle: phrasesIn(query.excludedInTitle),
    inUrl: query.inUrl.flatMap(wordsIn).slice(0, MAX_CONDITIONS),
    excludedInUrl: phrasesIn(query.excludedInUrl),
    title: titleTerm(query.text),
  }
}

function toAlternative(texts: readonly string[]): Alternative {
  const phrases = phrasesIn(texts)
  return { name: phrases.flat().join('|'), phrases }
}

function wordsIn(text: string): string[] {
  return queryWords(truncateText(text)).slice(0, MAX_WORDS)
}

function phrasesIn(texts: readonly string[] = []): string[][] {
  return texts
    .slice(0, MAX_CONDITIONS)
    .map((text) => phraseWords(truncateText(text)).slice(0, MAX_WORDS))
    .filter(isNotEmpty)
}

function truncateText(text: string): string {
  return text.slice(0, 1_000).toWellFormed()
}

function isNotEmpty(list: readonly unknown[]): boolean {
  return list.length > 0
}

export function filterQuery(request: LocalSearchRequest, terms: SearchTerms, lexemes: Lexemes): string {
  const { teamId, query, source, language } = request
  const { excludedFileTypes = [] } = query
  return joinAnd([
    quoteLexeme(PREFIXES.team + teamId),
    ...joinOr(query.sites.slice(0, MAX_SITES).flatMap(siteQuery)),
    // Words of a URL cannot express the exclusion of a path.
    ...negate(
      query.excludedSites
        .filter((site) => !site.includes('/'))
        .slice(0, MAX_SITES)
        .flatMap(siteQuery),
    ),
    ...(query.fileType === undefined ? [] : [fileTypeQuery(query.fileType)]),
    ...negate(excludedFileTypes.slice(0, MAX_CONDITIONS).map(fileTypeQuery)),
    ...(language === undefined ? [] : [quoteLexeme(PREFIXES.language + languageCode(language))]),
    ...(source === 'images' ? [quoteLexeme(`${PREFIXES.has}pictures`)] : []),
    ...(source === 'news' ? [quoteLexeme(`${PREFIXES.has}date`)] : []),
    ...terms.inTitle.map((words) => titleQuery(words, lexemes)),
    ...negate(terms.excludedInTitle.map((words) => titleQuery(words, lexemes))),
    ...terms.inUrl.map(urlQuery),
    ...negate(terms.excludedInUrl.map((words) => parenthesize(words.map(urlQuery)))),
    ...terms.phrases.map((phrase) => lexemes.phrase(phrase)),
    ...terms.alternatives.flatMap(({ phrases }) => joinOr(phrases.map((phrase) => lexemes.phrase(phrase)))),
    ...negate(terms.excluded.map((words) => lexemes.phrase(words))),
  ])
}

function titleQuery(words: readonly string[], lexemes: Lexemes): string {
  const marked = words.map((word) => lexemes.query(word, PREFIXES.inTitle))
  return parenthesize(words.length > 1 ? [...marked, lexemes.phrase(words, TITLE_WEIGHT)] : marked)
}

function urlQuery(word: string): string {
  return `${quoteLexeme(PREFIXES.inUrl + word)}:*`
}

function fileTypeQuery(type: string): string {
  return quoteLexeme(PREFIXES.fileType + type.toLowerCase())
}

export function joinAnd(parts: readonly string[]): string {
  return parts.join(' & ')
}

function parenthesize(parts: readonly string[]): string {
  return `(${joinAnd(parts)})`
}

function joinOr(parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`(${parts.join(' | ')})`]
}

function negate(parts: readonly string[]): string[] {
  return parts.map((part) => `!${part}`)
}

function siteQuery(site: string): string[] {
  const siteText = site
    .toLowerCase()
    .replace(/^\w+:\/\//, '')
    .replace(/^[*.]+/, '')
  const [host = '', ...path] = siteText.split(/[/?#]/)
  if (host === '') return []
  const words = indexWords(decodeUrl(path.join(' '))).slice(0, MAX_WORDS)
  return [
    parenthesize([
      quoteLexeme(PREFIXES.site + host),
      ...words.map((word) => quoteLexeme(PREFIXES.inUrl + word)),
    ]),
  ]
}

export async function lexemesOf(
  words: ReadonlySet<string>,
  choices: ReadonlyMap<string, readonly string[]>,
  languages: readonly string[],
  stemWords: StemWords,
): Promise<Lexemes> {
  const wordsByDictionary = new Map<string, Set<string>>()
  for (const word of words) {
    for (const language of languages) {
      const dictionary = stemmerOf(word, language)
      if (dictionary !== undefined)
        wordsByDictionary.set(dictionary, (wordsByDictionary.get(dictionary) ?? new Set()).add(word))
    }
  }
  const stems = new Map<string, Set<string>>()
  for (const own of (await stemWords(wordsByDictionary)).values()) {
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

export class Lexemes {
  private readonly stems: ReadonlyMap<string, ReadonlySet<string>>

  constructor(stems: ReadonlyMap<string, ReadonlySet<string>>) {
    this.stems = stems
  }

  of(word: string): string[] {
    return [...new Set([...(this.stems.get(word) ?? []), word])]
  }

  /**
   * A word in the syntax of a database query. A prefix also matches longer words; a weight matches only words
   * with that weight.
   */
  query(word: string, prefix = '', isPrefix = isLoneLetter(word), weight = ''): string {
    const label = (isPrefix ? '*' : '') + weight
    const alternatives = this.of(word).map((lexeme) => quoteLexeme(prefix + lexeme) + (label && `:${label}`))
    return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(' | ')})`
  }

  phrase(words: readonly string[], weight = ''): string {
    return `(${words.map((word) => this.query(word, '', isLoneLetter(word), weight)).join(' <-> ')})`
  }
}

/** Quoted, a lexeme has no special characters. */
export function quoteLexeme(lexeme: string): string {
  const plain = storable(lexeme.slice(0, 500))
  return `'${plain.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
