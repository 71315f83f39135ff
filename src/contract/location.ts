import { z } from 'zod'

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** From where, and for speakers of what, a page is asked for. */
export const Location = z
  .strictObject({
    country: z
      .string()
      .toUpperCase()
      .refine(isCountry, 'must be a country code of two letters (ISO 3166-1), such as US')
      .default('US')
      .meta({ description: 'A country code of two letters.', example: 'DE' }),
    languages: z
      .array(
        z
          .string()
          .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as en or en-US'),
      )
      .default([])
      .meta({ description: 'Languages in order of preference.', example: ['de-DE', 'en'] }),
  })
  .prefault({})
  .describe('From where, and for speakers of what, the page is asked for.')
export type Location = z.output<typeof Location>

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined
}
