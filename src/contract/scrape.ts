import { z } from 'zod'
import { successResponse } from './fields.ts'
import { Document } from './document.ts'
import { checkScrape, scrapeFields, normalizeScrapeOptions, zeroDataRetention } from './scrape-options.ts'
import { WebUrl, withCredentialsInHeaders } from './url.ts'
import { faultIssue } from './validate.ts'
import { omit } from './omit.ts'

export const ScrapeRequest = z
  .strictObject({
    url: WebUrl,
    ...scrapeFields,
    zeroDataRetention,
    alexandria: z
      .unknown()
      .optional()
      .describe('Calls of third-party tools, which this service does not offer.'),
  })
  .superRefine(refuseTools, { when: () => true })
  .superRefine(checkScrape)
  .transform(({ url: given, zeroDataRetention: asked, ...options }) => {
    const { url, headers } = withCredentialsInHeaders(given, options.headers)
    return {
      url,
      ...normalizeScrapeOptions({ ...omit(options, ['alexandria']), headers }),
      zeroDataRetention: asked || options.lockdown,
    }
  })
  .meta({ example: { url: 'https://example.com', formats: ['markdown'] } })
export type ScrapeRequest = z.output<typeof ScrapeRequest>

export const ScrapeResponse = successResponse({
  data: Document,
  warning: z.string().optional(),
  scrape_id: z.string().optional(),
  agent_hints: z.array(z.string()).optional(),
})

/**
 * Clients match this exact sentence and continue without the tools. Such a body has no url, so this runs
 * first.
 */
function refuseTools(body: { alexandria?: unknown }, context: z.core.$RefinementCtx): void {
  if (body?.alexandria === undefined) return
  context.addIssue(faultIssue('FORBIDDEN', ['alexandria'], 'This endpoint is not enabled for this team.'))
}
