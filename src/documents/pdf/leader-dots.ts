import type { Word } from './page.ts'

/** In font heights, from the end of an entry to its page. */
const MIN_GAP = 4
/** Fewer of them may be there by chance. */
const MIN_ENTRIES = 3

/**
 * Puts the row of dots back between the entries of a list of contents and their pages. Of dots that stand apart the base
 * library leaves but the first at the end of the entry, and often the last before the page.
 */
export function withLeaderDots(words: Word[]): Word[] {
  const entries: number[] = []
  let dotted = 0
  for (let index = 1; index < words.length; index++) {
    if (!isEntryEnd(words[index - 1]!, words[index]!)) continue
    entries.push(index)
    if (words[index]!.text.startsWith('.')) dotted++
  }
  if (dotted < MIN_ENTRIES || dotted < entries.length / 3) return words
  const restored: Word[] = []
  let done = 0
  for (const index of entries) {
    const [before, page] = [words[index - 1]!, words[index]!]
    const room = 0.3 * page.size
    const box = [before.box[2] + room, page.box[1], page.box[0] - room, page.box[3]] as const
    restored.push(...words.slice(done, index - 1))
    restored.push({ ...before, text: before.text.slice(0, -1) }, { ...before, text: '.....', box })
    restored.push({ ...page, text: page.text.replace('.', '') })
    done = index + 1
  }
  return [...restored, ...words.slice(done)]
}

function isEntryEnd(before: Word, page: Word): boolean {
  return (
    before.run !== page.run &&
    before.text.length > 1 &&
    before.text.endsWith('.') &&
    /^\.?(?:\d{1,4}|[ivxlc]{1,7})$/.test(page.text) &&
    page.box[0] - before.box[2] > MIN_GAP * page.size &&
    Math.abs(page.box[3] - before.box[3]) < 0.3 * page.size
  )
}
