import { blended, contrast, distance, isChromatic, NEAR } from './colors/color.ts'
import type { Color } from './colors/color.ts'
import { borderOf, cssSides, layersOf, radiusOf, ranked } from './measures.ts'
import type { StyledElement, StyleSample } from './style-sample.ts'

export interface ButtonStyle {
  /** What sets it off from the page; absent where nothing does. */
  fill: Color | undefined
  /** What it is painted with, also where that is the colour of the page; absent where the page shows through. */
  paint: Color | undefined
  text: Color
  border: Color | undefined
  gradient: string | undefined
  radius: string
  padding: string
  prominence: number
  rank: 'primary' | 'secondary' | undefined
  count: number
}

export function buttonStylesOf({ elements, viewport }: StyleSample): ButtonStyle[] {
  const groups: { style: ButtonStyle; radii: string[]; paddings: string[] }[] = []
  for (const element of elements) {
    if (groups.length >= MAX_GROUPS || !isButton(element)) continue
    const style = styleOf(element, viewport)
    let group = groups.find((known) => isSameStyle(known.style, style))
    if (group) {
      group.style.prominence += style.prominence
      group.style.count++
      group.style.rank ??= style.rank
    } else groups.push((group = { style, radii: [], paddings: [] }))
    group.radii.push(style.radius)
    group.paddings.push(style.padding)
  }
  return groups
    .map(({ style, radii, paddings }) => ({
      ...style,
      radius: ranked(radii, (radius) => radius)[0]!,
      padding: ranked(paddings, (padding) => padding)[0]!,
      // Ten small buttons are not ten times as important as one.
      prominence: (style.prominence / style.count) * Math.sqrt(Math.min(style.count, 9)),
    }))
    .sort((one, other) => other.prominence - one.prominence)
}

export function mainButtons(styles: readonly ButtonStyle[]): {
  primary: ButtonStyle | undefined
  secondary: ButtonStyle | undefined
} {
  const filled = styles.filter(({ fill }) => fill !== undefined)
  const primary =
    filled.find(({ rank }) => rank === 'primary') ??
    filled.find(({ rank, fill }) => rank !== 'secondary' && isChromatic(fill!)) ??
    filled.find(({ rank }) => rank !== 'secondary') ??
    filled[0]
  const others = styles.filter((style) => style !== primary && (style.fill ?? style.border) !== undefined)
  return { primary, secondary: others.find(({ rank }) => rank === 'secondary') ?? others[0] }
}

const MAX_GROUPS = 60
const PRIMARY = /(?:^|[\s_-])(?:primary|cta|buy|signup|sign-up)(?:$|[\s_-])/i
const SECONDARY =
  /(?:^|[\s_-])(?:secondary|tertiary|outlined|ghost|subtle)(?:$|[\s_-])|(?:btn|button|is|-)-outline(?:$|[\s_-])/i
/** What is pressed with a warning is not what the page is about. */
const STATE = /(?:^|[\s_-])(?:danger|warning|success|info|error|delete|destructive)(?:$|[\s_-])/i
const ANCILLARY =
  /(?:^|[\s_-])(?:close|dismiss|toggle|hamburger|menu|carousel|slider|prev|next|arrow|tab|dropdown|chip|play|scroll|skip|cookie|consent)(?:$|[\s_-])/i

/** A link is a button when it is painted or framed like one, with room around its words. */
function isButton(element: StyledElement): boolean {
  const { kind, tag, box, text, chars, padding, fontSize = 16, isDisabled, isPlain, hasPicture } = element
  if ((kind !== 'button' && kind !== 'link') || isDisabled || isPlain || hasPicture) return false
  const [, , width, height] = box as [number, number, number, number]
  if (width < 36 || height < 18 || width > 700 || height > 110) return false
  const hasLook = fillOf(element) !== undefined || borderOf(element) !== undefined
  if (kind === 'button') return text !== '' || tag === 'input' || (chars > 0 && hasLook)
  const [top, right, bottom, left] = padding as [number, number, number, number]
  const hasRoom = (top + bottom >= 6 || height >= fontSize * 1.9) && right + left >= 12
  return hasRoom && chars <= 60 && hasLook
}

function fillOf(element: StyledElement): Color | undefined {
  const painted = blended(layersOf(element))
  return distance(painted, blended(element.under)) >= 0.03 ? painted : undefined
}

function styleOf(element: StyledElement, { height: fold }: StyleSample['viewport']): ButtonStyle {
  const { words, text: label, tag, place, box, under } = element
  const beneath = blended(under)
  const layers = layersOf(element)
  const painted = layers === under ? undefined : blended(layers)
  const fill = fillOf(element)
  const edge = borderOf(element)
  const border = edge === undefined ? undefined : blended([...layers, edge])
  const [, top, width, height] = box as [number, number, number, number]
  const rank = rankOf(words)
  const prominence =
    Math.sqrt(Math.min(width, 320) * Math.min(height, 72)) *
    (fill ? 1 + Math.min(contrast(fill, beneath), 7) / 7 + Math.min(fill.chroma * 6, 1.2) : 0.6) *
    (top < fold ? 1.5 : 1) *
    (place === 'footer' ? 0.5 : place === 'nav' ? 0.8 : 1) *
    (rank === 'primary' ? 2 : rank === 'secondary' ? 0.6 : 1) *
    (ANCILLARY.test(words) || [...label].length < 2 ? 0.2 : 1) *
    (tag === 'summary' ? 0.2 : 1) *
    (STATE.test(words) ? 0.6 : 1)
  return {
    fill,
    paint: painted,
    text: blended([...(fill ? layers : under), element.color]),
    border: border && painted && distance(border, painted) < NEAR ? undefined : border,
    gradient: fill ? element.gradient : undefined,
    radius: radiusOf(element.radius),
    padding: cssSides(element.padding),
    prominence,
    rank,
    count: 1,
  }
}

/** Names with a colon are for states that the button is not in: `hover:bg-primary`. */
function rankOf(words: string): ButtonStyle['rank'] {
  const names = words
    .split(/\s+/)
    .filter((name) => !name.includes(':'))
    .join(' ')
  return SECONDARY.test(names) ? 'secondary' : PRIMARY.test(names) ? 'primary' : undefined
}

function isSameStyle(one: ButtonStyle, other: ButtonStyle): boolean {
  return isSame(one.fill, other.fill) && isSame(one.border, other.border) && isSame(one.text, other.text)
}

function isSame(one: Color | undefined, other: Color | undefined): boolean {
  return one === undefined || other === undefined ? one === other : distance(one, other) < NEAR
}
