import type { Place } from '../../src/extract/candidates/place.ts'
import type { PageView } from '../../src/extract/match/page-view.ts'
import { likeness, wordVectors } from '../../src/extract/match/word-vectors.ts'
import { wordsIn } from '../../src/extract/match/words.ts'

/** A field that nobody marked: a value that a page itself has a label for, asked for by that label or words like it. */
export interface InventedField {
  name: string
  text: string
}

const FIELDS_PER_PAGE = 4

/**
 * Invents fields for each page of a site, so that many more names are learnt from than people marked. A label counts when
 * several pages have it with different values, and when it is the only one of its kind on the page.
 */
export function inventFields(
  pages: readonly { view: PageView; asked: readonly string[] }[],
  draw: () => number,
): InventedField[][] {
  const labels = pages.map(({ view }) => labelledTexts(view))
  const values = new Map<string, string[]>()
  for (const page of labels) {
    for (const [label, [text]] of page) values.set(label, [...(values.get(label) ?? []), text!])
  }
  const isVaried = (label: string) => {
    const all = values.get(label)!
    return all.length >= 3 && new Set(all).size >= Math.max(2, all.length / 4)
  }
  return pages.map(({ asked }, at) => {
    const usable = [...labels[at]!].filter(
      ([label, texts]) =>
        texts.length <= 2 && texts[0]!.length <= 120 && !asked.includes(label) && isVaried(label),
    )
    return drawn(usable, FIELDS_PER_PAGE, draw).map(([label, [text]]) => ({
      name: renamed(label, draw),
      text: text!,
    }))
  })
}

function labelledTexts(view: PageView): Map<string, string[]> {
  const found = new Map<string, string[]>()
  view.places.forEach((place, row) => {
    const label = labelOf(place)
    if (!view.isValue[row] || !place.spot || !/^[a-z_]{3,30}$/.test(label) || label.split('_').length > 3)
      return
    found.set(label, [...(found.get(label) ?? []), place.text])
  })
  return found
}

function labelOf({ cues }: Place): string {
  return wordsIn(cues.inText || cues.colon || cues.row || cues.marked).join('_')
}

function drawn<Item>(items: readonly Item[], count: number, draw: () => number): Item[] {
  const left = [...items]
  const taken: Item[] = []
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(draw() * left.length), 1))
  return taken
}

/** Another name for the same: a word less, a word like one of its own, the words turned round, or none of these. */
function renamed(label: string, draw: () => number): string {
  const words = label.split('_')
  const way = draw()
  if (way < 0.3 && words.length > 1) words.splice(Math.floor(draw() * (words.length - 1)), 1)
  else if (way < 0.65) {
    const at = Math.floor(draw() * words.length)
    const alike = neighbours(words[at]!)
    if (alike.length > 0) words[at] = alike[Math.floor(draw() * alike.length)]!
  } else if (way < 0.75) words.reverse()
  return words.join('_')
}

const known = new Map<string, string[]>()

function neighbours(word: string): string[] {
  const found = known.get(word) ?? findNeighbours(word)
  known.set(word, found)
  return found
}

function findNeighbours(word: string): string[] {
  const { ranks } = wordVectors()
  if (!ranks.has(word)) return []
  return [...ranks.keys()]
    .slice(0, 20_000)
    .filter((other) => other !== word && other.length > 2)
    .map((other) => ({ other, likeness: likeness(word, other) ?? 0 }))
    .filter((pair) => pair.likeness > 0.6)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, 6)
    .map(({ other }) => other)
}
