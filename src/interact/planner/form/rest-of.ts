import { wordsOf } from '../match/words.ts'
import type { Part } from './segments.ts'

const NO_VALUE =
  /^(the|a|an|with|for|in|of|from|to|by|on|at|my|is|set|enter|put|give|add|change|field|box|number|code|der|die|das|den|dem|mein|meine|le|la|les|el|los|las|il|lo|het|de|o|os|as)$/

/** What is left of a part when the label is taken out: after it, else before it. */
export function restOf(
  { rest, words: small }: Part,
  { at, length }: { at: number; length: number },
): string | undefined {
  const quoted = /["“„«]([^"“”»]*)["“”»]/.exec(rest)?.[1]
  if (quoted !== undefined) return quoted.trim()
  const words = wordsOf(rest)
  const after = afterWords(rest, Math.max(0, at + length))
    .replace(small.between, '')
    .replace(/^\p{L}+:\s+/u, '')
    .trim()
  if (after !== '' && !NO_VALUE.test(after.toLowerCase())) return after
  const before = words.slice(0, Math.max(0, at)).filter((word) => !NO_VALUE.test(word))
  return before.length === 0 ? undefined : asWritten(rest, before)
}

function asWritten(text: string, words: readonly string[]): string {
  return words
    .map(
      (word) =>
        placesOf(text)
          .map(({ text: written }) => written)
          .find((written) => wordsOf(written).join(' ') === word) ?? word,
    )
    .join(' ')
}

/** The words of a text as they stand in it, with their places. */
export function placesOf(text: string): { text: string; start: number; end: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+(?:['.’][\p{L}\p{N}\p{M}]+)*/gu)].map((found) => ({
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }))
}

/** The text behind the first words of it, as it was written. */
function afterWords(text: string, count: number): string {
  const last = placesOf(text)[count - 1]
  return (last ? text.slice(last.end) : text).replace(/^[^\p{L}\p{N}"“„«([+#@€$£-]+/u, '')
}
