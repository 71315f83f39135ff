import { z } from 'zod'
import { hasCredentials, NO_CREDENTIALS, readUrl } from './url.ts'

/** Addresses as sent, before each is looked at: whether one bad entry fails the request is the request's own choice. */
export const UrlTexts = z
  .array(z.string())
  .meta({ description: 'The addresses to work on.', example: ['https://example.com'] })

/** The valid addresses in their order, and the others: left out when asked to be ignored, else each a complaint. */
export function sortUrls(texts: string[], ignoreInvalid: boolean, context: z.core.$RefinementCtx) {
  const urls: string[] = []
  const invalidURLs: string[] = []
  for (const [index, text] of texts.entries()) {
    const read = readUrl(text)
    const isStorable = read.valid && !hasCredentials(read.url)
    if (isStorable) urls.push(read.url)
    else if (ignoreInvalid) invalidURLs.push(text)
    else
      context.addIssue({
        code: 'custom',
        path: ['urls', index],
        message: read.valid ? NO_CREDENTIALS : 'must be a valid http or https URL',
      })
  }
  if (ignoreInvalid && texts.length > 0 && urls.length === 0) {
    context.addIssue({
      code: 'custom',
      path: ['urls'],
      message: 'must contain at least one valid http or https URL',
    })
  }
  return { urls, invalidURLs: ignoreInvalid ? invalidURLs : undefined }
}
