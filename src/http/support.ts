import { SupportAnswer, SupportRequest } from '../contract/support.ts'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

/** Questions about jobs, which some clients pass on. */
export function supportRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/support/ask',
      access: 'team',
      bucket: 'status',
      tag: 'Support',
      summary: 'Ask about a job',
      body: SupportRequest,
      answer: SupportAnswer,
      handle: notBuilt('Answering support questions'),
    }),
  ]
}
