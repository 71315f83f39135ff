import type { Fill, Word } from '../page.ts'
import { outerRowsOf } from './outer-rows.ts'
import type { Area } from './outer-rows.ts'
import type { Segment } from './ruling.ts'
import { middleOf } from './text-lines.ts'

/** An area that is a table by the shades of its cells: its words, and the edges of the shades. */
export interface ShadedStrip {
  words: Word[]
  horizontals: Segment[]
  verticals: Segment[]
}

/** A shaded row of cells. */
interface Band extends Area {
  /** Where cells meet. */
  cuts: number[]
}

const SAME_PLACE = 2
const MIN_HEIGHT = 6
const MAX_HEIGHT = 150
/** The row without a shade between two with one is no higher, in heights of these. */
const MAX_ROW_RATIO = 4
const MAX_FILLS = 3000
const MAX_BANDS = 300

/** Finds tables of which some rows are shaded, cell by cell, with rows between them that are not. */
export function shadedStripsOf(words: readonly Word[], fills: readonly Fill[]): ShadedStrip[] {
  if (fills.length > MAX_FILLS) return []
  return chainsOf(bandsOf(fills)).flatMap((bands) => {
    const [first] = bands as [Band]
    const { left, right, top } = first
    const area: Area = { left, right, top, bottom: bands.at(-1)!.bottom }
    const inside = words
      .filter(({ box }) => {
        const x = (box[0] + box[2]) / 2
        return x > left && x < right
      })
      .filter((word) => middleOf(word) > area.top && middleOf(word) < area.bottom)
    if (inside.length === 0) return []
    return {
      words: [...inside, ...outerRowsOf(words, area)],
      horizontals: bands.flatMap((band) =>
        [band.top, band.bottom].map((at) => ({ at, from: left, to: right })),
      ),
      verticals: first.cuts.map((at) => ({ at, from: area.top, to: area.bottom })),
    }
  })
}

/** Shades beside each other on one height. */
function bandsOf(fills: readonly Fill[]): Band[] {
  const shades = fills.flatMap(({ box, color }) => {
    const height = box[3] - box[1]
    return color !== 'ffffff' && height > MIN_HEIGHT && height < MAX_HEIGHT ? [box] : []
  })
  const rows = Map.groupBy(shades, ([, top, , bottom]) => `${Math.round(top)} ${Math.round(bottom)}`)
  return [...rows.values()].flatMap((row) => {
    const bands: Band[] = []
    for (const [left, top, right, bottom] of row.toSorted((one, other) => one[0] - other[0])) {
      const last = bands.at(-1)
      if (last && Math.abs(left - last.right) < SAME_PLACE) {
        last.cuts.push(left)
        last.right = right
      } else {
        bands.push({ left, right, top, bottom, cuts: [] })
      }
    }
    return bands.filter(({ cuts }) => cuts.length > 0)
  })
}

/** Rows of cells in the same columns, at least two of which have a row without a shade between them. */
function chainsOf(bands: readonly Band[]): Band[][] {
  const chains: Band[][] = []
  for (const band of bands.toSorted((one, other) => one.top - other.top).slice(0, MAX_BANDS)) {
    const chain = chains.find((bandsAbove) => goesOn(bandsAbove.at(-1)!, band))
    if (chain) chain.push(band)
    else chains.push([band])
  }
  return chains.filter((chain) =>
    chain.some((band, index) => index > 0 && band.top - chain[index - 1]!.bottom > MIN_HEIGHT),
  )
}

function goesOn(upper: Band, lower: Band): boolean {
  const gap = lower.top - upper.bottom
  if (gap < -SAME_PLACE || gap > MAX_ROW_RATIO * (lower.bottom - lower.top)) return false
  const [one, other] = [upper, lower].map(({ left, right, cuts }) => [left, ...cuts, right])
  return one!.length === other!.length && one!.every((x, index) => Math.abs(x - other![index]!) < SAME_PLACE)
}
