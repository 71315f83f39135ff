import type { Queryable } from './database.ts'

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
