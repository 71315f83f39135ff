import { z } from 'zod'
import { answer, Success } from './answer.ts'

/** Answer of `GET /capabilities`: what this installation has. Names only: no address and no key of anybody. */
export const CapabilitiesAnswer = answer({
  success: Success,
  version: z.string(),
  browser: z.string().meta({ description: '`ok`, `being unpacked`, or `unavailable` with the reason.' }),
  database: z.enum(['embedded', 'server']),
  ocr: answer({ languages: z.array(z.string()).meta({ description: 'As Tesseract names them.' }) }),
  model: answer({
    name: z.string().nullable().meta({ description: 'null: the embedded engine answers.' }),
    pro: z.string().nullable().meta({ description: 'The larger one, where there is one.' }),
  }),
  search: answer({ providers: z.array(z.string()) }),
  code: answer({ languages: z.array(z.string()) }),
  urlRisk: answer({ provider: z.string().nullable() }),
  keyless: z.boolean(),
  warnings: z
    .array(z.string())
    .meta({ description: 'What the operator should change, such as settings of the database server.' }),
})
export type Capabilities = Omit<z.output<typeof CapabilitiesAnswer>, 'success'>
