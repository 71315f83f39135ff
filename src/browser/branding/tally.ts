import type { Color } from './color.ts'
import { distance } from './color.ts'

/** Weights of values; the heaviest is what a page mostly uses. */
export class Tally<Value> {
  private readonly weights = new Map<Value, number>()

  add(value: Value, weight = 1): void {
    this.weights.set(value, (this.weights.get(value) ?? 0) + weight)
  }

  /** Heaviest first; of equals the one that came first. */
  entries(): [value: Value, weight: number][] {
    return [...this.weights].sort(([, one], [, other]) => other - one)
  }

  heaviest(): Value | undefined {
    return this.entries()[0]?.[0]
  }
}

/** Colours that an eye takes for one, under the one of them that weighs most. */
export interface Cluster {
  color: Color
  weight: number
}

/** Puts near colours together, heaviest first. Only the heaviest are compared; a page may have any number of them. */
export function clustersOf(
  colors: Iterable<readonly [color: Color, weight: number]>,
  near = NEAR,
): Cluster[] {
  const byHex = new Map<string, Cluster>()
  for (const [color, weight] of colors) {
    const known = byHex.get(color.hex)
    if (known) known.weight += weight
    else byHex.set(color.hex, { color, weight })
  }
  const heaviest = [...byHex.values()].sort((one, other) => other.weight - one.weight).slice(0, MOST_COMPARED)
  const clusters: Cluster[] = []
  for (const single of heaviest) {
    const cluster = clusters.find(({ color }) => distance(color, single.color) < near)
    if (cluster) cluster.weight += single.weight
    else clusters.push(single)
  }
  return clusters.sort((one, other) => other.weight - one.weight)
}

/** Colours nearer than this are one to the eye. */
export const NEAR = 0.04
const MOST_COMPARED = 200
