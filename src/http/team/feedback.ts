import type { Caller } from '../../access/access.ts'
import { FeedbackAnswer, FeedbackRequest } from '../../contract/team.ts'
import type { SearchFeedbackRequest } from '../../contract/search.ts'
import { Fault } from '../../fault.ts'
import type { FeedbackStore } from '../../search/search.ts'
import { route } from '../server/route.ts'

export interface FeedbackNeeds {
  feedbackBook: FeedbackStore
}

export function feedbackRoutes({ feedbackBook }: FeedbackNeeds) {
  return [
    route('POST /v2/feedback', 'Say how good a result was', {
      access: 'team',
      scope: null,
      bucket: 'status',
      tag: 'Feedback',
      description:
        'What is said is kept for the operator. Nothing is refunded: credits are the operator’s to give.',
      body: FeedbackRequest,
      answer: FeedbackAnswer,
      alsoFails: { 404: 'Nothing of yours has this id.' },
      handle: ({ who, body: { endpoint, jobId, ...said } }) =>
        takeFeedback(feedbackBook, { teamId: who.teamId, endpoint, jobId, said: sayable(who, said) }),
    }),
  ]
}

type Said = Pick<SearchFeedbackRequest, 'rating'>

/** Words and addresses are no more to be kept than what they are about. */
export function sayable<Words extends Said>(
  { zeroDataRetention }: Pick<Caller, 'zeroDataRetention'>,
  said: Words,
): Said {
  return zeroDataRetention ? { rating: said.rating } : said
}

export async function takeFeedback(
  book: FeedbackStore,
  feedback: {
    teamId: string
    endpoint: FeedbackRequest['endpoint']
    jobId: string
    said: Said
  },
): Promise<FeedbackAnswer> {
  const taken = await book.record(feedback)
  if (taken === 'unknown')
    throw new Fault('NOT_FOUND', `There is no ${feedback.endpoint} with this id, or it has expired.`)
  if (taken === 'too many')
    throw new Fault('RATE_LIMITED', 'A team can give feedback 1000 times a day. Try again tomorrow.', {
      retryAfterSeconds: 60 * 60,
    })
  return {
    success: true,
    feedbackId: taken.feedbackId,
    creditsRefunded: 0,
    ...(!taken.isFirst && { alreadySubmitted: true }),
  }
}
