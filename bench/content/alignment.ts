/** A possible position of a block in a reference text. */
interface Candidate {
  block: number
  start: number
  end: number
  weight: number
}

/** Shorter blocks are matched only as a whole. */
const SHORT = 6

/**
 * Finds the blocks of a page in a reference text. Short blocks such as "Home" match in many places by chance. Therefore
 * blocks are matched in page order as far as the reference has the same order, starting from long ones.
 */
export class Alignment {
  private readonly reference: readonly string[]
  private readonly places = new Map<string, number[]>()
  private readonly triples = new Map<string, number[]>()

  constructor(reference: readonly string[]) {
    this.reference = reference
    reference.forEach((word, at) => {
      push(this.places, word, at)
      if (at + 2 < reference.length) push(this.triples, tripleAt(reference, at), at)
    })
  }

  /** The share of each block (given as words) that is in the reference, from 0 to 1. */
  label(blocks: readonly (readonly string[])[]): Float32Array {
    const covers = blocks.map((words) => this.coverOf(words))
    const chosen = longestChain(
      blocks.map((words, block) => this.candidates(words, block, covers[block]!)),
      this.reference.length,
    )
    const left = new Map([...this.triples].map(([triple, { length }]) => [triple, length]))
    const labels = new Float32Array(blocks.length)
    blocks.forEach((words, at) => {
      if (!chosen.has(at)) return
      labels[at] = words.length < SHORT ? 1 : covers[at]!
      consume(words, left)
    })
    // Text that the reference has in another order counts unless another block has used it.
    blocks.forEach((words, at) => {
      if (!chosen.has(at) && words.length >= SHORT && covers[at]! > 0.3) labels[at] = consume(words, left)
    })
    return labels.map((label) => (label < 0.2 ? 0 : label > 0.8 ? 1 : label))
  }

  private coverOf(words: readonly string[]): number {
    if (words.length < SHORT) return this.places.has(words[0] ?? '') ? 1 : 0
    const isHit = new Uint8Array(words.length)
    for (let at = 0; at + 2 < words.length; at++) {
      if (this.triples.has(tripleAt(words, at))) isHit.fill(1, at, at + 3)
    }
    return isHit.reduce((sum, hit) => sum + hit, 0) / words.length
  }

  private candidates(words: readonly string[], block: number, cover: number): Candidate[] {
    const { length } = words
    if (length === 0 || cover <= 0.3) return []
    if (length < SHORT) {
      return (this.places.get(words[0]!) ?? [])
        .slice(0, 60)
        .filter((start) => words.every((word, at) => this.reference[start + at] === word))
        .map((start) => ({ block, start, end: start + length, weight: length }))
    }
    const votes = new Map<number, number>()
    for (let at = 0; at + 2 < length; at += Math.max(1, Math.floor(length / 6))) {
      for (const found of (this.triples.get(tripleAt(words, at)) ?? []).slice(0, 20)) {
        const start = Math.max(0, found - at)
        votes.set(start, (votes.get(start) ?? 0) + 1)
      }
    }
    const weight = length * cover
    return [...votes]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, 12)
      .map(([start]) => ({
        block,
        start,
        end: Math.min(this.reference.length, start + Math.round(weight)),
        weight: weight + 2,
      }))
  }
}

/** The heaviest chain of candidates in the same order, at most one per block. */
function longestChain(candidates: readonly Candidate[][], length: number): Set<number> {
  const best = new BestBefore(length)
  const links: { block: number; before: number }[] = []
  for (const options of candidates) {
    const found = options.map(({ block, start, end, weight }) => {
      const { value, link } = best.upTo(start)
      links.push({ block, before: link })
      return { end, value: value + weight, link: links.length - 1 }
    })
    for (const { end, value, link } of found) best.add(end, value, link)
  }
  const chosen = new Set<number>()
  for (let { link } = best.upTo(length); link >= 0; link = links[link]!.before) chosen.add(links[link]!.block)
  return chosen
}

/** The best chain that ends at or before a position (a Fenwick tree of maxima). */
class BestBefore {
  private readonly values: Float64Array
  private readonly links: Int32Array

  constructor(length: number) {
    this.values = new Float64Array(length + 2)
    this.links = new Int32Array(length + 2).fill(-1)
  }

  upTo(position: number): { value: number; link: number } {
    let value = 0
    let link = -1
    for (let at = position + 1; at > 0; at -= at & -at) {
      if (this.values[at]! > value) {
        value = this.values[at]!
        link = this.links[at]!
      }
    }
    return { value, link }
  }

  add(position: number, value: number, link: number): void {
    for (let at = position + 1; at < this.values.length; at += at & -at) {
      if (this.values[at]! >= value) continue
      this.values[at] = value
      this.links[at] = link
    }
  }
}

/** Removes the triples of a block from the remaining ones, and returns the share that was there. */
function consume(words: readonly string[], left: Map<string, number>): number {
  let found = 0
  for (let at = 0; at + 2 < words.length; at++) {
    const triple = tripleAt(words, at)
    const count = left.get(triple) ?? 0
    if (count === 0) continue
    found++
    left.set(triple, count - 1)
  }
  return words.length > 2 ? found / (words.length - 2) : 0
}

function tripleAt(words: readonly string[], at: number): string {
  return `${words[at]} ${words[at + 1]} ${words[at + 2]}`
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
