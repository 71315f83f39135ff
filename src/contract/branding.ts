import { z } from 'zod'

const text = z.string().optional()
const Free = z.record(z.string(), z.unknown()).optional()

const Button = z
  .looseObject({ background: text, textColor: text, borderColor: text, borderRadius: text })
  .optional()

export const Branding = z
  .looseObject({
    colorScheme: text.describe('`light` or `dark`.'),
    brandName: text,
    logo: z.string().nullish(),
    colors: z
      .looseObject({
        primary: text,
        secondary: text,
        accent: text,
        background: text,
        textPrimary: text,
        textSecondary: text,
        link: text,
        success: text,
        warning: text,
        error: text,
      })
      .optional(),
    fonts: z.array(z.looseObject({ family: z.string() })).optional(),
    typography: z
      .looseObject({
        fontFamilies: z.looseObject({ primary: text, heading: text, code: text }).optional(),
        fontStacks: z.record(z.string(), z.array(z.string())).optional(),
        fontSizes: z.looseObject({ h1: text, h2: text, h3: text, body: text }).optional(),
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
        borderRadius: text,
        gridGutter: z.number().optional(),
        padding: Free,
        margins: Free,
      })
      .optional(),
    components: z.looseObject({ buttonPrimary: Button, buttonSecondary: Button, input: Free }).optional(),
    images: z
      .looseObject({
        logo: z.string().nullish(),
        favicon: z.string().nullish(),
        ogImage: z.string().nullish(),
      })
      .optional(),
    icons: Free,
    animations: Free,
    layout: Free,
    tone: Free,
    personality: Free,
  })
  .meta({ id: 'Branding', description: 'How the site looks: colours, type, spacing, components.' })
export type Branding = z.output<typeof Branding>
