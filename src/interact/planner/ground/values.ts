import type { ClauseWords, SaidWord } from './clause-words.ts'

/**
 * The values that words say: each quotation by itself, else runs of words that no joining word parts. Small words within
 * a run belong to it, those at its ends do not.
 */
export function valuesIn(
  { text, words }: ClauseWords,
  left: readonly SaidWord[],
): { text: string; words: SaidWord[] }[] {
  const quoted = left.filter((word) => word.quoted)
  if (quoted.length > 0) return quoted.map((word) => ({ text: word.text, words: [word] }))
  const runs: SaidWord[][] = []
  for (const word of left) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && isOneRun(text.slice(before.end, word.start), words, before, word)) run.push(word)
    else runs.push([word])
  }
  return runs.map((run) => ({ text: text.slice(run[0]!.start, run.at(-1)!.end), words: run }))
}

function isOneRun(between: string, words: readonly SaidWord[], from: SaidWord, to: SaidWord): boolean {
  if (/[,;:\n]/.test(between)) return false
  const joining = words.slice(words.indexOf(from) + 1, words.indexOf(to))
  return (
    !joining.some((word) => !word.small) &&
    (joining.length === 0 ||
      /^(of|de|du|del|di|do|da|von|van|the|le|la|der|die|das|il|o|for|für)$/i.test(joining[0]!.text))
  )
}
