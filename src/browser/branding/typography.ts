import type { Branding } from '../../contract/branding.ts'
import { cssLength, defined, Tally } from './measures.ts'
import type { StyledElement, StyleSample } from './style-sample.ts'

type Typography = Record<
  'fontFamilies' | 'fontStacks' | 'fontSizes' | 'fontWeights' | 'lineHeights',
  Record<string, unknown>
>

export function typographyOf({ elements }: StyleSample): Typography {
  const lettered = elements.filter(({ chars }) => chars > 0)
  const body = lettered.filter(
    ({ owner, kind }) => (owner === '' || owner === 'label') && kind !== 'code' && kind !== 'button',
  )
  const headings = lettered.filter(({ owner }) => /^h[1-3]$/.test(owner))
  const code = elements.filter(({ kind, owner }) => kind === 'code' || owner === 'code' || owner === 'pre')
  const reading = body.length > 0 ? body : lettered
  const stacks = defined({
    primary: stackOf(reading),
    heading: stackOf(headings),
    code: stackOf(code),
  })
  const sizes = defined({
    ...Object.fromEntries(
      LEVELS.map((level) => [level, sizeOf(headings.filter(({ owner }) => owner === level))]),
    ),
    body: sizeOf(reading),
  })
  return {
    fontFamilies: Object.fromEntries(Object.entries(stacks).map(([role, stack]) => [role, leading(stack)])),
    fontStacks: stacks,
    fontSizes: sizes,
    fontWeights: weightsOf(lettered, elements),
    lineHeights: defined({ body: lineHeightOf(reading), heading: lineHeightOf(headings) }),
  }
}

/** The families that text on the page is set in, most important first: by their parts, then other web fonts. */
export function fontsOf(
  { fontFamilies }: Pick<Typography, 'fontFamilies'>,
  { faces, elements }: Pick<StyleSample, 'faces' | 'elements'>,
): NonNullable<Branding['fonts']> {
  const fonts = new Map<string, { family: string; role?: string }>()
  for (const [role, family] of Object.entries(fontFamilies) as [string, string][]) {
    if (!fonts.has(family)) fonts.set(family, { family, role: role === 'primary' ? 'body' : role })
  }
  const lettered = elements.filter(({ chars, text }) => chars > 0 || text !== '')
  const used = new Set(lettered.map(({ family }) => plainFamily(family.split(',')[0]!)))
  for (const family of faces.map(plainFamily)) {
    if (!fonts.has(family) && used.has(family) && !isIconFont(family)) fonts.set(family, { family })
  }
  return [...fonts.values()].slice(0, 12)
}

export function isIconFont(family: string): boolean {
  return /awesome|icon|glyph|symbols|emoji/i.test(family)
}

const LEVELS = ['h1', 'h2', 'h3'] as const

const GENERIC = new Set(
  'serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math emoji -apple-system blinkmacsystemfont'.split(
    ' ',
  ),
)

function leading(stack: readonly string[]): string {
  return stack.find((family) => !GENERIC.has(family.toLowerCase())) ?? stack[0]!
}

function stackOf(elements: readonly StyledElement[]): string[] | undefined {
  const tally = new Tally<string>()
  for (const { family, chars, fontSize = 16 } of elements) {
    if (family !== '') tally.add(family, Math.max(Math.min(chars, 400), 1) * (fontSize / 16))
  }
  const names = tally.heaviest()?.split(',').map(plainFamily)
  const stack = names?.filter((name, index) => name !== '' && names.indexOf(name) === index)
  return stack && stack.length > 0 ? stack.slice(0, 12) : undefined
}

/** A family as its makers call it: without quotes, and without what a build wraps around its name. */
function plainFamily(written: string): string {
  const name = written.trim().replaceAll(/^["']|["']$/g, '')
  const [, built] = /^__(.+?)(?:_[0-9a-f]{6})?$/i.exec(name) ?? []
  return (built ?? name).replaceAll('_', built === undefined ? '_' : ' ')
}

function sizeOf(elements: readonly StyledElement[]): string | undefined {
  const tally = new Tally<number>()
  for (const { fontSize, chars } of elements) if (fontSize) tally.add(fontSize, Math.min(chars, 400))
  const size = tally.heaviest()
  return size === undefined ? undefined : cssLength(size)
}

function lineHeightOf(elements: readonly StyledElement[]): number | undefined {
  const tally = new Tally<number>()
  for (const { lineHeight, fontSize, chars } of elements) {
    if (lineHeight && fontSize)
      tally.add(Math.round((lineHeight / fontSize) * 100) / 100, Math.min(chars, 400))
  }
  return tally.heaviest()
}

function weightsOf(lettered: readonly StyledElement[], elements: readonly StyledElement[]) {
  const tally = new Tally<number>()
  for (const { fontWeight, chars } of lettered) if (fontWeight) tally.add(fontWeight, Math.min(chars, 400))
  for (const { kind, fontWeight, text } of elements)
    if (kind === 'button' && fontWeight && text !== '') tally.add(fontWeight, text.length)
  const within = (from: number, to: number) =>
    tally.entries().find(([weight]) => weight >= from && weight <= to)?.[0]
  return defined({
    light: within(1, 349),
    regular: within(350, 450),
    medium: within(451, 650),
    bold: within(651, 1000),
  })
}
