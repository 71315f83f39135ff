import { blended, clustersOf } from './color.ts'
import type { Cluster, Color } from './color.ts'
import type { StyledElement, StyleSample } from '../style-sample.ts'

export interface Surfaces {
  background: Color
  /** Shares of the page's area, largest first; what pictures cover is in none of them. */
  areas: Cluster[]
}

// Every element is painted over what it stands in, so that what is covered counts for nothing. The background is
// the canvas as long as enough of it shows, else the largest colour.
export function surfacesOf({ elements, size, canvas }: StyleSample): Surfaces {
  const ground = blended([canvas])
  const paints: (Color | undefined)[] = [ground]
  const cells = new Uint16Array(COLUMNS * ROWS)
  const height = Math.min(size.height, MOST_SCREENS * size.width)
  for (const element of elements) {
    const paint = paintOf(element)
    if (paint === 'none') continue
    paints.push(paint)
    const [fromColumn, toColumn] = span(element.box[0]!, element.box[2]!, size.width, COLUMNS)
    const [fromRow, toRow] = span(element.box[1]!, element.box[3]!, height, ROWS)
    for (let row = fromRow; row < toRow; row++) {
      cells.fill(
        paints.length - 1,
        row * COLUMNS + fromColumn,
        row * COLUMNS + Math.max(toColumn, fromColumn),
      )
    }
  }
  const shares = new Float64Array(paints.length)
  for (const paint of cells) shares[paint]! += 1 / cells.length
  const areas = clustersOf(
    paints.flatMap((color, paint) => (color && shares[paint]! > 0 ? [[color, shares[paint]!] as const] : [])),
  )
  const shown = paints.reduce(
    (sum, color, paint) => (color?.hex === ground.hex ? sum + shares[paint]! : sum),
    0,
  )
  const background = shown >= ENOUGH_CANVAS ? ground : (areas[0]?.color ?? ground)
  return { background, areas }
}

const COLUMNS = 48
const ROWS = 96
const MOST_SCREENS = 12
const ENOUGH_CANVAS = 0.35

function paintOf({ kind, background, stops, hasPicture, under }: StyledElement): Color | undefined | 'none' {
  if (kind === 'picture' || hasPicture) return undefined
  const color = stops[0] ?? background
  return color === undefined ? 'none' : blended([...under, color])
}

function span(start: number, length: number, whole: number, count: number): [number, number] {
  const cell = Math.max(whole, 1) / count
  const first = Math.max(Math.round(start / cell), 0)
  return [Math.min(first, count), Math.min(Math.max(Math.round((start + length) / cell), 0), count)]
}
