import { shapeOf } from '../address/shape.ts'

export interface Stop {
  url: string
  key: string
  /** How many links away from the start; the pages of a list are all as near as its first. */
  depth: number
  isNext: boolean
  /** How many pages of the same shape in a row led here without anything new on them. */
  chain: number
  parentSimilar: string | undefined
}

export interface Agenda {
  add(stop: Stop): void
  take(onlyNext: boolean): Stop | undefined
  note(url: string, broughtNew: boolean): void
}

const TIERS = { next: 0, plain: 1, barren: 2 }
const TIER = 100_000
const BARREN = 20

export function createAgenda(): Agenda {
  const lines = new Map<number, { stops: Stop[]; at: number }>()
  const barren = new Map<string, number>()

  const put = (tier: keyof typeof TIERS, stop: Stop) => {
    const rank = TIERS[tier] * TIER + stop.depth
    const line = lines.get(rank)
    if (line) line.stops.push(stop)
    else lines.set(rank, { stops: [stop], at: 0 })
  }

  const takeFirst = (below: number): { stop: Stop; rank: number } | undefined => {
    const rank = Math.min(...lines.keys())
    if (rank >= below) return undefined
    const line = lines.get(rank)!
    const stop = line.stops[line.at++]!
    if (line.at === line.stops.length) lines.delete(rank)
    return { stop, rank }
  }

  return {
    add: (stop) => put(stop.isNext ? 'next' : 'plain', stop),
    take(onlyNext) {
      for (;;) {
        const first = takeFirst(onlyNext ? TIER : Infinity)
        if (!first) return undefined
        const { stop, rank } = first
        const isPlain = Math.floor(rank / TIER) === TIERS.plain
        if (!isPlain || (barren.get(shapeOf(stop.url)) ?? 0) < BARREN) return stop
        put('barren', stop)
      }
    },
    note(url, broughtNew) {
      const shape = shapeOf(url)
      barren.set(shape, broughtNew ? 0 : (barren.get(shape) ?? 0) + 1)
    },
  }
}
