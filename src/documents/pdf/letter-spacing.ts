import type { Word } from './page.ts'

const MIN_LETTERS = 4

/** Joins letters that are set apart for show into words again, such as the title `A B S T R A C T`. */
export function withLetterSpacingRemoved(words: Word[]): Word[] {
  if (words.length < MIN_LETTERS) return words
  let isSpaced = false
  const joined: Word[] = []
  for (let start = 0; start < words.length;) {
    let end = start
    while (
      end < words.length &&
      isLetter(words[end]!) &&
      (end === start || words[end]!.size === words[start]!.size)
    )
      end++
    if (end - start >= MIN_LETTERS) {
      joined.push(...wordsFrom(words.slice(start, end)))
      isSpaced = true
      start = end
    } else {
      joined.push(...words.slice(start, Math.max(end, start + 1)))
      start = Math.max(end, start + 1)
    }
  }
  return isSpaced ? joined : words
}

function isLetter({ text }: Word): boolean {
  return text.length === 1 && /\p{L}/u.test(text)
}

/** Words end where the gap is much wider than between most letters. */
function wordsFrom(letters: readonly Word[]): Word[] {
  const gaps = letters.slice(1).map((letter, index) => letter.box[0] - letters[index]!.box[2])
  const usual = gaps.toSorted((one, other) => one - other)[gaps.length >> 1]!
  if (usual > 1.2 * letters[0]!.size) return [...letters]
  const words: Word[] = []
  letters.forEach((letter, index) => {
    const last = words.at(-1)
    if (last && gaps[index - 1]! < 1.7 * Math.max(usual, 0.1 * letter.size)) {
      words[words.length - 1] = {
        ...last,
        text: last.text + letter.text,
        box: [
          last.box[0],
          Math.min(last.box[1], letter.box[1]),
          letter.box[2],
          Math.max(last.box[3], letter.box[3]),
        ],
      }
    } else {
      words.push(letter)
    }
  })
  return words
}
