import type { Branding } from '../../contract/branding.ts'
import { cssLength, withoutEmpty, ranked } from './measures.ts'
import type { StyledElement, StyleSample } from './style-sample.ts'
import type { Color } from './colors/color.ts'
import { contrast } from './colors/color.ts'

type Typography = NonNullable<Branding['typography']>

export function typographyOf({ elements }: StyleSample): Typography {
  const lettered = elements.filter(({ chars }) => chars > 0)
  const body = lettered.filter(
    ({ owner, kind }) => (owner === '' || owner === 'label') && kind !== 'code' && kind !== 'button',
  )
  const headings = lettered.filter(({ owner }) => /^h[1-3]$/.test(owner))
  const code = elements.filter(({ kind, owner }) => kind === 'code' || owner === 'code' || owner === 'pre')
  const reading = body.length > 0 ? body : lettered
  const stacks = withoutEmpty({
    primary: stackOf(reading),
    heading: stackOf(headings),
    code: stackOf(code),
  })
  const sizes = withoutEmpty({
    ...Object.fromEntries(
      LEVELS.map((level) => [level, sizeOf(headings.filter(({ owner }) => owner === level))]),
    ),
    body: sizeOf(reading),
  })
  return {
    fontFamilies: Object.fromEntries(
      Object.entries(stacks).map(([role, stack]) => [role, mainFamily(stack!)]),
    ),
    fontStacks: stacks as Record<string, string[]>,
    fontSizes: sizes,
    fontWeights: weightsOf(lettered, elements),
    lineHeights: withoutEmpty({ body: lineHeightOf(reading), heading: lineHeightOf(headings) }),
  }
}

/** The families that text on the page is set in, most important first: by their parts, then other web fonts. */
export function fontsOf(
  { fontFamilies }: Pick<Typography, 'fontFamilies'>,
  { faces, elements }: Pick<StyleSample, 'faces' | 'elements'>,
): NonNullable<Branding['fonts']> {
  const fonts = new Map<string, { family: string; role?: string }>()
  for (const [role, family] of Object.entries(fontFamilies as Record<string, string>)) {
    if (!fonts.has(family)) fonts.set(family, { family, role: role === 'primary' ? 'body' : role })
  }
  const lettered = elements.filter(({ chars, text }) => chars > 0 || text !== '')
  const used = new Set(lettered.map(({ family }) => plainFamily(family.split(',')[0]!)))
  for (const family of faces.map(plainFamily)) {
    if (!fonts.has(family) && used.has(family) && !isIconFont(family)) fonts.set(family, { family })
  }
  return [...fonts.values()].slice(0, 12)
}

function isIconFont(family: string): boolean {
  return /awesome|icon|glyph|symbols|emoji/i.test(family)
}

const LEVELS = ['h1', 'h2', 'h3'] as const

const GENERIC = new Set(
  'serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math emoji -apple-system blinkmacsystemfont'.split(
    ' ',
  ),
)

function mainFamily(stack: readonly string[]): string {
  return stack.find((family) => !GENERIC.has(family.toLowerCase())) ?? stack[0]!
}

function stackOf(elements: readonly StyledElement[]): string[] | undefined {
  const weightOf = ({ chars, fontSize = 16 }: StyledElement) =>
    Math.max(Math.min(chars, 400), 1) * (fontSize / 16)
  const names = ranked(elements, ({ family }) => family, weightOf)[0]
    ?.split(',')
    .map(plainFamily)
  const stack = names?.filter((name, index) => name !== '' && names.indexOf(name) === index)
  return stack && stack.length > 0 ? stack.slice(0, 12) : undefined
}

