import { blended, contrast, distance, isChromatic, NEAR } from './colors/color.ts'
import type { Color } from './colors/color.ts'
import { cssSides, radiusOf, Tally } from './measures.ts'
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
  const groups: { style: ButtonStyle; radii: Tally<string>; paddings: Tally<string> }[] = []
  for (const element of elements) {
    if (groups.length >= MOST_GROUPS || !isButton(element)) continue
    const style = styleOf(element, viewport)
    let group = groups.find((known) => isSameLook(known.style, style))
    if (group) {
      group.style.prominence += style.prominence
      group.style.count++
      group.style.rank ??= style.rank
    } else groups.push((group = { style, radii: new Tally(), paddings: new Tally() }))
    group.radii.add(style.radius)
    group.paddings.add(style.padding)
  }
  return groups
    .map(({ style, radii, paddings }) => ({
      ...style,
      radius: radii.heaviest()!,
      padding: paddings.heaviest()!,
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

const MOST_GROUPS = 60
const PRIMARY = /(?:^|[\s_-])(?:primary|cta|buy|signup|sign-up)(?:$|[\s_-])/i
const SECONDARY =
  /(?:^|[\s_-])(?:secondary|tertiary|outlined|ghost|subtle)(?:$|[\s_-])|(?:btn|button|is|-)-outline(?:$|[\s_-])/i
/** What is pressed with a warning is not what the page is about. */
const STATE = /(?:^|[\s_-])(?:danger|warning|success|info|error|delete|destructive)(?:$|[\s_-])/i
const ANCILLARY =
  /(?:^|[\s_-])(?:close|dismiss|toggle|hamburger|menu|carousel|slider|prev|next|arrow|tab|dropdown|chip|play|scroll|skip|cookie|consent)(?:$|[\s_-])/i

/** A link is a button when it is painted or framed like one, with room around its words. */
function isButton({
  kind,
  box,
  text,
  chars,
  padding,
  fontSize,
  isDisabled,
  isPlain,
  ...paint
}: StyledElement): boolean {
  if ((kind !== 'button' && kind !== 'link') || isDisabled || isPlain) return false
  const [, , width, height] = box as [number, number, number, number]
  if (width < 36 || height < 18 || width > 700 || height > 110 || paint.hasPicture) return false
  if (kind === 'button') return text !== '' || paint.tag === 'input' || (chars > 0 && hasLook(paint))
  const [top, right, bottom, left] = padding as [number, number, number, number]
  const hasRoom = (top + bottom >= 6 || height >= (fontSize ?? 16) * 1.9) && right + left >= 12
  return hasRoom && chars <= 60 && hasLook(paint)
}

function hasLook({
  background,
  stops,
  borderWidth,
  borderColor,
  under,
}: Pick<StyledElement, 'background' | 'stops' | 'borderWidth' | 'borderColor' | 'under'>): boolean {
  const paint = stops[0] ?? background
  if (paint !== undefined && distance(blended([...under, paint]), blended(under)) >= 0.03) return true
  return (borderWidth ?? 0) > 0 && borderColor !== undefined
}

function styleOf(element: StyledElement, { height: fold }: StyleSample['viewport']): ButtonStyle {
  const { words, text: label, tag, place, box, under, stops, background, borderWidth, borderColor } = element
  const beneath = blended(under)
  const paint = stops[0] ?? background
  const painted = paint === undefined ? undefined : blended([...under, paint])
  const fill = painted && distance(painted, beneath) >= 0.03 ? painted : undefined
  const hasBorder = (borderWidth ?? 0) > 0 && borderColor !== undefined
  const border = hasBorder ? blended([...under, ...(paint ? [paint] : []), borderColor]) : undefined
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
    text: blended([...(fill ? [...under, paint!] : under), element.color]),
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

function isSameLook(one: ButtonStyle, other: ButtonStyle): boolean {
  return isSame(one.fill, other.fill) && isSame(one.border, other.border) && isSame(one.text, other.text)
}

function isSame(one: Color | undefined, other: Color | undefined): boolean {
  return one === undefined || other === undefined ? one === other : distance(one, other) < NEAR
}
