import { z } from 'zod'

const OptionalText = z.string().optional()
const FreeObject = z.record(z.string(), z.unknown()).optional()

const Button = z
  .looseObject({
    background: OptionalText,
    textColor: OptionalText,
    borderColor: OptionalText,
    borderRadius: OptionalText,
  })
  .optional()

export const Branding = z
  .looseObject({
    colorScheme: OptionalText.describe('`light` or `dark`.'),
    brandName: OptionalText,
    logo: z.string().nullish(),
    colors: z
      .looseObject({
        primary: OptionalText,
        secondary: OptionalText,
        accent: OptionalText,
        background: OptionalText,
        textPrimary: OptionalText,
        textSecondary: OptionalText,
        link: OptionalText,
        success: OptionalText,
        warning: OptionalText,
        error: OptionalText,
      })
      .optional(),
    fonts: z.array(z.looseObject({ family: z.string() })).optional(),
    typography: z
      .looseObject({
        fontFamilies: z
          .looseObject({ primary: OptionalText, heading: OptionalText, code: OptionalText })
          .optional(),
        fontStacks: z.record(z.string(), z.array(z.string())).optional(),
        fontSizes: z
          .looseObject({ h1: OptionalText, h2: OptionalText, h3: OptionalText, body: OptionalText })
          .optional(),
        fontWeights: z
          .looseObject({
            light: z.number().optional(),
            regular: z.number().optional(),
            medium: z.number().optional(),
            bold: z.number().optional(),
          })
          .optional(),
        lineHeights: z.looseObject({ heading: z.unknown(), body: z.unknown() }).partial().optional(),
      })
      .optional(),
    spacing: z
      .looseObject({
        baseUnit: z.number().optional(),
        borderRadius: OptionalText,
        gridGutter: z.number().optional(),
        padding: FreeObject,
        margins: FreeObject,
      })
      .optional(),
    components: z
      .looseObject({ buttonPrimary: Button, buttonSecondary: Button, input: FreeObject })
      .optional(),
    images: z
      .looseObject({
        logo: z.string().nullish(),
        favicon: z.string().nullish(),
        ogImage: z.string().nullish(),
      })
      .optional(),
    icons: FreeObject,
    animations: FreeObject,
    layout: FreeObject,
    tone: FreeObject,
    personality: FreeObject,
  })
  .meta({ id: 'Branding', description: 'The visual style of the site: colours, fonts, spacing, components.' })
export type Branding = z.output<typeof Branding>
