import { checkThreatOverride } from '../access/access.ts'
import { ExtractAnswer, ExtractRequest, ExtractStatusAnswer } from '../contract/extract.ts'
import { IdParams } from '../contract/ids.ts'
import { noSuch, notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

/** Structured data from given pages. */
export function extractRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/extract',
      access: 'team',
      bucket: 'agent',
      tag: 'Extract',
      summary: 'Start an extraction',
      body: ExtractRequest,
      answer: ExtractAnswer,
      handle({ who, body }) {
        checkThreatOverride(who, body.threatProtection)
        return notBuilt('Extraction')()
      },
    }),
    route({
      method: 'GET',
      path: '/v2/extract/:id',
      access: 'team',
      bucket: 'status',
      tag: 'Extract',
      summary: 'State and result of an extraction',
      params: IdParams,
      answer: ExtractStatusAnswer,
      handle: noSuch('extraction'),
    }),
  ]
}
