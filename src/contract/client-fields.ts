import { z } from 'zod'

/** Every published client adds this to every JSON body. */
export const originField = {
  origin: z.string().max(1024).default('api').describe('Where the request comes from, for logs.'),
}

/** What clients say about themselves, without effect on the work. */
export const clientFields = {
  ...originField,
  integration: z
    .string()
    .max(256)
    .nullish()
    .transform((name) => name ?? undefined)
    .describe('The integration that sends the request, for logs.'),
}

/** A catalogue of third-party tools that clients ask for by default and that this service does not have. */
export const toolFields = {
  domainTools: z.boolean().optional().describe('Accepted and ignored.'),
  toolDetail: z.enum(['compact', 'summary', 'full']).optional().describe('Accepted and ignored.'),
}
