import { z } from 'zod'
import { shorthand } from './fields.ts'

const ENTITIES = ['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET'] as const

const RedactPiiObject = z.strictObject({
  mode: z.enum(['accurate', 'aggressive', 'fast']).default('accurate'),
  entities: z
    .array(z.enum(ENTITIES))
    .default([...ENTITIES])
    .describe('The kinds of personal data to remove; all by default.'),
  replaceStyle: z
    .enum(['tag', 'mask', 'remove'])
    .default('tag')
    .describe('`tag` writes <EMAIL> in place of an e-mail address.'),
})
export type RedactPii = z.output<typeof RedactPiiObject>

/** Removes personal data from the Markdown: true, or options; absent for none. */
export const RedactPii = shorthand(RedactPiiObject.optional(), {
  short: { type: 'boolean' },
  expand: (value) => (value === true ? {} : value === false ? undefined : value),
})
  .prefault(false)
  .describe('Remove personal data from the Markdown: true, or an object with options.')
