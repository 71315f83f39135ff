import { stemOf, wordsOf } from '../match/words.ts'
import { synonymsOf } from '../resolve/synonyms.ts'

/** What a control may be called, each as stems: its names, other names of the same thing, telling words of them. */
export interface Labels {
  names: string[][]
  others: string[][]
  words: string[][]
  /** Words that many names have: they stand for this one where nothing else does. */
  weak?: string[][]
}

const WEAK = new Set(
  'your the a an of or and number address please enter choose select full new my preferred in on to for would you us is do we open menu option options more show'.split(
    ' ',
  ),
)

/** `byWord` where each telling word stands for the whole: `Street and number` is `street`. */
export function labelsFrom(given: readonly string[], byWord: boolean): Labels {
  const known = given.filter((name) => name !== '')
  const names = unique(known)
  const others = unique(known.flatMap((name) => synonymsOf(name)))
  const single = byWord
    ? unique(known.flatMap((name) => wordsOf(name)).filter((word) => word.length > 2 && !WEAK.has(word)))
    : []
  const whole = new Set(names.map((name) => name.join(' ')))
  const weak = byWord
    ? unique(known.flatMap((name) => wordsOf(name)).filter((word) => /^(number|address)$/.test(word)))
    : []
  return { names, others, words: single.filter((word) => !whole.has(word.join(' '))), weak }
}

function unique(names: readonly string[]): string[][] {
  const written = new Set(names.map((name) => stemsOf(name).join(' ')).filter((name) => name !== ''))
  return [...written].map((name) => name.split(' ')).sort((a, b) => b.length - a.length)
}

/** The words of a text as they are compared: by their stems, in one spelling. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map((word) =>
    stemOf(
      word
        .replace(/^colour/, 'color')
        .replace(/^children$/, 'child')
        .replace(/^people$/, 'person'),
    ),
  )
}

/** Where a label stands in stems, and how much it says about which control is meant. */
export function labelIn(stems: readonly string[], labels: Labels): LabelPlace | undefined {
  for (const name of labels.names) {
    const found = placeOf(stems, name)
    if (found) return { ...found, worth: 0.7 + 0.05 * Math.min(3, name.length) }
  }
  for (const name of labels.others) {
    const found = placeOf(stems, name)
    if (found) return { ...found, worth: 0.64 + 0.02 * Math.min(3, name.length) }
  }
  for (const word of labels.words) {
    const at = runIn(stems, word)
    if (at !== -1) return { at, length: 1, worth: 0.62 }
  }
  const parts = [...labels.words, ...labels.names.filter((name) => name.length === 1)]
  const at = stems.findIndex((stem) => parts.some(([word]) => sharesHead(stem, word!)))
  if (at !== -1) return { at, length: 1, worth: 0.58 }
  const weak = stems.findIndex((stem) => labels.weak?.some(([word]) => word === stem))
  return weak === -1 ? undefined : { at: weak, length: 1, worth: 0.5 }
}

export interface LabelPlace {
  at: number
  length: number
  worth: number
}

const LITTLE = /^(the|a|an|of|your|my|der|die|das|de|du|la|le|del|di|van|het|do|da)$/

/** A name in stems; small words in between do not matter: `the start of the week` is `Start of week`. */
function placeOf(
  stems: readonly string[],
  name: readonly string[],
): { at: number; length: number } | undefined {
  const plainly = runIn(stems, name)
  if (plainly !== -1) return { at: plainly, length: name.length }
  const telling = name.filter((stem) => !LITTLE.test(stem))
  const places = stems.flatMap((stem, at) => (LITTLE.test(stem) ? [] : [at]))
  if (telling.length < 2) return undefined
  const at = runIn(
    places.map((place) => stems[place]!),
    telling,
  )
  if (at === -1) return undefined
  const [first, last] = [places[at]!, places[at + telling.length - 1]!]
  return { at: first, length: last - first + 1 }
}

const SHORTEST_HEAD = 6

/** `Teilnehmer` and `Teilnehmerzahl`, `location` and `locations`: a long word that the other begins with. */
function sharesHead(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  return short.length >= SHORTEST_HEAD && long.startsWith(short)
}

export function runIn(stems: readonly string[], run: readonly string[]): number {
  for (let start = 0; start + run.length <= stems.length; start++)
    if (run.every((stem, index) => stems[start + index] === stem)) return start
  return -1
}
