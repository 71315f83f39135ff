/** Enough to know a text by; a longer one is known by its beginning. */
export const MAX_WORDS = 4_000

/**
 * A number of 64 bits, in hexadecimal, that differs in few bits for texts that differ little. Every three words in a
 * row vote on every bit, by their hash; the majority decides.
 */
export function simhash(words: Int32Array): string {
  const lows = new Int32Array(PLANES)
  const highs = new Int32Array(PLANES)
  const voters = Math.max(1, words.length - 2)
  for (let place = 0; place < voters; place++) {
    let low = 0x811c9dc5
    let high = 0x9e3779b9
    for (let word = place; word < Math.min(place + 3, words.length); word++) {
      low = Math.imul(low ^ words[word]!, 0x01000193)
      high = Math.imul(high ^ words[word]!, 0x85ebca6b)
      high ^= high >>> 13
    }
    addVotes(lows, scrambled(low))
    addVotes(highs, scrambled(high))
  }
  return majority(highs, voters) + majority(lows, voters)
}

/** As many binary digits as the number of voters can have. */
const PLANES = Math.ceil(Math.log2(MAX_WORDS + 1))

/** Counts 32 votes at once: each plane holds one binary digit of all 32 counters. */
function addVotes(planes: Int32Array, votes: number): void {
  for (let plane = 0, carry = votes; carry !== 0; plane++) {
    const both = planes[plane]! & carry
    planes[plane]! ^= carry
    carry = both
  }
}

function majority(planes: Int32Array, voters: number): string {
  let number = 0
  for (let bit = 0; bit < 32; bit++) {
    let votes = 0
    for (let plane = 0; plane < PLANES; plane++) votes += ((planes[plane]! >>> bit) & 1) << plane
    if (2 * votes > voters) number |= 1 << bit
  }
  return inHexadecimal(number)
}

/** Spreads what little tells two hashes apart over all their bits. */
export function scrambled(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  const second = Math.imul(first ^ (first >>> 15), 0x846ca68b)
  return second ^ (second >>> 16)
}

export function inHexadecimal(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, '0')
}
