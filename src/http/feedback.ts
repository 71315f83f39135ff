import { FeedbackAnswer, FeedbackRequest } from '../contract/feedback.ts'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

/** What callers say about results. */
export function feedbackRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/feedback',
      access: 'team',
      bucket: 'status',
      tag: 'Feedback',
      summary: 'Say how good a result was',
      body: FeedbackRequest,
      answer: FeedbackAnswer,
      handle: notBuilt('Feedback'),
    }),
  ]
}
