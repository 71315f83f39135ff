import type { Point, ViewElement } from '../../../browser/browser.ts'
import { middleOf } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { resolve, SURE } from '../resolve/resolve.ts'
import type { Target } from '../step.ts'
import { atCoordinate } from './axes.ts'
import { dotsOf, drawingOf } from './drawing.ts'

/** The point that a description means which names a place and not a thing: a centre, a middle between two, a coordinate. */
export function pointMeant(target: Target, tree: PageTree): Point | undefined {
  if (target.quoted) return undefined
  const coordinate = /(?:^|\s)\(?\s*([-−]?\d+(?:\.\d+)?)\s*,\s*([-−]?\d+(?:\.\d+)?)\s*\)\s*$/.exec(
    target.words,
  )
  if (coordinate) return atCoordinate(numberOf(coordinate[1]!), numberOf(coordinate[2]!), tree)
  if (!MIDDLE.test(target.words)) return undefined
  const [relation] = target.relations ?? []
  if (relation?.how === 'between') return between(relation.target, tree)
  if (relation?.how !== 'of' && relation?.how !== 'in') return undefined
  const [holder] = thingsCalled(relation.target, tree)
  return holder && middleOf(holder)
}

const MIDDLE =
  /^(?:(?:in|at)\s+)?(?:the\s+)?(?:exact\s+)?(?:cent(?:er|re)|middle|mid-?\s?point|halfway)(?:\s+point)?$/i

function between(target: Target, tree: PageTree): Point | undefined {
  const names = target.words.split(/\s+and\s+/i)
  const named =
    names.length === 2
      ? names.flatMap((words) => thingsCalled({ words, quoted: false }, tree).slice(0, 1))
      : []
  const [first, second, third] = named.length === 2 ? named : pointsMeant(target, tree)
  if (!first || !second || third) return undefined
  const [a, b] = [middleOf(first), middleOf(second)]
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** `the two points`: the marks of a drawing, or what is called so. */
function pointsMeant(target: Target, tree: PageTree): ViewElement[] {
  if (/\b(points?|dots?|marks?|circles?|ends?)$/i.test(target.words)) return dotsOf(tree)
  return target.count === 2 || target.all ? thingsCalled(target, tree) : []
}

/** A thing by its name or looks; `the circle` that is the only one in a drawing needs no more. */
function thingsCalled(target: Target, tree: PageTree): ViewElement[] {
  const found = resolve(target, tree, 'any')
    .filter((item) => item.score >= SURE)
    .map((item) => item.element)
  const drawing = drawingOf(tree)
  const drawn = drawing ? found.filter((element) => element.look.shape && tree.holds(drawing, element)) : []
  return drawn.length > 0 ? drawn : found
}

function numberOf(text: string): number {
  return Number(text.replace('−', '-'))
}
