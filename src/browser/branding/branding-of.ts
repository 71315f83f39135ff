import type { Branding } from '../../contract/branding.ts'
import { buttonStylesOf, mainButtons } from './buttons.ts'
import type { ButtonStyle } from './buttons.ts'
import { animationsOf, iconsOf, layoutOf, personalityOf } from './character.ts'
import { blended, distance } from './colors/color.ts'
import { brandNameOf, faviconOf, logoOf, ogImageOf } from './identity.ts'
import { cssSides, defined, radiusOf, Tally } from './measures.ts'
import { paletteOf } from './colors/palette.ts'
import { spacingOf } from './spacing.ts'
import type { StyledElement, StyleSample } from './style-sample.ts'
import { surfacesOf } from './colors/surfaces.ts'
import { fontsOf, typographyOf } from './typography.ts'

export function brandingOf(sample: StyleSample): Branding {
  const surfaces = surfacesOf(sample)
  const buttonStyles = buttonStylesOf(sample)
  const buttons = mainButtons(buttonStyles)
  const colors = paletteOf(sample, { surfaces, ...buttons })
  const typography = typographyOf(sample)
  const fonts = fontsOf(typography, sample)
  const spacing = spacingOf(sample, { all: buttonStyles, primary: buttons.primary })
  const logo = logoOf(sample)
  const brandName = brandNameOf(sample)
  return {
    colorScheme: surfaces.background.lightness < 0.5 ? 'dark' : 'light',
    ...(brandName !== undefined && { brandName }),
    ...(logo !== undefined && { logo }),
    colors,
    ...(fonts.length > 0 && { fonts }),
    ...filled({
      typography: filled(typography),
      spacing,
      components: componentsOf(sample, buttons),
      images: defined({ logo, favicon: faviconOf(sample), ogImage: ogImageOf(sample) }),
      icons: iconsOf(sample),
      animations: animationsOf(sample),
      layout: layoutOf(sample),
      personality: personality(colors, spacing.borderRadius),
    }),
  }
}

function componentsOf(
  sample: StyleSample,
  { primary, secondary }: ReturnType<typeof mainButtons>,
): NonNullable<Branding['components']> {
  const input = inputOf(sample.elements)
  return {
    ...(primary && { buttonPrimary: buttonOf(primary) }),
    ...(secondary && { buttonSecondary: buttonOf(secondary) }),
    ...(input && { input }),
  }
}

function buttonOf({ paint, text, border, gradient, radius }: ButtonStyle) {
  return {
    background: paint?.hex ?? 'transparent',
    textColor: text.hex,
    ...(border && { borderColor: border.hex }),
    borderRadius: radius,
    ...(gradient !== undefined && { backgroundImage: gradient }),
  }
}

function inputOf(elements: readonly StyledElement[]): Record<string, string> | undefined {
  const looks = new Tally<string>()
  const described = new Map<string, Record<string, string>>()
  for (const element of elements) {
    if (element.kind !== 'input') continue
    const look = fieldOf(element)
    const key = JSON.stringify(look)
    looks.add(key)
    described.set(key, look)
  }
  const most = looks.heaviest()
  return most === undefined ? undefined : described.get(most)
}

function fieldOf({ under, background, color, borderColor, borderWidth, radius, padding }: StyledElement) {
  const ground = background === undefined ? under : [...under, background]
  const hasBorder = (borderWidth ?? 0) > 0 && borderColor !== undefined
  const border = hasBorder ? blended([...ground, borderColor]) : undefined
  return defined({
    background: blended(ground).hex,
    textColor: blended([...ground, color]).hex,
    borderColor: border && distance(border, blended(ground)) > 0.01 ? border.hex : undefined,
    borderRadius: radiusOf(radius),
    padding: cssSides(padding),
  })
}

function personality(
  { primary, secondary, accent, textPrimary, background }: NonNullable<Branding['colors']>,
  radius: string | undefined,
) {
  const brand = [primary, secondary, accent].flatMap((hex) => (hex ? [blended([hex])] : []))
  const text =
    textPrimary && background
      ? { color: blended([textPrimary]), background: blended([background]) }
      : undefined
  return brand.length > 0 || text ? personalityOf(brand, radius, text) : {}
}

function filled<Group extends object>(groups: Record<string, Group>): Record<string, Group> {
  return Object.fromEntries(Object.entries(groups).filter(([, group]) => Object.keys(group).length > 0))
}
