import type { Branding } from '../../contract/branding.ts'
import { brandColorsOf } from './brand-colors.ts'
import type { Painted } from './brand-colors.ts'
import type { Color } from './color.ts'
import { blended, distance, isChromatic } from './color.ts'
import type { StyleSample } from './style-sample.ts'
import { textColorsOf } from './text-colors.ts'
import { variableColor } from './variable-color.ts'

/** What each colour of the page is for. A role that nothing on the page speaks for is left out. */
export function paletteOf(sample: StyleSample, painted: Painted): NonNullable<Branding['colors']> {
  const { background } = painted.surfaces
  const texts = textColorsOf(sample, background)
  const colors: Record<string, Color | undefined> = {
    ...brandColorsOf(sample, painted, texts.link),
    background,
    textPrimary: texts.primary,
    textSecondary: texts.secondary,
    link: texts.link,
    ...Object.fromEntries(STATES.map(([role, names]) => [role, stateColor(sample, names, background)])),
  }
  return Object.fromEntries(
    Object.entries(colors).flatMap(([role, color]) => (color ? [[role, color.hex]] : [])),
  )
}

const STATES: readonly (readonly [role: string, names: readonly string[]])[] = [
  ['success', ['success', 'positive']],
  ['warning', ['warning', 'caution']],
  ['error', ['error', 'danger', 'destructive', 'negative']],
]

/** Told by a custom property or by a notice that is called so; the most colourful of what such a notice is painted with. */
function stateColor(sample: StyleSample, names: readonly string[], background: Color): Color | undefined {
  const declared = names
    .map((name) => variableColor(sample, name))
    .find((color) => color && isChromatic(color))
  if (declared) return declared
  const called = new RegExp(`(?:^|[\\s_-])(?:${names.join('|')})(?:$|[\\s_-])`, 'i')
  const notices = sample.elements.filter(({ kind, words }) => kind === 'notice' && called.test(words))
  const votes = notices.flatMap(({ color, background: paint, borderColor, borderWidth, under }) =>
    [paint, color, borderWidth ? borderColor : undefined].flatMap((one) =>
      one ? [blended([...under, one])] : [],
    ),
  )
  const colorful = votes.filter((color) => isChromatic(color) && distance(color, background) >= 0.06)
  return colorful.sort((one, other) => other.chroma - one.chroma)[0]
}
