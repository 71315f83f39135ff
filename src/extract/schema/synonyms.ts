import { readFileSync } from 'node:fs'

interface Synonyms {
  /** What a word in any language means, as the English words for it. */
  meanings: ReadonlyMap<string, readonly string[]>
  /** Words of scripts that put none between them, the longest first. */
  unspaced: readonly string[]
  /** Words that may end a longer one, the longest first. */
  endings: readonly string[]
}

let read: Synonyms | undefined

/** What a word of a label means; the word itself where nothing is known about it. */
export function meaningsOf(word: string): readonly string[] {
  const { meanings } = synonyms()
  return meanings.get(word) ?? meanings.get(withoutMarks(word)) ?? []
}

/** The known words in a text of a script that has no spaces. */
export function unspacedWordsIn(text: string): string[] {
  const found: string[] = []
  let rest = text.slice(0, 60)
  for (const word of synonyms().unspaced) {
    if (!rest.includes(word)) continue
    found.push(word)
    rest = rest.replaceAll(word, ' ')
  }
  return found
}

/** `Erscheinungsdatum` is a `Datum`: a word that ends in a known one falls into two. */
export function compoundParts(word: string): string[] {
  const { endings, meanings } = synonyms()
  if (word.length < 7 || meanings.has(word) || !/^\p{Script=Latin}+$/u.test(word)) return [word]
  const ending = endings.find((one) => word.endsWith(one) && word.length > one.length + 2)
  return ending === undefined ? [word] : [word.slice(0, -ending.length), ending]
}

function synonyms(): Synonyms {
  read ??= parse(readFileSync(new URL('synonyms.txt', import.meta.url), 'utf8'))
  return read
}

/** A line of the file is a meaning and the words for it. */
function parse(file: string): Synonyms {
  const meanings = new Map<string, string[]>()
  for (const line of file.split('\n')) {
    const [meaning, words] = line.split(': ', 2)
    if (meaning === undefined || words === undefined) continue
    for (const word of [meaning, ...words.trim().split(' ')]) {
      for (const form of new Set([word, withoutMarks(word)])) {
        const known = meanings.get(form)
        if (known === undefined) meanings.set(form, [meaning])
        else if (!known.includes(meaning)) known.push(meaning)
      }
    }
  }
  const words = [...meanings.keys()].toSorted((one, other) => other.length - one.length)
  return {
    meanings,
    unspaced: words.filter((word) => UNSPACED.test(word)),
    endings: words.filter((word) => ENDING.test(word)),
  }
}

/** Words of German and its neighbours, which are written together; others would be found where they are not. */
const ENDING =
  /^(?:datum|preis|zeit|nummer|titel|name|ort|fläche|zahl|gewicht|adresse|jahr|art|farbe|sprache|dauer|bewertung|größe|gehalt)$/
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function withoutMarks(word: string): string {
  return UNSPACED.test(word) ? word : word.normalize('NFD').replaceAll(/\p{M}/gu, '')
}
