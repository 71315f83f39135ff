import { phraseWords, indexWords, queryWords } from '../../language/index-words.ts'
import { languageCode } from '../../language/language-of-text.ts'
import { isLoneLetter } from '../../language/index-words.ts'
import type { LocalSearchRequest } from '../../search/search.ts'
import { storable } from '../database/database.ts'
import { stemmerOf, decoded, SIGNS, TITLE_WEIGHT, wholeTitle } from './terms.ts'
import type { StemWords } from './terms.ts'

export interface Sought {
  /** What ranks pages; each once, in order. Choices are among them by their names. */
  words: string[]
  phrases: string[][]
  choices: Choice[]
  excluded: string[][]
  inTitle: string[][]
  excludedInTitle: string[][]
  inUrl: string[]
  excludedInUrl: string[][]
  title: string
}

interface Choice {
  name: string
  phrases: string[][]
}

const MOST_WORDS = 24
const MOST_CONDITIONS = 250
const MOST_SITES = 64

/** Nobody asks for more words; what goes on longer costs time only. */
export function soughtIn({ query }: LocalSearchRequest): Sought {
  const choices = (query.anyOf ?? []).map(choiceOf).filter(({ phrases }) => isNotEmpty(phrases))
  const texts = [...query.words, ...query.phrases].flatMap(wordsIn)
  return {
    words: [...new Set([...texts, ...choices.map(({ name }) => name)])].slice(0, MOST_WORDS),
    phrases: phrasesIn(query.phrases),
    choices,
    excluded: phrasesIn(query.excluded),
    inTitle: phrasesIn(query.inTitle),
    excludedInTitle: phrasesIn(query.excludedInTitle),
    inUrl: query.inUrl.flatMap(wordsIn).slice(0, MOST_CONDITIONS),
    excludedInUrl: phrasesIn(query.excludedInUrl),
    title: wholeTitle(query.text),
  }
}

function choiceOf(texts: readonly string[]): Choice {
  const phrases = phrasesIn(texts)
  return { name: phrases.flat().join('|'), phrases }
}

function wordsIn(text: string): string[] {
  return queryWords(bounded(text)).slice(0, MOST_WORDS)
}

function phrasesIn(texts: readonly string[] = []): string[][] {
  return texts
    .slice(0, MOST_CONDITIONS)
    .map((text) => phraseWords(bounded(text)).slice(0, MOST_WORDS))
    .filter(isNotEmpty)
}

function bounded(text: string): string {
  return text.slice(0, 1_000).toWellFormed()
}

function isNotEmpty(list: readonly unknown[]): boolean {
  return list.length > 0
}

export function conditions(wish: LocalSearchRequest, sought: Sought, lexemes: Lexemes): string {
  const { teamId, query, source, language } = wish
  const { excludedFileTypes = [] } = query
  return all([
    quoted(SIGNS.team + teamId),
    ...any(query.sites.slice(0, MOST_SITES).flatMap(siteQuery)),
    // A part of a site that is not wanted cannot be told by the words of addresses.
    ...none(
      query.excludedSites
        .filter((site) => !site.includes('/'))
        .slice(0, MOST_SITES)
        .flatMap(siteQuery),
    ),
    ...(query.fileType === undefined ? [] : [fileTypeQuery(query.fileType)]),
    ...none(excludedFileTypes.slice(0, MOST_CONDITIONS).map(fileTypeQuery)),
    ...(language === undefined ? [] : [quoted(SIGNS.language + languageCode(language))]),
    ...(source === 'images' ? [quoted(`${SIGNS.has}pictures`)] : []),
    ...(source === 'news' ? [quoted(`${SIGNS.has}date`)] : []),
    ...sought.inTitle.map((words) => titleQuery(words, lexemes)),
    ...none(sought.excludedInTitle.map((words) => titleQuery(words, lexemes))),
    ...sought.inUrl.map(urlQuery),
    ...none(sought.excludedInUrl.map((words) => together(words.map(urlQuery)))),
    ...sought.phrases.map((phrase) => lexemes.phrase(phrase)),
    ...sought.choices.flatMap(({ phrases }) => any(phrases.map((phrase) => lexemes.phrase(phrase)))),
    ...none(sought.excluded.map((words) => lexemes.phrase(words))),
  ])
}

function titleQuery(words: readonly string[], lexemes: Lexemes): string {
  const marked = words.map((word) => lexemes.query(word, SIGNS.inTitle))
  return together(words.length > 1 ? [...marked, lexemes.phrase(words, TITLE_WEIGHT)] : marked)
}

function urlQuery(word: string): string {
  return `${quoted(SIGNS.inUrl + word)}:*`
}

function fileTypeQuery(type: string): string {
  return quoted(SIGNS.fileType + type.toLowerCase())
}

export function all(parts: readonly string[]): string {
  return parts.join(' & ')
}

function together(parts: readonly string[]): string {
  return `(${all(parts)})`
}

function any(parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`(${parts.join(' | ')})`]
}

function none(parts: readonly string[]): string[] {
  return parts.map((part) => `!${part}`)
}

function siteQuery(site: string): string[] {
  const place = site
    .toLowerCase()
    .replace(/^\w+:\/\//, '')
    .replace(/^[*.]+/, '')
  const [host = '', ...path] = place.split(/[/?#]/)
  if (host === '') return []
  const words = indexWords(decoded(path.join(' '))).slice(0, MOST_WORDS)
  return [together([quoted(SIGNS.site + host), ...words.map((word) => quoted(SIGNS.inUrl + word))])]
}

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
  const plain = storable(lexeme.slice(0, 500))
  return `'${plain.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
