import { createHash } from 'node:crypto'
import { indexWords } from '../../language/index-words.ts'
import type { PageToEnter } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Prefixes that mark special terms. No word begins with one. */
export const PREFIXES = {
  team: '@',
  site: '/',
  language: '~',
  fileType: '.',
  /** A whole title, or a part of one between separators, its words joined. */
  wholeTitle: '=',
  inTitle: '^',
  inUrl: '%',
  strong: '+',
  has: '#',
} as const

export const TITLE_WEIGHT = 'A'

function indexTerms(page: PageToEnter) {
  const { teamId, url, contentType, terms, language = '' } = page
  const marks = [
    PREFIXES.team + teamId,
    ...sitesOf(url).map((site) => PREFIXES.site + site),
    ...(language === '' ? [] : [PREFIXES.language + language]),
    ...fileTypesOf(url, contentType).map((type) => PREFIXES.fileType + type),
    ...titleTerms(page.title).map((title) => PREFIXES.wholeTitle + title),
    ...(page.pictures.length > 0 ? [`${PREFIXES.has}pictures`] : []),
    ...(page.publishedAt === undefined ? [] : [`${PREFIXES.has}date`]),
    ...urlWords(url).map((word) => PREFIXES.inUrl + word),
  ]
  const lists = [
    { sign: '', words: splitTerms(terms.words), places: splitTerms(terms.places) },
    { sign: PREFIXES.inTitle, words: splitTerms(terms.title) },
    { sign: PREFIXES.strong, words: splitTerms(terms.strong) },
  ]
  return { marks, lists }
}

function splitTerms(joined: string): string[] {
  return joined === '' ? [] : joined.split(' ')
}

/** The words of pages by the dictionaries that stem them. All other words are indexed unchanged. */
export function wordsToStem(pages: readonly PageToEnter[]): Map<string, Set<string>> {
  const wordsByDictionary = new Map<string, Set<string>>()
  for (const { terms, language = '' } of pages) {
    for (const word of splitTerms(terms.words)) {
      const dictionary = stemmerOf(word, language)
      if (dictionary === undefined) continue
      const words = wordsByDictionary.get(dictionary)
      if (words) words.add(word)
      else wordsByDictionary.set(dictionary, new Set([word]))
    }
  }
  return wordsByDictionary
}

/** In the database's syntax. Nothing needs to be escaped: words are letters and digits. */
export function vectorOf(page: PageToEnter, stems: StemTable): string {
  const { marks, lists } = indexTerms(page)
  const { language = '' } = page
  let vector = marks.map((mark) => `'${mark}'`).join(' ')
  for (const { sign: prefix, words, places } of lists) {
    for (const [at, word] of words.entries()) {
      const dictionary = stemmerOf(word, language)
      const stem = (dictionary && stems.get(dictionary)?.get(word)) ?? word
      vector += places ? ` '${prefix}${stem}':${places[at]}` : ` '${prefix}${stem}'`
    }
  }
  return vector
}

const MAX_DOMAINS = 8

