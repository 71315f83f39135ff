import { createHash } from 'node:crypto'
import { indexWords } from '../../language/index-words.ts'
import type { PageToEnter } from '../../scrape/scrape.ts'
import { stemmerOf } from './stems.ts'
import type { StemTable } from './stems.ts'

/** The signs before words that stand for something else than themselves; no word begins with one. */
export const SIGNS = {
  team: '@',
  /** The host and the domains it belongs to. */
  site: '/',
  language: '~',
  fileType: '.',
  /** A whole title, or a part of one between strokes, its words joined. */
  wholeTitle: '=',
  inTitle: '^',
  inUrl: '%',
  strong: '+',
  has: '#',
} as const

/** What words of a title have in the index. */
export const TITLE_WEIGHT = 'A'

/** Words of one kind, which come into the index with a sign before them. */
interface TermList {
  sign: string
  words: readonly string[]
  /** For each where it stands, if that counts. */
  places?: readonly string[]
}

/** All that a page is found by. */
function termsToEnter(page: PageToEnter): { marks: string[]; lists: TermList[] } {
  const { teamId, url, contentType, terms, language = '' } = page
  const marks = [
    SIGNS.team + teamId,
    ...sitesOf(url).map((site) => SIGNS.site + site),
    ...(language === '' ? [] : [SIGNS.language + language]),
    ...fileTypesOf(url, contentType).map((type) => SIGNS.fileType + type),
    ...wholeTitles(page.title).map((title) => SIGNS.wholeTitle + title),
    ...(page.pictures.length > 0 ? [`${SIGNS.has}pictures`] : []),
    ...(page.publishedAt === undefined ? [] : [`${SIGNS.has}date`]),
    ...urlWords(url).map((word) => SIGNS.inUrl + word),
  ]
  const lists = [
    { sign: '', words: listed(terms.words), places: listed(terms.places) },
    { sign: SIGNS.inTitle, words: listed(terms.title) },
    { sign: SIGNS.strong, words: listed(terms.strong) },
  ]
  return { marks, lists }
}

function listed(joined: string): string[] {
  return joined === '' ? [] : joined.split(' ')
}

/** The words of pages by the dictionaries that stem them. All others are among the words that a page has anyhow. */
export function wordsToStem(pages: readonly PageToEnter[]): Map<string, Set<string>> {
  const asked = new Map<string, Set<string>>()
  for (const { terms, language = '' } of pages) {
    for (const word of listed(terms.words)) {
      const dictionary = stemmerOf(word, language)
      if (dictionary === undefined) continue
      const words = asked.get(dictionary)
      if (words) words.add(word)
      else asked.set(dictionary, new Set([word]))
    }
  }
  return asked
}

/** As the database reads it. Nothing in it needs to be escaped: words are letters and digits. */
export function vectorOf(page: PageToEnter, stems: StemTable): string {
  const { marks, lists } = termsToEnter(page)
  const { language = '' } = page
  let vector = marks.map((mark) => `'${mark}'`).join(' ')
  for (const { sign, words, places } of lists) {
    for (const [at, word] of words.entries()) {
      const dictionary = stemmerOf(word, language)
      const stem = (dictionary && stems.get(dictionary)?.get(word)) ?? word
      vector += places ? ` '${sign}${stem}':${places[at]}` : ` '${sign}${stem}'`
    }
  }
  return vector
}

const MOST_DOMAINS = 8

/** The host with and without its port, and every domain that it is in. */
function sitesOf(url: string): string[] {
  const { hostname, port } = new URL(url)
  const name = hostname.replace(/\.$/, '')
  const labels = /^[\d.]+$|^\[/.test(name) ? [name] : name.split('.').slice(-MOST_DOMAINS)
  const domains = labels.map((_, at) => labels.slice(at).join('.'))
  return [...new Set([port && `${name}:${port}`, name, ...domains])].filter(
    (site) => site !== '' && !/[\s'\\]/.test(site),
  )
}

const LONGEST_TYPE = 10

function fileTypesOf(url: string, contentType: string): string[] {
  const ending = /\.([a-z0-9]+)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase()
  const declared = contentType.split(/[;\s]/, 1)[0]!.toLowerCase()
  const plain = /^(?:application|text)\/([a-z0-9]+)$/.exec(declared)?.[1]
  const types = [ending, plain, ENDINGS.get(declared)]
  return [...new Set(types.filter((type) => type !== undefined && type.length <= LONGEST_TYPE))] as string[]
}

/** Endings of files that declare themselves by another name. */
const ENDINGS = new Map(
  Object.entries({
    'text/plain': 'txt',
    'text/markdown': 'md',
    'application/xhtml+xml': 'html',
    'application/epub+zip': 'epub',
    'application/msword': 'doc',
    'application/vnd.ms-excel': 'xls',
    'application/vnd.ms-powerpoint': 'ppt',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
    'application/vnd.oasis.opendocument.text': 'odt',
    'application/vnd.oasis.opendocument.spreadsheet': 'ods',
    'application/vnd.oasis.opendocument.presentation': 'odp',
  }),
)

const MOST_URL_WORDS = 40

function urlWords(url: string): string[] {
  return [...new Set(indexWords(decoded(url.replace(/^\w+:\/\/(www\.)?/i, ''))))].slice(0, MOST_URL_WORDS)
}

/** An address as it is read; one that is written wrongly stays as it is. */
export function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Titles often name the site too, before or behind a stroke. */
const STROKES = /\s+[|\-–—·•:»«/]+\s+|\s*[|»«]\s*/

function wholeTitles(title: string): string[] {
  return [...new Set([title, ...title.split(STROKES)].map(wholeTitle))].filter((whole) => whole !== '')
}

/** Long ones are told apart by a hash. */
export function wholeTitle(text: string): string {
  const joined = indexWords(text).join('_')
  return joined.length <= 60 ? joined : createHash('sha1').update(joined).digest('hex')
}