/** A family as its makers call it: without quotes, and without what a build wraps around its name. */
function plainFamily(written: string): string {
  const name = written.trim().replaceAll(/^["']|["']$/g, '')
  const [, built] = /^__(.+?)(?:_[0-9a-f]{6})?$/i.exec(name) ?? []
  return (built ?? name).replaceAll('_', built === undefined ? '_' : ' ')
}

function lettersOf({ chars }: StyledElement): number {
  return Math.min(chars, 400)
}

function sizeOf(elements: readonly StyledElement[]): string | undefined {
  const [size] = ranked(elements, ({ fontSize }) => fontSize, lettersOf)
  return size === undefined ? undefined : cssLength(size)
}

function lineHeightOf(elements: readonly StyledElement[]): number | undefined {
  const ratioOf = ({ lineHeight, fontSize }: StyledElement) =>
    lineHeight && fontSize && Math.round((lineHeight / fontSize) * 100) / 100
  return ranked(elements, ratioOf, lettersOf)[0]
}

function weightsOf(lettered: readonly StyledElement[], elements: readonly StyledElement[]) {
  const buttons = elements.filter(({ kind, text }) => kind === 'button' && text !== '')
  const votes = [
    ...lettered.map((element) => ({ value: element.fontWeight, letters: lettersOf(element) })),
    ...buttons.map(({ fontWeight, text }) => ({ value: fontWeight, letters: text.length })),
  ]
  const weights = ranked(
    votes,
    ({ value }) => value,
    ({ letters }) => letters,
  )
  const within = (from: number, to: number) => weights.find((weight) => weight >= from && weight <= to)
  return withoutEmpty({
    light: within(1, 349),
    regular: within(350, 450),
    medium: within(451, 650),
    bold: within(651, 1000),
  })
}

type Facts = Record<string, unknown>

export function animationsOf({ elements }: StyleSample): Facts {
  const moving = elements.flatMap(({ transition }) =>
    transition && !/^0m?s$/.test(transition.duration) ? [transition] : [],
  )
  return withoutEmpty({
    transitionDuration: ranked(moving, ({ duration }) => duration)[0],
    transitionEasing: ranked(moving, ({ easing }) => easing)[0],
  })
}

export function iconsOf({ elements, faces }: StyleSample): Facts {
  const font = faces.find(isIconFont)
  const icons = elements.filter(
    ({ kind, box }) => kind === 'icon' && box[2]! >= 10 && box[2]! <= 64 && box[3]! >= 10 && box[3]! <= 64,
  )
  if (icons.length < MIN_ICONS) return withoutEmpty({ font })
  const [size] = ranked(icons, ({ box }) => cssLength(Math.max(box[2]!, box[3]!)))
  const lines = icons.filter(({ stroke }) => stroke).length
  return withoutEmpty({ style: lines * 2 > icons.length ? 'outline' : 'filled', size, font })
}

export function layoutOf({ elements, viewport }: StyleSample): Facts {
  const [maxWidth] = ranked(
    elements,
    ({ kind, maxWidth = 0 }) => (kind === 'surface' && maxWidth >= 480 && maxWidth <= 2400 ? maxWidth : 0),
    ({ box }) => Math.min(box[3]!, viewport.height),
  )
  const header = elements.find(({ tag, box }) => tag === 'header' && box[1]! < 10 && box[3]! <= 300)
  return withoutEmpty({
    maxWidth: maxWidth === undefined ? undefined : cssLength(maxWidth),
    headerHeight: header && cssLength(header.box[3]!),
    headerPosition: header?.position,
  })
}

export function personalityOf(
  brand: readonly Color[],
  radius: string | undefined,
  text: { color: Color; background: Color } | undefined,
): Facts {
  const chroma = Math.max(0, ...brand.map((color) => color.chroma))
  return withoutEmpty({
    colorfulness: chroma < 0.05 ? 'monochrome' : chroma < 0.11 ? 'muted' : 'vivid',
    shapes: radius === undefined ? undefined : shapeOf(radius),
    textContrast: text && Math.round(contrast(text.color, text.background) * 10) / 10,
  })
}

function shapeOf(radius: string): string {
  const size = Number.parseFloat(radius)
  if (radius.endsWith('%')) return size >= 50 ? 'pill' : 'rounded'
  return size < 2 ? 'square' : size >= 24 ? 'pill' : 'rounded'
}

const MIN_ICONS = 3
