import type { Point, ViewElement } from '../../../browser/browser.ts'
import { middleOf } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'

/** Where a coordinate lies, by the numbers that stand along the axes of a page. */
export function atCoordinate(x: number, y: number, tree: PageTree): Point | undefined {
  const labels = tree.elements
    .filter((element) => /^[-−–]?\d+(\.\d+)?$/.test(element.ownText))
    .map((element) => ({
      value: Number(element.ownText.replace(/[−–]/, '-')),
      ...middleOf(element),
      size: sizeOf(element),
    }))
  const across = scaleOf(labels, 'x', 'y')
  const up = scaleOf(labels, 'y', 'x')
  return across && up && { x: across(x), y: up(y) }
}

interface Label extends Point {
  value: number
  size: number
}

/** From a number to its place: the line through the labels that stand in one row, or one column, and grow evenly. */
function scaleOf(
  labels: readonly Label[],
  along: 'x' | 'y',
  aside: 'x' | 'y',
): ((value: number) => number) | undefined {
  let best: { count: number; at: (value: number) => number } | undefined
  for (const label of labels) {
    const row = labels.filter((other) => Math.abs(other[aside] - label[aside]) <= label.size / 2)
    const values = new Set(row.map((other) => other.value))
    if (values.size < 2 || values.size !== row.length) continue
    const line = fitted(row.map((other) => [other.value, other[along]] as const))
    if (!line || row.some((other) => Math.abs(line(other.value) - other[along]) > label.size)) continue
    if (row.length > (best?.count ?? 1)) best = { count: row.length, at: line }
  }
  return best?.at
}

function fitted(pairs: readonly (readonly [number, number])[]): ((value: number) => number) | undefined {
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length
  const [from, to] = [mean(0), mean(1)]
  const spread = pairs.reduce((sum, [value]) => sum + (value - from) ** 2, 0)
  if (spread === 0) return undefined
  const slope = pairs.reduce((sum, [value, place]) => sum + (value - from) * (place - to), 0) / spread
  return slope === 0 ? undefined : (value) => to + slope * (value - from)
}

function sizeOf(element: ViewElement): number {
  return Math.max(element.box.height, element.box.width)
}
