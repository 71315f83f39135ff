import type { Branding } from '../../contract/branding.ts'
import type { ButtonStyle } from './buttons.ts'
import { cssSides, defined, radiusOf, Tally } from './measures.ts'
import type { StyledElement, StyleSample } from './style-sample.ts'

export function spacingOf(
  { elements }: StyleSample,
  buttons: { all: readonly ButtonStyle[]; primary: ButtonStyle | undefined },
): NonNullable<Branding['spacing']> {
  const baseUnit = baseUnitOf(elements)
  const borderRadius = commonRadius(elements, buttons.all)
  const gridGutter = commonGap(elements)
  const sidesOf = (what: 'padding' | 'margin', is: (element: StyledElement) => boolean) =>
    commonSides(elements.filter(is), what)
  const padding = defined({
    button: buttons.primary?.padding,
    input: sidesOf('padding', ({ kind }) => kind === 'input'),
    card: sidesOf('padding', isCard),
    section: sidesOf('padding', ({ tag }) => tag === 'section'),
  })
  const margins = defined({
    heading: sidesOf('margin', ({ tag }) => /^h[1-3]$/.test(tag)),
    paragraph: sidesOf('margin', ({ tag }) => tag === 'p'),
  })
  return {
    ...(baseUnit !== undefined && { baseUnit }),
    ...(borderRadius !== undefined && { borderRadius }),
    ...(gridGutter !== undefined && { gridGutter }),
    ...(Object.keys(padding).length > 0 && { padding }),
    ...(Object.keys(margins).length > 0 && { margins }),
  }
}

/** Every second length is a multiple of two by chance, every fourth one of four: what counts is how many more there are. */
function baseUnitOf(elements: readonly StyledElement[]): number | undefined {
  const lengths = elements.flatMap(({ kind, padding, margin, gap }) => {
    // Texts keep distances that grow with their letters.
    const own = [...padding, ...(kind === 'text' ? [] : margin), gap].filter(
      (length) => length >= 2 && length <= 200,
    )
    return [...new Set(own)]
  })
  if (lengths.length < FEWEST_LENGTHS) return undefined
  const scored = UNITS.map((unit) => {
    const share = lengths.filter((length) => isMultiple(length, unit)).length / lengths.length
    return { unit, share, surplus: share - 1 / unit }
  })
  const best = scored.reduce((one, other) => (other.surplus > one.surplus ? other : one))
  return best.share >= ENOUGH_MULTIPLES ? best.unit : undefined
}

const UNITS = [4, 5, 6, 8, 10, 12]
const FEWEST_LENGTHS = 6
const ENOUGH_MULTIPLES = 0.6

function isMultiple(length: number, unit: number): boolean {
  const rest = length % unit
  return Math.min(rest, unit - rest) <= 0.26
}

function commonRadius(
  elements: readonly StyledElement[],
  buttons: readonly ButtonStyle[],
): string | undefined {
  const tally = new Tally<string>()
  for (const { fill, border, radius, count } of buttons) if (fill ?? border) tally.add(radius, 2 * count)
  for (const element of elements) {
    const { kind, radius, background, borderWidth, isPlain } = element
    const isVisible = !isPlain && (background !== undefined || (borderWidth ?? 0) > 0)
    if (kind === 'input' && isVisible) tally.add(radiusOf(radius), 2)
    else if (isCard(element)) tally.add(radiusOf(radius), 1)
  }
  return tally.heaviest()
}

function isCard({ kind, words, background, borderWidth, box, padding, radius }: StyledElement): boolean {
  if (kind !== 'surface' || box[2]! > 900 || box[2]! < 120 || box[3]! < 60) return false
  const isSetOff = background !== undefined || (borderWidth ?? 0) > 0
  return isSetOff && (CARD.test(words) || (radius !== '0px' && padding[0]! >= 8))
}

const CARD = /(?:^|[\s_-])(?:card|panel|tile)(?:$|[\s_-])/i

function commonGap(elements: readonly StyledElement[]): number | undefined {
  const tally = new Tally<number>()
  for (const { kind, gap, box } of elements)
    if (kind === 'surface' && gap >= 4 && box[2]! > 300) tally.add(gap)
  return tally.heaviest()
}

function commonSides(elements: readonly StyledElement[], what: 'padding' | 'margin'): string | undefined {
  const tally = new Tally<string>()
  for (const element of elements)
    if (element[what].some((side) => side !== 0)) tally.add(cssSides(element[what]))
  return tally.heaviest()
}
