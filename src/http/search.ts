import { checkThreatOverride } from '../access/access.ts'
import { FeedbackAnswer } from '../contract/feedback.ts'
import { IdParams } from '../contract/ids.ts'
import { SearchAnswer, SearchFeedbackRequest, SearchRequest } from '../contract/search.ts'
import { noSuch, notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

/** Results of a web search, scraped when asked. */
export function searchRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/search',
      access: 'team',
      bucket: 'search',
      tag: 'Search',
      summary: 'Search the web',
      body: SearchRequest,
      answer: SearchAnswer,
      handle({ who, body }) {
        checkThreatOverride(who, body.threatProtection)
        return notBuilt('Search')()
      },
    }),
    route({
      method: 'POST',
      path: '/v2/search/:id/feedback',
      access: 'team',
      bucket: 'status',
      tag: 'Search',
      summary: 'Say how good a search was',
      params: IdParams,
      body: SearchFeedbackRequest,
      answer: FeedbackAnswer,
      handle: noSuch('search'),
    }),
  ]
}
