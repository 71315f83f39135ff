import type { Branding } from '../../contract/branding.ts'
import type { ButtonStyle } from './buttons.ts'
import { cssSides, withoutEmpty, radiusOf, ranked } from './measures.ts'
import type { StyledElement, StyleSample } from './style-sample.ts'

export function spacingOf(
  { elements }: StyleSample,
  buttons: { all: readonly ButtonStyle[]; primary: ButtonStyle | undefined },
): NonNullable<Branding['spacing']> {
  const sidesOf = (what: 'padding' | 'margin', is: (element: StyledElement) => boolean) =>
    commonSides(elements.filter(is), what)
  return withoutEmpty({
    baseUnit: baseUnitOf(elements),
    borderRadius: commonRadius(elements, buttons.all),
    gridGutter: commonGap(elements),
    padding: withoutEmpty({
      button: buttons.primary?.padding,
      input: sidesOf('padding', ({ kind }) => kind === 'input'),
      card: sidesOf('padding', isCard),
      section: sidesOf('padding', ({ tag }) => tag === 'section'),
    }),
    margins: withoutEmpty({
      heading: sidesOf('margin', ({ tag }) => /^h[1-3]$/.test(tag)),
      paragraph: sidesOf('margin', ({ tag }) => tag === 'p'),
    }),
  })
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
  if (lengths.length < MIN_LENGTHS) return undefined
  const scored = UNITS.map((unit) => {
    const share = lengths.filter((length) => isMultiple(length, unit)).length / lengths.length
    return { unit, share, surplus: share - 1 / unit }
  })
  const best = scored.reduce((one, other) => (other.surplus > one.surplus ? other : one))
  return best.share >= ENOUGH_MULTIPLES ? best.unit : undefined
}

const UNITS = [4, 5, 6, 8, 10, 12]
const MIN_LENGTHS = 6
const ENOUGH_MULTIPLES = 0.6

function isMultiple(length: number, unit: number): boolean {
  const rest = length % unit
  return Math.min(rest, unit - rest) <= 0.26
}

function commonRadius(
  elements: readonly StyledElement[],
  buttons: readonly ButtonStyle[],
): string | undefined {
  const weightOf = (element: StyledElement) => {
    const { kind, background, borderWidth, isPlain } = element
    const isVisible = !isPlain && (background !== undefined || (borderWidth ?? 0) > 0)
    return kind === 'input' && isVisible ? 2 : isCard(element) ? 1 : 0
  }
  const votes = [
    ...buttons.map(({ fill, border, radius, count }) => ({
      radius,
      weight: (fill ?? border) ? 2 * count : 0,
    })),
    ...elements.map((element) => ({ radius: radiusOf(element.radius), weight: weightOf(element) })),
  ].filter(({ weight }) => weight > 0)
  return ranked(
    votes,
    ({ radius }) => radius,
    ({ weight }) => weight,
  )[0]
}

function isCard({ kind, words, background, borderWidth, box, padding, radius }: StyledElement): boolean {
  if (kind !== 'surface' || box[2]! > 900 || box[2]! < 120 || box[3]! < 60) return false
  const isSetOff = background !== undefined || (borderWidth ?? 0) > 0
  return isSetOff && (CARD.test(words) || (radius !== '0px' && padding[0]! >= 8))
}

const CARD = /(?:^|[\s_-])(?:card|panel|tile)(?:$|[\s_-])/i

function commonGap(elements: readonly StyledElement[]): number | undefined {
  const wide = elements.filter(({ kind, gap, box }) => kind === 'surface' && gap >= 4 && box[2]! > 300)
  return ranked(wide, ({ gap }) => gap)[0]
}

function commonSides(elements: readonly StyledElement[], what: 'padding' | 'margin'): string | undefined {
  const spaced = elements.filter((element) => element[what].some((side) => side !== 0))
  return ranked(spaced, (element) => cssSides(element[what]))[0]
}
