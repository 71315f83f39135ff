import { wordsSought } from '../scrape/scrape.ts'
import type { LocalWish } from '../search/search.ts'
import { SIGNS, wholeTitle } from './search-entry.ts'
import { languageCode, quoted } from './search-lexemes.ts'
import type { Lexemes } from './search-lexemes.ts'

/** A search in the words of the index, before they are stemmed. */
export interface Sought {
  /** What ranks pages; each once, in order. */
  words: string[]
  phrases: string[][]
  excluded: string[][]
  inTitle: string[]
  inUrl: string[]
  /** The whole of what was asked, as a title would be. */
  title: string
}

const MOST_WORDS = 24
const MOST_PHRASES = 8
const MOST_EXCLUDED = 16
const MOST_SITES = 64

/** Nobody asks for more; what goes on longer costs time only. */
export function soughtIn({ query }: LocalWish): Sought {
  const phrases = query.phrases.slice(0, MOST_PHRASES).map(wordsIn).filter(isNotEmpty)
  return {
    words: [...new Set([...query.words.flatMap(wordsIn), ...phrases.flat()])].slice(0, MOST_WORDS),
    phrases,
    excluded: query.excluded.slice(0, MOST_EXCLUDED).map(wordsIn).filter(isNotEmpty),
    inTitle: query.inTitle.flatMap(wordsIn).slice(0, MOST_WORDS),
    inUrl: query.inUrl.flatMap(wordsIn).slice(0, MOST_WORDS),
    title: wholeTitle(query.text),
  }
}

function wordsIn(text: string): string[] {
  return wordsSought(text.slice(0, 1_000).toWellFormed()).slice(0, MOST_WORDS)
}

function isNotEmpty(words: readonly string[]): boolean {
  return words.length > 0
}

/** What every page must have that is found. */
export function conditions(wish: LocalWish, sought: Sought, lexemes: Lexemes): string {
  const { teamId, query, source, language } = wish
  return all([
    quoted(SIGNS.team + teamId),
    ...any(query.sites.flatMap((site) => quotedSite(site))),
    ...query.excludedSites.slice(0, MOST_SITES).flatMap((site) => quotedSite(site).map((one) => `!${one}`)),
    ...(query.fileType === undefined ? [] : [quoted(SIGNS.fileType + query.fileType.toLowerCase())]),
    ...(language === undefined ? [] : [quoted(SIGNS.language + languageCode(language))]),
    ...(source === 'images' ? [quoted(`${SIGNS.has}pictures`)] : []),
    ...(source === 'news' ? [quoted(`${SIGNS.has}date`)] : []),
    ...sought.inTitle.map((word) => lexemes.query(word, SIGNS.inTitle)),
    ...sought.inUrl.map((word) => `${quoted(SIGNS.inUrl + word)}:*`),
    ...sought.phrases.map((phrase) => lexemes.phrase(phrase)),
    ...sought.excluded.map((words) => `!${lexemes.phrase(words)}`),
  ])
}

export function all(parts: readonly string[]): string {
  return parts.join(' & ')
}

function any(parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`(${parts.slice(0, MOST_SITES).join(' | ')})`]
}

function quotedSite(site: string): string[] {
  const host = site
    .toLowerCase()
    .replace(/^\w+:\/\//, '')
    .replace(/^[*.]+/, '')
    .split(/[/?#]/)[0]!
  return host === '' ? [] : [quoted(SIGNS.site + host)]
}
