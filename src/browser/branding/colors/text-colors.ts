import { blended, clustersOf, contrast, distance, isChromatic, NEAR } from './color.ts'
import type { Color } from './color.ts'
import type { StyledElement, StyleSample } from '../style-sample.ts'

export interface TextColors {
  primary: Color | undefined
  secondary: Color | undefined
  link: Color | undefined
}

export function textColorsOf(sample: StyleSample, background: Color): TextColors {
  const { primary, secondary } = readingColors(sample, background)
  return { primary, secondary, link: linkColor(sample, background, primary) }
}

function readingColors(
  { elements }: StyleSample,
  background: Color,
): Pick<TextColors, 'primary' | 'secondary'> {
  const clusters = clustersOf(
    surest(elements.filter(isReading), background).map(
      (element) => [textColor(element), textWeight(element)] as const,
    ),
    0.03,
  )
  const total = clusters.reduce((sum, { weight }) => sum + weight, 0)
  const substantial = clusters.filter(
    ({ color, weight }, index) => index === 0 || (weight >= total * 0.15 && !isChromatic(color)),
  )
  const strengthOf = (color: Color) => contrast(color, background)
  const primary = substantial.sort((one, other) => strengthOf(other.color) - strengthOf(one.color))[0]?.color
  const secondary = clusters.find(
    ({ color, weight }) =>
      primary !== undefined &&
      distance(color, primary) >= 0.05 &&
      weight >= total * 0.01 &&
      strengthOf(color) < strengthOf(primary) &&
      strengthOf(color) >= 1.5 &&
      !isChromatic(color),
  )?.color
  return { primary, secondary }
}

function isReading({ chars, owner, kind }: StyledElement): boolean {
  if (chars === 0 || kind === 'button' || kind === 'link' || kind === 'notice') return false
  return owner !== 'a' && owner !== 'button' && owner !== 'code' && owner !== 'pre'
}

// Texts on the page's own background, else on any colour, else on pictures. Text that cannot be read on its
// supposed ground stands on something else and says nothing.
function surest(elements: readonly StyledElement[], background: Color): readonly StyledElement[] {
  const legible = elements.filter((element) => contrast(textColor(element), groundOf(element)) >= 1.3)
  const onColor = legible.filter(({ isOnPicture, hasPicture }) => !isOnPicture && !hasPicture)
  const onBackground = onColor.filter((element) => distance(groundOf(element), background) < 0.15)
  return [onBackground, onColor, legible].find((those) => those.length > 0) ?? []
}

function groundOf({ under, background, stops }: StyledElement): Color {
  const paint = stops[0] ?? background
  return blended(paint ? [...under, paint] : under)
}

function textColor({ under, background, stops, color }: StyledElement): Color {
  const paint = stops[0] ?? background
  return blended([...under, ...(paint ? [paint] : []), color])
}

function textWeight({ chars, fontSize = 16 }: StyledElement): number {
  return Math.min(chars, 400) * (fontSize / 16) ** 2
}

/** Links within text speak for all; where they look like the text, that is their colour. */
function linkColor({ elements }: StyleSample, background: Color, text: Color | undefined): Color | undefined {
  const links = elements.filter(
    ({ kind, chars, stops, background: paint, borderWidth = 0 }) =>
      kind === 'link' && chars > 0 && stops.length === 0 && !paint && borderWidth <= 2,
  )
  const clusters = clustersOf(
    surest(links, background).map((link) => [textColor(link), linkWeight(link)] as const),
  )
  const own = clusters.filter(({ color }) => text === undefined || distance(color, text) >= NEAR)
  const total = clusters.reduce((sum, { weight }) => sum + weight, 0)
  const chosen = own.find(({ color, weight }) => isChromatic(color) && weight >= total * 0.1) ?? clusters[0]
  return chosen?.color
}

function linkWeight({ place, chars }: StyledElement): number {
  const isAround = place === 'nav' || place === 'header' || place === 'footer' || place === 'aside'
  return (isAround ? 0.3 : 2) * Math.min(chars, 60)
}