/** The host with and without its port, and all its parent domains. */
function sitesOf(url: string): string[] {
  const { hostname, port } = new URL(url)
  const name = hostname.replace(/\.$/, '')
  const labels = /^[\d.]+$|^\[/.test(name) ? [name] : name.split('.').slice(-MAX_DOMAINS)
  const domains = labels.map((_, at) => labels.slice(at).join('.'))
  return [...new Set([port && `${name}:${port}`, name, ...domains])].filter(
    (site) => site !== '' && !/[\s'\\]/.test(site),
  )
}

const MAX_TYPE_CHARS = 10

function fileTypesOf(url: string, contentType: string): string[] {
  const ending = /\.([a-z0-9]+)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase()
  const declared = contentType.split(/[;\s]/, 1)[0]!.toLowerCase()
  const plain = /^(?:application|text)\/([a-z0-9]+)$/.exec(declared)?.[1]
  const types = [ending, plain, FILE_ENDINGS.get(declared)]
  return [...new Set(types.filter((type) => type !== undefined && type.length <= MAX_TYPE_CHARS))] as string[]
}

const FILE_ENDINGS = new Map(
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

const MAX_URL_WORDS = 40

function urlWords(url: string): string[] {
  return [...new Set(indexWords(decodeUrl(url.replace(/^\w+:\/\/(www\.)?/i, ''))))].slice(0, MAX_URL_WORDS)
}

export function decodeUrl(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Titles often contain the site's name, before or after a separator. */
const TITLE_SEPARATORS = /\s+[|\-–—·•:»«/]+\s+|\s*[|»«]\s*/

function titleTerms(title: string): string[] {
  return [...new Set([title, ...title.split(TITLE_SEPARATORS)].map(titleTerm))].filter(
    (whole) => whole !== '',
  )
}

export function titleTerm(text: string): string {
  const joined = indexWords(text).join('_')
  return joined.length <= 60 ? joined : createHash('sha1').update(joined).digest('hex')
}

type WordsToStem = ReadonlyMap<string, ReadonlySet<string>>
export type StemTable = ReadonlyMap<string, ReadonlyMap<string, string>>
export type StemWords = (words: WordsToStem) => Promise<StemTable>

/** Most pages share the same few thousand words. */
const MAX_CACHED_STEMS = 30_000

/** Queries the database for each stem once. The cache is cleared when it is full. */
export function createStemWords(db: Queryable): StemWords {
  const known = new Map<string, Map<string, string>>()
  let count = 0

  function cacheStem(dictionary: string, word: string, stem: string): void {
    let words = known.get(dictionary)
    if (words === undefined) known.set(dictionary, (words = new Map()))
    words.set(word, stem === word ? word : stem)
    count++
  }

  return async (asked) => {
    if (count > MAX_CACHED_STEMS) {
      known.clear()
      count = 0
    }
    const table = new Map<string, Map<string, string>>()
    const unknown: { dictionary: string; word: string }[] = []
    for (const [dictionary, words] of asked) {
      const own = new Map<string, string>()
      table.set(dictionary, own)
      const before = known.get(dictionary)
      for (const word of words) {
        const stem = before?.get(word)
        if (stem === undefined) unknown.push({ dictionary, word })
        else own.set(word, stem)
      }
    }
    const stems = await readStems(db, unknown)
    for (const [at, { dictionary, word }] of unknown.entries()) {
      table.get(dictionary)!.set(word, stems[at]!)
      cacheStem(dictionary, word, stems[at]!)
    }
    return table
  }
}

async function readStems(db: Queryable, words: readonly { dictionary: string; word: string }[]) {
  if (words.length === 0) return []
  const [row] = await db.prepared<{ stems: string[] }>(sql`
    select array_agg(coalesce((ts_lexize(given.dictionary, given.word))[1], given.word)
      order by given.place) as stems
    from unnest(${words.map(({ word }) => word)}::text[],
      ${words.map(({ dictionary }) => dictionary)}::regdictionary[]) with ordinality as given (word,
      dictionary, place)`)
  return row!.stems
}

/** The database's dictionary for a word of a page in a language; undefined if the word is not stemmed. */
export function stemmerOf(word: string, language: string): string | undefined {
  const script = scriptOf(word)
  if (script === undefined) return undefined
  if (script === 'Latin' && NON_LATIN_LANGUAGES.has(language)) return 'english_stem'
  const own = STEMMERS[language]
  return own?.script === script ? own.dictionary : undefined
}

type Script = (typeof SCRIPTS)[number][0]

const SCRIPTS = [
  ['Latin', /^\p{Script=Latin}/u],
  ['Cyrillic', /^\p{Script=Cyrillic}/u],
  ['Greek', /^\p{Script=Greek}/u],
  ['Arabic', /^\p{Script=Arabic}/u],
  ['Devanagari', /^\p{Script=Devanagari}/u],
  ['Armenian', /^\p{Script=Armenian}/u],
  ['Tamil', /^\p{Script=Tamil}/u],
  ['Hebrew', /^\p{Script=Hebrew}/u],
] as const

function scriptOf(word: string): Script | undefined {
  if (/^[a-z]/.test(word)) return 'Latin'
  return SCRIPTS.find(([, begins]) => begins.test(word))?.[0]
}

const STEMMERS: Record<string, { dictionary: string; script: Script }> = Object.fromEntries(
  Object.entries({
    Latin:
      'ca:catalan da:danish de:german en:english es:spanish eu:basque fi:finnish fr:french ga:irish hu:hungarian ' +
      'id:indonesian it:italian lt:lithuanian nb:norwegian nl:dutch nn:norwegian no:norwegian pt:portuguese ro:romanian ' +
      'sv:swedish tr:turkish',
    Cyrillic: 'ru:russian',
    Greek: 'el:greek',
    Arabic: 'ar:arabic',
    Devanagari: 'hi:hindi ne:nepali',
    Armenian: 'hy:armenian',
    Tamil: 'ta:tamil',
    Hebrew: 'yi:yiddish',
  }).flatMap(([script, list]) =>
    list.split(' ').map((pair) => {
      const [language, dictionary] = pair.split(':')
      return [language!, { dictionary: `${dictionary}_stem`, script: script as Script }]
    }),
  ),
)

/** Languages in whose texts a Latin word is mostly English. */
const NON_LATIN_LANGUAGES: ReadonlySet<string> = new Set(
  'ar be bg el fa he hi hy ja ka ko mk mr ne ru sr ta th uk ur yi zh'.split(' '),
)
