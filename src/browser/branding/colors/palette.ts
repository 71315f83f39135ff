import type { Branding } from '../../../contract/branding.ts'
import { blended, clustersOf, distance, isChromatic, NEAR, opacityOf } from './color.ts'
import type { Cluster, Color } from './color.ts'
import type { StyleSample } from '../style-sample.ts'
import { textColorsOf } from './text-colors.ts'
import type { ButtonStyle } from '../buttons.ts'
import type { Surfaces } from './surfaces.ts'

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

interface Painted {
  surfaces: Surfaces
  primary: ButtonStyle | undefined
  secondary: ButtonStyle | undefined
}

function brandColorsOf(
  sample: StyleSample,
  { surfaces, primary, secondary }: Painted,
  link: Color | undefined,
) {
  const { background } = surfaces
  const seen = seenColors(sample)
  const isSeen = (color: Color) => seen.some((cluster) => distance(cluster.color, color) < NEAR)
  const isOther = (color: Color) => distance(color, background) >= 0.06
  const votes: (readonly [Color, number])[] = []
  const vote = (color: Color | undefined, weight: number, ofGrey = 0.3) => {
    if (color && isOther(color) && color.hex !== BROWSERS_OWN_LINK)
      votes.push([color, isChromatic(color) ? weight : weight * ofGrey])
  }
  // A black button is as much a decision as a red one.
  vote(primary?.fill, primary?.rank === 'primary' ? 8 : 6, 0.5)
  for (const name of ['primary', 'brand'] as const) {
    const color = variableColor(sample, name)
    if (color && isSeen(color)) vote(color, 5)
  }
  for (const { name, color } of sample.metas) if (name === 'theme-color' && color) vote(blended([color]), 1)
  vote(link, 1.5)
  for (const { color, weight } of surfaces.areas) {
    if (weight >= SMALLEST_SURFACE) vote(color, Math.min(weight * 8, 2.5))
  }
  for (const { color, weight } of accentVotes(sample)) vote(color, Math.min(weight, 1.2))
  const ranked = clustersOf(votes, 0.07).map(({ color }) => color)
  const first = ranked[0]
  // The colour of links is an accent, unless it is the brand's first.
  const second = roleColor('secondary', [first, link], [secondary?.fill, secondary?.border])
  return { primary: first, secondary: second, accent: roleColor('accent', [first, second], [link]) }

  /** The page's own word for it, then who usually plays the part, then the next best colour. */
  function roleColor(
    role: string,
    taken: readonly (Color | undefined)[],
    players: readonly (Color | undefined)[],
  ): Color | undefined {
    const isFree = (color: Color) =>
      isOther(color) && taken.every((other) => !other || distance(color, other) >= 0.07)
    const named = variableColor(sample, role)
    if (named && isSeen(named) && isFree(named)) return named
    return [...players, ...ranked].find((color) => color && isChromatic(color) && isFree(color))
  }
}

/** What browsers give links that a page gives no colour. */
const BROWSERS_OWN_LINK = '#0000EE'
const SMALLEST_SURFACE = 0.01

function accentVotes({ elements }: StyleSample): Cluster[] {
  const votes = elements.flatMap((element) => {
    const { kind, words, owner, color, under, background, stops, box, isDisabled, isPlain } = element
    if (isDisabled || isPlain || (kind === 'notice' && STATE.test(words))) return []
    const paint = stops[0] ?? background
    const found: (readonly [Color, number])[] = []
    if (paint && opacityOf(paint) > 0.5 && box[2]! * box[3]! < 200_000)
      found.push([blended([...under, paint]), 0.3])
    if (kind === 'icon' || /^h[1-3]$/.test(owner)) found.push([blended([...under, color]), 0.25])
    return found
  })
  return clustersOf(votes.filter(([color]) => isChromatic(color)))
}

/** What colours of notices say is about a state and not about the brand. */
const STATE = /alert|error|danger|success|warning|invalid/i

function seenColors({ elements }: StyleSample): Cluster[] {
  return clustersOf(
    elements.flatMap(({ color, background, stops, under, borderColor, borderWidth }) =>
      [color, background, ...stops, borderWidth ? borderColor : undefined].flatMap((one) =>
        one ? [[blended([...under, one]), 1] as const] : [],
      ),
    ),
  )
}

/** The custom property that is called by a role alone, before those that say more: `primary`, then `color-primary-500`. */
function variableColor({ variables }: StyleSample, role: string): Color | undefined {
  const named = variables.flatMap(({ name, color }) => {
    const rest = name
      .replace(role, '')
      .split(/[-_]+/)
      .filter((word) => word !== '' && !PLAIN_WORDS.has(word))
    const isRole = new RegExp(`(?:^|[-_])${role}(?:$|[-_])`).test(name)
    return isRole && rest.length === 0 ? [{ color, length: name.length }] : []
  })
  const best = named.sort((one, other) => one.length - other.length)[0]
  return best && blended([best.color])
}

const PLAIN_WORDS = new Set(
  'color colors colour clr theme bg background base default main brand bs wp preset global site token tw 500 600 hex ds ui md sys'.split(
    ' ',
  ),
)
