import { readFileSync } from 'node:fs'
import { isPlain, withoutMarks } from '../../language/fold.ts'

interface Synonyms {
  /** The first words of expressions of several. */
  beginnings: ReadonlySet<string>
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
  return meanings.get(word) ?? (isPlain(word) ? undefined : meanings.get(withoutMarks(word))) ?? NOTHING
}

const NOTHING: readonly string[] = []

/** The words with those that are one expression together put together: `gas mileage` is `gas-mileage`. */
export function withPhrases(words: readonly string[]): readonly string[] {
  const { meanings, beginnings } = synonyms()
  if (!words.some((word) => beginnings.has(word))) return words
  const found: string[] = []
  for (let at = 0; at < words.length; at++) {
    const phrase = beginnings.has(words[at]!)
      ? LENGTHS.map((count) => words.slice(at, at + count)).find((some) => meanings.has(some.join('-')))
      : undefined
    found.push(phrase?.join('-') ?? words[at]!)
    if (phrase) at += phrase.length - 1
  }
  return found.length < words.length ? found : words
}

/** Of how many words expressions are, the longest first. */
const LENGTHS = [3, 2]

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
    beginnings: new Set(words.filter((word) => word.includes('-')).map((word) => word.split('-', 1)[0]!)),
    unspaced: words.filter((word) => UNSPACED.test(word)),
    endings: words.filter((word) => ENDING.test(word)),
  }
}

/** Words of German and its neighbours, which are written together; others would be found where they are not. */
const ENDING =
  /^(?:datum|preis|zeit|nummer|titel|name|ort|fläche|zahl|gewicht|adresse|jahr|art|farbe|sprache|dauer|bewertung|größe|gehalt)$/
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
