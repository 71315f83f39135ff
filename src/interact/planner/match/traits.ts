import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { middleOf } from '../page/page-tree.ts'
import { colourFit, isColourName } from './colours.ts'
import { similarity, wordsOf } from './words.ts'

/** How well an element of a group has a trait, from 0 to 1; positions and sizes are compared within the group. */
export function traitFit(
  trait: string,
  element: ViewElement,
  group: readonly ViewElement[],
  tree: PageTree,
): number {
  const words = wordsOf(trait)
  if (words.length === 0) return 1
  const fits = words.filter((word) => !NEUTRAL.has(word)).map((word) => oneTrait(word, element, group, tree))
  return fits.length === 0 ? 1 : Math.min(...fits)
}

const NEUTRAL = new Set([
  'coloured',
  'colored',
  'color',
  'colour',
  'most',
  'very',
  'sized',
  'shaped',
  'in',
  'the',
  'of',
])

function oneTrait(word: string, element: ViewElement, group: readonly ViewElement[], tree: PageTree): number {
  if (isColourName(word)) return colourOf(word, element, tree)
  const state = Object.hasOwn(STATES, word) ? STATES[word] : undefined
  if (state) return state(element) ? 1 : 0
  const order = Object.hasOwn(ORDERS, word) ? ORDERS[word] : undefined
  if (order) return rank(order, element, group)
  if (element.look.shape) {
    const singular = word.replace(/s$/, '')
    const shapes = SHAPE_WORDS[singular] ?? [singular]
    const at = shapes.indexOf(element.look.shape)
    if (at !== -1) return 1 - 0.3 * at
  }
  return Math.max(
    similarity(word, element.name),
    similarity(word, element.hints) * 0.8,
    similarity(word, element.text) * 0.9,
  )
}

function colourOf(word: string, element: ViewElement, tree: PageTree): number {
  const own = element.look.background ?? tree.children(element)[0]?.look.background
  return Math.max(
    colourFit(word, own),
    colourFit(word, element.look.color) * (element.look.shape ? 1 : 0.9),
    similarity(word, element.name) >= 0.5 ? 0.8 : 0,
    wordsOf(element.hints).includes(word) ? 0.7 : 0,
  )
}

const STATES: Record<string, (element: ViewElement) => boolean> = {
  checked: (element) => element.checked === true,
  unchecked: (element) => element.checked === false,
  ticked: (element) => element.checked === true,
  selected: (element) => element.selected === true || element.checked === true || element.current === true,
  unselected: (element) => !element.selected && !element.checked,
  active: (element) => element.current === true || element.selected === true || element.pressed === true,
  current: (element) => element.current === true || element.selected === true,
  disabled: (element) => element.disabled,
  enabled: (element) => !element.disabled,
  empty: (element) => (element.value ?? '') === '',
  blank: (element) => (element.value ?? '') === '',
  required: (element) => element.required,
  invalid: (element) => element.invalid,
  bold: (element) => element.look.bold,
  expanded: (element) => element.expanded === true,
  open: (element) => element.expanded === true,
  collapsed: (element) => element.expanded === false,
  visible: (element) => element.inView,
  clickable: (element) => element.clickable,
}

const area = (element: ViewElement): number => element.box.width * element.box.height
const size = (element: ViewElement): number =>
  element.look.shape || !element.text ? area(element) : element.look.fontSize * 1e6 + area(element)

/** What a word orders elements by; the largest is the one that is meant. */
const ORDERS: Record<string, (element: ViewElement) => number> = {
  big: size,
  bigger: size,
  biggest: size,
  large: size,
  larger: size,
  largest: size,
  small: (element) => -size(element),
  smaller: (element) => -size(element),
  smallest: (element) => -size(element),
  tiny: (element) => -size(element),
  wide: (element) => element.box.width,
  widest: (element) => element.box.width,
  tall: (element) => element.box.height,
  tallest: (element) => element.box.height,
  top: (element) => -middleOf(element).y,
  upper: (element) => -middleOf(element).y,
  topmost: (element) => -middleOf(element).y,
  bottom: (element) => middleOf(element).y,
  lower: (element) => middleOf(element).y,
  lowest: (element) => middleOf(element).y,
  left: (element) => -middleOf(element).x,
  leftmost: (element) => -middleOf(element).x,
  right: (element) => middleOf(element).x,
  rightmost: (element) => middleOf(element).x,
}

/** Which shapes a word may mean, the likeliest first. */
const SHAPE_WORDS: Record<string, readonly string[]> = {
  box: ['rectangle', 'square'],
  square: ['square', 'rectangle'],
  rectangle: ['rectangle', 'square'],
  circle: ['circle', 'ellipse'],
  round: ['circle', 'ellipse'],
  dot: ['circle', 'ellipse'],
  disc: ['circle', 'ellipse'],
  triangle: ['triangle', 'polygon 3'],
  pentagon: ['polygon 5'],
  hexagon: ['polygon 6'],
}

/** Whether a word orders a group rather than says what each of it is. */
export function isComparing(trait: string): boolean {
  return wordsOf(trait).some((word) => Object.hasOwn(ORDERS, word))
}

function rank(
  by: (element: ViewElement) => number,
  element: ViewElement,
  group: readonly ViewElement[],
): number {
  const own = by(element)
  const before = group.filter((other) => by(other) > own + 0.5).length
  return before === 0 ? 1 : before <= (group.length - 1) / 2 ? 0.5 : 0.1
}
