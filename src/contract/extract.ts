import { z } from 'zod'
import {
  responseObject,
  successResponse,
  Timestamp,
  clientFields,
  Id,
  DefaultTrue,
  DefaultFalse,
} from './fields.ts'
import { AuditMetadata } from './audit.ts'
import { JsonSchema } from './json-schema.ts'
import { ScrapeOptions } from './scrape-options.ts'
import { ThreatProtectionOverride } from './threat-protection.ts'
import { splitUrls, UrlTexts } from './url.ts'
import { webhook } from './webhook.ts'
import { omit } from './omit.ts'

export const ExtractRequest = z
  .strictObject({
    urls: UrlTexts.max(10).default([]),
    prompt: z.string().trim().max(10_000).optional().describe('The data to extract, in plain language.'),
    systemPrompt: z.string().max(10_000).optional(),
    schema: JsonSchema.optional(),
    allowExternalLinks: DefaultFalse,
    enableWebSearch: DefaultFalse.describe('Also use pages found by a search.'),
    includeSubdomains: DefaultTrue,
    ignoreSitemap: DefaultFalse,
    showSources: DefaultFalse.describe('Return the source pages of each value.'),
    ignoreInvalidURLs: DefaultTrue.describe('Leave out invalid URLs instead of refusing the request.'),
    scrapeOptions: ScrapeOptions.prefault({}),
    agent: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Accepted for compatibility; has no effect.'),
    limit: z.int().min(1).optional().describe('The most pages to read.'),
    timeout: z.int().positive().optional().describe('Milliseconds until the work is stopped.'),
    webhook: webhook('extract').optional(),
    threatProtection: ThreatProtectionOverride.optional(),
    auditMetadata: AuditMetadata.optional(),
    ...clientFields,
  })
  .refine(({ urls, prompt }) => urls.length > 0 || prompt, {
    path: ['urls'],
    message: 'or prompt is required',
  })
  .transform((request, context) => ({
    ...omit(request, ['agent', 'urls']),
    ...splitUrls(request.urls, request.ignoreInvalidURLs, context),
    allowExternalLinks: request.allowExternalLinks || request.enableWebSearch,
  }))
  .meta({ example: { urls: ['https://example.com'], prompt: 'The title of the page' } })
export type ExtractRequest = z.output<typeof ExtractRequest>

export const ExtractResponse = successResponse({
  id: Id,
  invalidURLs: z.array(z.string()).optional(),
  urlTrace: z.array(z.unknown()).optional(),
  warning: z.string().optional().describe('Unknown fields that were ignored.'),
})

export const ExtractStatusResponse = responseObject({
  success: z.boolean().describe('False only when the extraction failed.'),
  status: z.enum(['processing', 'completed', 'failed', 'cancelled']),
  data: z.unknown().optional(),
  expiresAt: Timestamp,
  error: z.string().optional(),
  sources: z.record(z.string(), z.array(z.string())).optional().describe('The source pages of each field.'),
  warning: z.string().optional(),
  tokensUsed: z.number().optional(),
  modelCost: z.number().optional(),
  creditsUsed: z.number().optional(),
})
export type ExtractStatusResponse = z.output<typeof ExtractStatusResponse>
