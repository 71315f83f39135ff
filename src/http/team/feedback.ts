import type { Caller } from '../../access/access.ts'
import { FeedbackResponse, FeedbackRequest } from '../../contract/team.ts'
import type { SearchFeedbackRequest } from '../../contract/search.ts'
import { Fault } from '../../fault.ts'
import type { FeedbackStore } from '../../search/search.ts'
import { route } from '../server/route.ts'

export interface FeedbackNeeds {
  feedbackBook: FeedbackStore
}

export function feedbackRoutes({ feedbackBook }: FeedbackNeeds) {
  return [
    route('POST /v2/feedback', 'Rate a result', {
      access: 'team',
      scope: null,
      bucket: 'status',
      tag: 'Feedback',
      description: 'The feedback is stored for the operator. Nothing is refunded automatically.',
      body: FeedbackRequest,
      response: FeedbackResponse,
      errors: { 404: 'The team has no result with this id.' },
      handle: ({ caller, body: { endpoint, jobId, ...said } }) =>
        recordFeedback(feedbackBook, {
          teamId: caller.teamId,
          endpoint,
          jobId,
          said: storableFeedback(caller, said),
        }),
    }),
  ]
}

type FeedbackContent = Pick<SearchFeedbackRequest, 'rating'>

/** Under zero data retention, texts and URLs of feedback are not stored either. */
export function storableFeedback<Content extends FeedbackContent>(
  { zeroDataRetention }: Pick<Caller, 'zeroDataRetention'>,
  content: Content,
): FeedbackContent {
  return zeroDataRetention ? { rating: content.rating } : content
}

export async function recordFeedback(
  store: FeedbackStore,
  feedback: {
    teamId: string
    endpoint: FeedbackRequest['endpoint']
    jobId: string
    said: FeedbackContent
  },
): Promise<FeedbackResponse> {
  const recorded = await store.record(feedback)
  if (recorded === 'unknown')
    throw new Fault('NOT_FOUND', `There is no ${feedback.endpoint} with this id, or it has expired.`)
  if (recorded === 'too many')
    throw new Fault(
      'RATE_LIMITED',
      'The limit of 1000 feedback requests per team and day is reached. Try again tomorrow.',
      {
        retryAfterSeconds: 60 * 60,
      },
    )
  return {
    success: true,
    feedbackId: recorded.feedbackId,
    creditsRefunded: 0,
    ...(!recorded.isFirst && { alreadySubmitted: true }),
  }
}
