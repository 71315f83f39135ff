import type { Deed, Point } from '../../../browser/browser.ts'
import { bisectorPoint, rightAnglePoint } from '../geometry/angles.ts'
import { dotsOf, drawingOf, openPart } from '../geometry/drawing.ts'
import type { Box } from '../geometry/drawing.ts'
import { circleAround, lineThrough } from '../geometry/strokes.ts'
import { middleOf } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { resolve, SURE } from '../resolve/resolve.ts'
import type { Scene } from '../scene.ts'
import { effectOf } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome, TakeStep } from './step-outcome.ts'

export const draw: TakeStep<'draw'> = async (step, scene) =>
  (await drawFigure(step.words, scene)) ??
  failed(`How to draw "${step.words}" on this page could not be told.`)

/** Draws what words describe, where they describe a figure and the page has something to draw on. */
export async function drawFigure(words: string, scene: Scene): Promise<StepOutcome | undefined> {
  const tree = await scene.tree()
  const drawing = drawingOf(tree)
  if (!drawing) return undefined
  const open = openPart(drawing, tree)
  for (const [pattern, figure] of FIGURES) {
    const deed = pattern.test(words) ? figure(words, tree, open) : undefined
    if (!deed) continue
    await scene.act(deed, { type: 'draw', target: words })
    return done(`Drew ${words}${effectOf(scene)}.`)
  }
  return undefined
}

type Figure = (words: string, tree: PageTree, open: Box) => Deed | undefined

/** The first that the words describe is drawn. */
const FIGURES: readonly (readonly [RegExp, Figure])[] = [
  [
    /\b(bisect\w*|halv\w*|splits?)\b.*\bangle\b|\bangle\b.*\b(half|two)\b/i,
    (_words, tree) => press(bisectorPoint(tree)),
  ],
  [/\bright angle\b|\b90\b.*\bangle\b|\bperpendicular\b/i, (_words, tree) => press(rightAnglePoint(tree))],
  [
    /\bcircle\b/i,
    (words, tree, open) => {
      const centre = anchorsIn(words, tree)[0] ?? middleOfBox(open)
      return { do: 'stroke', points: circleAround(centre, open) }
    },
  ],
  [
    /\b(vertical|horizontal)\b.*\bline\b/i,
    (words, tree, open) => {
      const way = /\bvertical\b/i.test(words) ? 'vertical' : 'horizontal'
      return { do: 'stroke', points: lineThrough(anchorsIn(words, tree)[0] ?? middleOfBox(open), way, open) }
    },
  ],
  [
    /\b(line|connect|join)\b/i,
    (words, tree) => {
      const [from, to] = anchorsIn(words, tree)
      return from && to && { do: 'stroke', points: [from, to] }
    },
  ],
]

function press(at: Point | undefined): Deed | undefined {
  return at && { do: 'clickAt', at }
}

function middleOfBox(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The points that a figure is drawn by: things that the words name, else the marks of the drawing. */
function anchorsIn(words: string, tree: PageTree): Point[] {
  const named =
    /\b(?:from|between|through|around|about|at|connect|join)\s+(.+?)(?:\s+(?:and|to|with)\s+(.+?))?(?:\s+by\b.*)?$/i.exec(
      words,
    )
  const names = [named?.[1], named?.[2]].filter((name) => name !== undefined)
  const found = names.flatMap((name) => {
    const called = name.replace(/^(the|a|an)\s+/i, '').replace(/["“”]/g, '')
    const [best] = MARK.test(called) ? [] : resolve({ words: called, quoted: false }, tree, 'any')
    return best && best.score >= SURE ? [middleOf(best.element)] : []
  })
  return found.length > 0 ? found : dotsOf(tree).map(middleOf)
}

const MARK = /\b(points?|dots?|marks?|circles?)$/i
