import { z } from 'zod'
import { shorthand } from './fields.ts'

const ENTITIES = ['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET'] as const

const RedactPiiObject = z.strictObject({
  mode: z.enum(['accurate', 'aggressive', 'fast']).default('accurate'),
  entities: z
    .array(z.enum(ENTITIES))
    .default([...ENTITIES])
    .describe('Which kinds of personal data to take out; all when left out.'),
  replaceStyle: z
    .enum(['tag', 'mask', 'remove'])
    .default('tag')
    .describe('`tag` writes <EMAIL> in place of an address.'),
})
export type RedactPii = z.output<typeof RedactPiiObject>

/** Takes personal data out of the markdown: true, or particulars; absent when nothing is to be taken out. */
export const RedactPii = shorthand(RedactPiiObject.optional(), {
  short: { type: 'boolean' },
  expand: (value) => (value === true ? {} : value === false ? undefined : value),
})
  .prefault(false)
  .describe('Take personal data out of the markdown: true, or an object with particulars.')
