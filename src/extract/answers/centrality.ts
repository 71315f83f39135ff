/**
 * How much each text has in common with the others, as LexRank has it: one that many are like stands for them. From 0 to
 * 1. Every pair is compared, so the caller sees to it that there are not too many.
 */
export function centralities(texts: readonly (readonly string[])[]): {
  scores: number[]
  similarity: (a: number, b: number) => number
} {
  const vectors = vectorsOf(texts)
  const size = texts.length
  const matrix = new Float32Array(size * size)
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      const value = cosine(vectors[a]!, vectors[b]!)
      matrix[a * size + b] = value
      matrix[b * size + a] = value
    }
  }
  return { scores: ranks(matrix, size), similarity: (a, b) => matrix[a * size + b]! }
}

type Vector = ReadonlyMap<string, number>

/** Terms by how often they stand in a text and how rare they are among all, with length one. */
function vectorsOf(texts: readonly (readonly string[])[]): Vector[] {
  const frequency = new Map<string, number>()
  for (const terms of texts)
    for (const term of new Set(terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return texts.map((terms) => {
    const vector = new Map<string, number>()
    for (const term of terms) vector.set(term, (vector.get(term) ?? 0) + 1)
    let square = 0
    for (const [term, count] of vector) {
      const weight = count * Math.log(1 + texts.length / frequency.get(term)!)
      vector.set(term, weight)
      square += weight * weight
    }
    const length = Math.sqrt(square) || 1
    for (const [term, weight] of vector) vector.set(term, weight / length)
    return vector
  })
}

function cosine(a: Vector, b: Vector): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0)
  return sum
}

const ROUNDS = 15
const DAMPING = 0.85

function ranks(matrix: Float32Array, size: number): number[] {
  const sums = Array.from({ length: size }, (_, row) => {
    let sum = 0
    for (let column = 0; column < size; column++) sum += matrix[row * size + column]!
    return sum
  })
  let scores = Array.from({ length: size }, () => 1 / size)
  for (let round = 0; round < ROUNDS; round++) {
    const next = Array.from({ length: size }, () => (1 - DAMPING) / size)
    for (let row = 0; row < size; row++) {
      if (sums[row] === 0) continue
      const given = (DAMPING * scores[row]!) / sums[row]!
      for (let column = 0; column < size; column++) next[column]! += given * matrix[row * size + column]!
    }
    scores = next
  }
  const most = Math.max(...scores, Number.MIN_VALUE)
  return scores.map((score) => score / most)
}
