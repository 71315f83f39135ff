import { stemOf, wordsOf } from '../match/words.ts'
import { synonymsOf } from '../resolve/synonyms.ts'

/** What a control may be called, each as stems: its names, other names of the same thing, telling words of them. */
export interface Labels {
  names: string[][]
  others: string[][]
  words: string[][]
}

const WEAK = new Set(
  'your the a an of or and number address please enter choose select full new my preferred in on to for would you us is do we'.split(
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
  return { names, others, words: single.filter((word) => !whole.has(word.join(' '))) }
}

function unique(names: readonly string[]): string[][] {
  const written = new Set(names.map((name) => stemsOf(name).join(' ')).filter((name) => name !== ''))
  return [...written].map((name) => name.split(' ')).sort((a, b) => b.length - a.length)
}

/** The words of a text as they are compared: by their stems, in one spelling. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map((word) => stemOf(word.replace(/^colour/, 'color')))
}

/** Where a label stands in stems, and how much it says about which control is meant. */
export function labelIn(
  stems: readonly string[],
  labels: Labels,
): { at: number; length: number; worth: number } | undefined {
  for (const name of labels.names) {
    const at = runIn(stems, name)
    if (at !== -1) return { at, length: name.length, worth: 0.7 + 0.05 * Math.min(3, name.length) }
  }
  for (const name of labels.others) {
    const at = runIn(stems, name)
    if (at !== -1) return { at, length: name.length, worth: 0.64 + 0.02 * Math.min(3, name.length) }
  }
  for (const word of labels.words) {
    const at = runIn(stems, word)
    if (at !== -1) return { at, length: 1, worth: 0.62 }
  }
  return undefined
}

export function runIn(stems: readonly string[], run: readonly string[]): number {
  for (let start = 0; start + run.length <= stems.length; start++)
    if (run.every((stem, index) => stems[start + index] === stem)) return start
  return -1
}
