import type { Queryable } from '../database/database.ts'

/** Words by the dictionary of the database that stems them. */
type WordsToStem = ReadonlyMap<string, ReadonlySet<string>>
/** Their stems, by dictionary and word. */
export type StemTable = ReadonlyMap<string, ReadonlyMap<string, string>>
export type StemWords = (words: WordsToStem) => Promise<StemTable>

/** The words of most pages are the same few thousand. */
const MOST_KNOWN = 30_000

/** Asks the database for the stem of a word once; when too many are known, all are forgotten. */
export function createStemWords(db: Queryable): StemWords {
  const known = new Map<string, Map<string, string>>()
  let count = 0

  function note(dictionary: string, word: string, stem: string): void {
    let words = known.get(dictionary)
    if (words === undefined) known.set(dictionary, (words = new Map()))
    words.set(word, stem === word ? word : stem)
    count++
  }

  return async (asked) => {
    if (count > MOST_KNOWN) {
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
    const stems = await askedOf(db, unknown)
    for (const [at, { dictionary, word }] of unknown.entries()) {
      table.get(dictionary)!.set(word, stems[at]!)
      note(dictionary, word, stems[at]!)
    }
    return table
  }
}

async function askedOf(
  db: Queryable,
  words: readonly { dictionary: string; word: string }[],
): Promise<string[]> {
  if (words.length === 0) return []
  const [row] = await db.prepared<{ stems: string[] }>(
    `select array_agg(coalesce((ts_lexize(given.dictionary, given.word))[1], given.word) order by given.place) as stems
     from unnest($1::text[], $2::regdictionary[]) with ordinality as given (word, dictionary, place)`,
    [words.map(({ word }) => word), words.map(({ dictionary }) => dictionary)],
  )
  return row!.stems
}

/** Which dictionary of the database stems a word of a page in a language; undefined: the word stays as it is. */
export function stemmerOf(word: string, language: string): string | undefined {
  const script = scriptOf(word)
  if (script === undefined) return undefined
  if (script === 'Latin' && OTHER_SCRIPTS.has(language)) return 'english_stem'
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

/** The dictionaries that every server from version 14 on has. */
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

/** Languages in whose texts a word in Latin letters is mostly English. */
const OTHER_SCRIPTS: ReadonlySet<string> = new Set(
  'ar be bg el fa he hi hy ja ka ko mk mr ne ru sr ta th uk ur yi zh'.split(' '),
)
