/** The metrics of the public benchmarks, by their own definitions. */

/** Words as the benchmarks count them: letters, marks and digits, in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

const WORD = /[\p{L}\p{M}\p{N}_]+/gu

/** WCXB: precision and recall over the words of both texts, each as often as it occurs. */
export function wordF1(reference: string, found: string): number {
  const wanted = wordsOf(reference)
  const got = wordsOf(found)
  if (wanted.length === 0 || got.length === 0) return wanted.length === got.length ? 1 : 0
  const left = counted(wanted)
  let hits = 0
  for (const word of got) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    hits++
    left.set(word, count - 1)
  }
  return (2 * hits) / (wanted.length + got.length)
}

/** Counts of true, false and missing runs of four words on one page. */
export interface Shingles {
  hits: number
  extra: number
  missing: number
}

/** Article extraction benchmark: runs of four words, case-sensitive. */
export function shingles(reference: string, found: string): Shingles {
  const wanted = counted(runsOfFour(reference))
  const got = counted(runsOfFour(found))
  let hits = 0
  let extra = 0
  let missing = 0
  for (const [run, count] of wanted) {
    hits += Math.min(count, got.get(run) ?? 0)
    missing += Math.max(0, count - (got.get(run) ?? 0))
  }
  for (const [run, count] of got) extra += Math.max(0, count - (wanted.get(run) ?? 0))
  const all = Math.max(1, hits + extra + missing)
  return { hits: hits / all, extra: extra / all, missing: missing / all }
}

/** The F1 of the mean precision and the mean recall of the pages. */
export function shingleF1(pages: readonly Shingles[]): number {
  const precision = mean(
    pages.filter((page) => page.hits + page.extra > 0).map(({ hits, extra }) => hits / (hits + extra)),
  )
  const recall = mean(
    pages.filter((page) => page.hits + page.missing > 0).map(({ hits, missing }) => hits / (hits + missing)),
  )
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0
}

/** trafilatura: how many of the segments that belong to the content, and of those that do not, are found. */
export function segments(truth: { with: string[]; without: string[] }, found: string): Shingles {
  const text = folded(found)
  const hits = truth.with.filter((segment) => text.includes(folded(segment))).length
  const extra = truth.without.filter((segment) => text.includes(folded(segment))).length
  return { hits, extra, missing: truth.with.length - hits }
}

/** The F1 of all segments of all pages together. */
export function segmentF1(pages: readonly Shingles[]): number {
  const sum = (key: keyof Shingles) => pages.reduce((total, page) => total + page[key], 0)
  return (2 * sum('hits')) / (2 * sum('hits') + sum('extra') + sum('missing'))
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function runsOfFour(text: string): string[] {
  const words = text.match(WORD) ?? []
  return Array.from({ length: Math.max(1, words.length - 3) }, (_, at) =>
    words.slice(at, at + 4).join(' '),
  ).filter(Boolean)
}

function counted(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
