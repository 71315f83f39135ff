import type { Branding } from '../../contract/branding.ts'
import { buttonStylesOf, mainButtons } from './buttons.ts'
import type { ButtonStyle } from './buttons.ts'
import { animationsOf, fontsOf, iconsOf, layoutOf, personalityOf, typographyOf } from './typography.ts'
import { blended, distance } from './colors/color.ts'
import { brandNameOf, faviconOf, logoOf, ogImageOf } from './identity.ts'
import { borderOf, cssSides, withoutEmpty, radiusOf, ranked } from './measures.ts'
import { spacingOf } from './spacing.ts'
import { paletteOf, surfacesOf } from './colors/palette.ts'
import type { StyledElement, StyleSample } from './style-sample.ts'

export function brandingOf(sample: StyleSample): Branding {
  const surfaces = surfacesOf(sample)
  const buttonStyles = buttonStylesOf(sample)
  const buttons = mainButtons(buttonStyles)
  const colors = paletteOf(sample, { surfaces, ...buttons })
  const typography = typographyOf(sample)
  const spacing = spacingOf(sample, { all: buttonStyles, primary: buttons.primary })
  const logo = logoOf(sample)
  return withoutEmpty({
    colorScheme: surfaces.background.lightness < 0.5 ? 'dark' : 'light',
    brandName: brandNameOf(sample),
    logo,
    colors,
    fonts: fontsOf(typography, sample),
    typography: withoutEmpty(typography),
    spacing,
    components: withoutEmpty({
      buttonPrimary: buttons.primary && buttonOf(buttons.primary),
      buttonSecondary: buttons.secondary && buttonOf(buttons.secondary),
      input: inputOf(sample.elements),
    }),
    images: withoutEmpty({ logo, favicon: faviconOf(sample), ogImage: ogImageOf(sample) }),
    icons: iconsOf(sample),
    animations: animationsOf(sample),
    layout: layoutOf(sample),
    personality: personality(colors, spacing.borderRadius),
  })
}

function buttonOf({ paint, text, border, gradient, radius }: ButtonStyle) {
  return withoutEmpty({
    background: paint?.hex ?? 'transparent',
    textColor: text.hex,
    borderColor: border?.hex,
    borderRadius: radius,
    backgroundImage: gradient,
  })
}

function inputOf(elements: readonly StyledElement[]): ReturnType<typeof fieldOf> | undefined {
  const fields = elements.filter(({ kind }) => kind === 'input').map(fieldOf)
  const [most] = ranked(fields, (field) => JSON.stringify(field))
  return fields.find((field) => JSON.stringify(field) === most)
}

function fieldOf(element: StyledElement) {
  const { under, background, color, radius, padding } = element
  const ground = background === undefined ? under : [...under, background]
  const edge = borderOf(element)
  const border = edge === undefined ? undefined : blended([...ground, edge])
  return withoutEmpty({
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
