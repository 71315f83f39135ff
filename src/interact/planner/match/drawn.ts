import type { ViewElement } from '../../../browser/browser.ts'
import { hasRoom } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Target } from '../step.ts'
import { colourFit, isColourName } from './colours.ts'

type Test = (element: ViewElement) => boolean

/**
 * The things of a drawing that a description by kind, colour, size and shape means: all of them, which may be none.
 * Undefined where the page has no drawing, or the description says more than a drawing shows.
 */
export function drawnThings(target: Target, tree: PageTree): ViewElement[] | undefined {
  const all = drawnIn(tree)
  if (all.length === 0 || target.relations?.length || target.condition || target.ordinal) return undefined
  const kind = target.kind === undefined ? isAnything : KINDS[target.kind]
  const tests = (target.traits ?? []).map((trait) => testOf(trait, all))
  if (!kind || tests.includes(undefined)) return undefined
  const sign = target.words.replace(/(?<=.)s$/, '')
  if (sign === '' && target.kind === undefined && tests.length === 0) return undefined
  if (sign.length > 1) return undefined
  return all.filter(
    (element) =>
      kind(element) && (sign === '' || element.text === sign) && tests.every((test) => test!(element)),
  )
}

/** Of several buttons the one that is called like what is drawn, or like the number of its sides. */
export function figureButton(
  condition: string,
  buttons: readonly ViewElement[],
  tree: PageTree,
): ViewElement | undefined {
  if (!/\b(figure|shape|drawing|picture|image|polygon)\b/i.test(condition)) return undefined
  const figures = drawnIn(tree)
  const [figure] = figures
  if (!figure || figures.length > 1) return undefined
  const names = /\b(sides|corners|edges)\b/i.test(condition) ? [String(sidesOf(figure))] : namesOf(figure)
  return buttons.find((button) => names.includes((button.name || button.text).trim().toLowerCase()))
}

/** Shapes and single signs in drawings that are more than icons. */
function drawnIn(tree: PageTree): ViewElement[] {
  return tree.elements.filter(
    (element) =>
      element.look.shape !== undefined &&
      !/^(line|path|image|use)$/.test(element.look.shape) &&
      hasRoom(element) &&
      (element.look.shape !== 'text' || element.text.length === 1) &&
      tree.ancestors(element).some((outer) => outer.tag === 'svg'),
  )
}

const isAnything: Test = () => true
const isSign: Test = (element) => element.look.shape === 'text'
const KINDS: Record<string, Test> = {
  item: isAnything,
  shape: (element) => !isSign(element),
  number: (element) => isSign(element) && /^\d$/.test(element.text),
  letter: (element) => isSign(element) && /^\p{L}$/u.test(element.text),
}

const SHAPES: Record<string, RegExp> = {
  circle: /^circle$/,
  oval: /^ellipse$/,
  square: /^square$/,
  rectangle: /^(square|rectangle)$/,
  triangle: /^triangle$/,
  pentagon: /^polygon 5$/,
  hexagon: /^polygon 6$/,
}

function testOf(trait: string, all: readonly ViewElement[]): Test | undefined {
  const word = trait.toLowerCase()
  if (isColourName(word)) return (element) => colourFit(word, element.look.color) > 0
  const shape = SHAPES[word.replace(/s$/, '')]
  if (shape) return (element) => shape.test(element.look.shape!)
  if (/^(large|big|huge)$/.test(word)) return (element) => extent(element) >= border(all)
  if (/^(small|little|tiny)$/.test(word)) return (element) => extent(element) < border(all)
  return /^colou?red$/.test(word) ? isAnything : undefined
}

/** Large and small are told apart halfway between the largest and the smallest of the drawing. */
function border(all: readonly ViewElement[]): number {
  const extents = all.map(extent)
  return (Math.max(...extents) + Math.min(...extents)) / 2
}

function extent(element: ViewElement): number {
  return Math.max(element.box.width, element.box.height)
}

function namesOf(figure: ViewElement): string[] {
  if (KINDS.number!(figure)) return ['number', 'digit', 'numeral', figure.text]
  if (KINDS.letter!(figure)) return ['letter', 'character', figure.text.toLowerCase()]
  return Object.entries(SHAPES)
    .filter(([, shape]) => shape.test(figure.look.shape!))
    .map(([name]) => name)
}

function sidesOf(figure: ViewElement): number | undefined {
  const shape = figure.look.shape!
  if (/^(square|rectangle)$/.test(shape)) return 4
  return shape === 'triangle' ? 3 : Number(/^polygon (\d+)$/.exec(shape)?.[1] ?? 0) || undefined
}
