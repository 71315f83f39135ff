import type { Word } from './page.ts'

/** Puts the large letter that a text begins with into its first line, before the rest of its word. */
export function withDropCaps(words: Word[]): Word[] {
  const caps = words.filter(({ text }) => DROP_CAP.test(text))
  if (caps.length === 0) return words
  const usual = usualSize(words)
  const joined = new Map<Word, Word>()
  for (const cap of caps.filter(({ size }) => size >= 1.8 * usual).slice(0, MAX_CAPS)) {
    const next = nextWord(cap, words, usual)
    if (!next) continue
    joined.set(cap, { ...next, run: cap.run, text: cap.text, box: besideOf(cap, next) })
  }
  return joined.size === 0 ? words : words.map((word) => joined.get(word) ?? word)
}

/** One letter, or the whole word when it is not told apart from the letter. */
const DROP_CAP = /^["“'‘]?\p{Lu}\p{L}{0,14}$/u
const MAX_CAPS = 50

function usualSize(words: readonly Word[]): number {
  return words.map(({ size }) => size).sort((one, other) => one - other)[words.length >> 1]!
}

function isLetter({ text }: Word): boolean {
  return text.length < 3 && !/\p{Ll}/u.test(text)
}

/** A letter touches the rest of its word, a word does not. */
function besideOf(cap: Word, next: Word): Word['box'] {
  const right = isLetter(cap) ? next.box[0] : next.box[0] - 0.25 * next.size
  return [cap.box[0], next.box[1], Math.max(right, cap.box[0] + 1), next.box[3]]
}

/** The word at the right of the letter, in the first of at least two lines beside it. */
function nextWord({ box }: Word, words: readonly Word[], usual: number): Word | undefined {
  const beside = words.filter(
    (word) =>
      word.size < 1.5 * usual &&
      word.box[0] >= box[0] + 0.5 * usual &&
      word.box[0] < box[2] + 1.2 * usual &&
      word.box[1] > box[1] - 0.5 * usual &&
      word.box[3] < box[3] + 0.5 * usual,
  )
  const [first, second] = beside.sort((one, other) => one.box[1] - other.box[1])
  return first && second && second.box[1] > first.box[1] + 0.5 * usual ? first : undefined
}
