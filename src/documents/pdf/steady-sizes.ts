import type { Word } from './page.ts'

const WINDOW = 6

/**
 * Words whose heights were measured one by one, as those of a text that was read from a scan, get the height that is
 * usual around them. Words that were set have the same height as their neighbours anyway.
 */
export function withSteadySizes(words: Word[]): Word[] {
  if (!isUnsteady(words)) return words
  const usual = medianOf(words.map(({ size }) => size))
  return words.map((word, index) => {
    const around = words
      .slice(Math.max(0, index - WINDOW), index + WINDOW + 1)
      .filter((other) => isBeside(other, word))
      .map(({ size }) => size)
    const size = medianOf(around)
    return { ...word, size: Math.abs(size - usual) < 0.25 * usual ? usual : size }
  })
}

/** Whether words that stand beside each other mostly differ in height. */
function isUnsteady(words: readonly Word[]): boolean {
  let pairs = 0
  let different = 0
  for (let index = 1; index < words.length; index++) {
    const [before, word] = [words[index - 1]!, words[index]!]
    if (!isBeside(before, word)) continue
    pairs++
    if (Math.abs(before.size - word.size) > 0.02 * word.size) different++
  }
  return pairs > 20 && different > 0.4 * pairs
}

function isBeside(one: Word, other: Word): boolean {
  const shared = Math.min(one.box[3], other.box[3]) - Math.max(one.box[1], other.box[1])
  return shared > 0.4 * Math.min(one.box[3] - one.box[1], other.box[3] - other.box[1])
}

function medianOf(values: number[]): number {
  return values.sort((one, other) => one - other)[values.length >> 1]!
}
