import type { Point, ViewElement } from '../../../browser/browser.ts'
import { middleOf } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { dotsOf, drawingOf, endsAt, isWithin, linesOf, openPart } from './drawing.ts'

/** A point on the line that halves the angle of a drawing; undefined where the drawing has none. */
export function bisectorPoint(tree: PageTree): Point | undefined {
  const dots = dotsOf(tree)
  const lines = linesOf(tree)
  const vertex = dots.find((dot) => lines.filter((line) => endsAt(line, dot)).length >= 2) ?? oddOneOut(dots)
  const [first, second] = dots.filter((dot) => dot !== vertex)
  if (!vertex || !first || !second) return undefined
  const [to, other] = [unit(middleOf(vertex), middleOf(first)), unit(middleOf(vertex), middleOf(second))]
  const sum = { x: to.x + other.x, y: to.y + other.y }
  // Opposite directions are halved by what stands upright on them.
  const way = Math.hypot(sum.x, sum.y) < 0.01 ? { x: -to.y, y: to.x } : sum
  return farthest(middleOf(vertex), [way], tree)
}

/** A point that makes a right angle with the line between two others, at the one that stands out. */
export function rightAnglePoint(tree: PageTree): Point | undefined {
  const dots = dotsOf(tree)
  const vertex = oddOneOut(dots) ?? dots.at(-1)
  const end = dots.find((dot) => dot !== vertex)
  if (!vertex || !end) return undefined
  const along = unit(middleOf(vertex), middleOf(end))
  return farthest(
    middleOf(vertex),
    [
      { x: -along.y, y: along.x },
      { x: along.y, y: -along.x },
    ],
    tree,
  )
}

/** The one whose colour no other has; of two, the one that is not drawn as the lines are. */
function oddOneOut(dots: readonly ViewElement[]): ViewElement | undefined {
  const alone = dots.filter((dot) => dots.filter((other) => other.look.color === dot.look.color).length === 1)
  return alone.find((dot) => dot.look.color !== '#000000') ?? (alone.length === 1 ? alone[0] : undefined)
}

/** As far along one of several ways as the drawing goes: there a point tells its direction best. */
function farthest(from: Point, ways: readonly Point[], tree: PageTree): Point | undefined {
  const drawing = drawingOf(tree)
  if (!drawing) return undefined
  const open = openPart(drawing, tree)
  const reached = ways.map((way) => {
    const { x, y } = unit({ x: 0, y: 0 }, way)
    let far = 0
    while (far < LONGEST && isWithin({ x: from.x + x * (far + 1), y: from.y + y * (far + 1) }, open)) far++
    return { far, point: { x: from.x + x * far, y: from.y + y * far } }
  })
  const best = reached.toSorted((a, b) => b.far - a.far)[0]
  return best && best.far >= 1 ? best.point : undefined
}

function unit(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}

const LONGEST = 5000
