import { z } from 'zod'
import { SupportAnswer, SupportRequest } from '../contract/support.ts'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

/** Endpoints around the service that some clients know. */
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
    route({
      method: 'GET',
      path: '/exchange/discover',
      access: 'team',
      bucket: 'status',
      tag: 'Support',
      summary: 'A catalogue of third-party tools',
      answer: z.unknown(),
      handle: notBuilt('A catalogue of third-party tools'),
    }),
    route({
      method: 'GET',
      path: '/v2/keyless/eligibility',
      access: 'open',
      tag: 'Support',
      summary: 'Whether an address may go without a key',
      answer: z.unknown(),
      handle: notBuilt('Asking whether an address may go without a key'),
    }),
  ]
}
