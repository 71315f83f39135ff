import type { Branding } from '../../../contract/branding.ts'
import { blended, clustersOf, contrast, distance, isChromatic, NEAR, opacityOf } from './color.ts'
import type { Cluster, Color } from './color.ts'
import { borderOf, layersOf } from '../measures.ts'
import type { StyledElement, StyleSample } from '../style-sample.ts'
import type { ButtonStyle } from '../buttons.ts'

export function paletteOf(sample: StyleSample, painted: Painted): NonNullable<Branding['colors']> {
  const { background } = painted.surfaces
  const texts = bodyTextColors(sample, background)
  const link = linkColor(sample, background, texts.primary)
  const colors: Record<string, Color | undefined> = {
    ...brandColorsOf(sample, painted, link),
    background,
    textPrimary: texts.primary,
    textSecondary: texts.secondary,
    link,
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
  const votes = notices.flatMap((notice) =>
    [notice.background, notice.color, borderOf(notice)].flatMap((one) =>
      one ? [blended([...notice.under, one])] : [],
    ),
  )
  const colorful = votes.filter((color) => isChromatic(color) && distance(color, background) >= 0.06)
  return colorful.sort((one, other) => other.chroma - one.chroma)[0]
}

interface Painted {
  surfaces: ReturnType<typeof surfacesOf>
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
    if (color && isOther(color) && color.hex !== DEFAULT_LINK_COLOR)
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
const DEFAULT_LINK_COLOR = '#0000EE'
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
    elements.flatMap((element) =>
      [element.color, element.background, ...element.stops, borderOf(element)].flatMap((one) =>
        one ? [[blended([...element.under, one]), 1] as const] : [],
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

// Every element is painted over what it stands in, so that what is covered counts for nothing. The background is
// the canvas as long as enough of it shows, else the largest colour.
export function surfacesOf({ elements, size, canvas }: StyleSample) {
  const ground = blended([canvas])
  const paints: (Color | undefined)[] = [ground]
  const cells = new Uint16Array(COLUMNS * ROWS)
  const height = Math.min(size.height, MAX_SCREENS * size.width)
  for (const element of elements) {
    const paint = paintOf(element)
    if (paint === 'none') continue
    paints.push(paint)
    const [fromColumn, toColumn] = cellRange(element.box[0]!, element.box[2]!, size.width, COLUMNS)
    const [fromRow, toRow] = cellRange(element.box[1]!, element.box[3]!, height, ROWS)
    for (let row = fromRow; row < toRow; row++) {
      cells.fill(
        paints.length - 1,
        row * COLUMNS + fromColumn,
        row * COLUMNS + Math.max(toColumn, fromColumn),
      )
    }
  }
  const shares = new Float64Array(paints.length)
  for (const paint of cells) shares[paint]! += 1 / cells.length
  // Shares of the page's area, largest first. Areas under pictures do not count.
  const areas = clustersOf(
    paints.flatMap((color, paint) => (color && shares[paint]! > 0 ? [[color, shares[paint]!] as const] : [])),
  )
  const shown = paints.reduce(
    (sum, color, paint) => (color?.hex === ground.hex ? sum + shares[paint]! : sum),
    0,
  )
  const background = shown >= ENOUGH_CANVAS ? ground : (areas[0]?.color ?? ground)
  return { background, areas }
}

const COLUMNS = 48
const ROWS = 96
const MAX_SCREENS = 12
const ENOUGH_CANVAS = 0.35

function paintOf(element: StyledElement): Color | undefined | 'none' {
  if (element.kind === 'picture' || element.hasPicture) return undefined
  const layers = layersOf(element)
  return layers === element.under ? 'none' : blended(layers)
}

function cellRange(start: number, length: number, whole: number, count: number): [number, number] {
  const cell = Math.max(whole, 1) / count
  const first = Math.max(Math.round(start / cell), 0)
  return [Math.min(first, count), Math.min(Math.max(Math.round((start + length) / cell), 0), count)]
}

function bodyTextColors({ elements }: StyleSample, background: Color) {
  const clusters = clustersOf(
    mostReliable(elements.filter(isBodyText), background).map(
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

function isBodyText({ chars, owner, kind }: StyledElement): boolean {
  if (chars === 0 || kind === 'button' || kind === 'link' || kind === 'notice') return false
  return owner !== 'a' && owner !== 'button' && owner !== 'code' && owner !== 'pre'
}

// Texts on the page's own background, else on any colour, else on pictures. Text that cannot be read on its
// supposed ground stands on something else and says nothing.
function mostReliable(elements: readonly StyledElement[], background: Color): readonly StyledElement[] {
  const legible = elements.filter((element) => contrast(textColor(element), backgroundOf(element)) >= 1.3)
  const onColor = legible.filter(({ isOnPicture, hasPicture }) => !isOnPicture && !hasPicture)
  const onBackground = onColor.filter((element) => distance(backgroundOf(element), background) < 0.15)
  return [onBackground, onColor, legible].find((those) => those.length > 0) ?? []
}

function backgroundOf(element: StyledElement): Color {
  return blended(layersOf(element))
}

function textColor(element: StyledElement): Color {
  return blended([...layersOf(element), element.color])
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
    mostReliable(links, background).map((link) => [textColor(link), linkWeight(link)] as const),
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
